package eval

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/golden"
)

// answerSet is the worked example of docs/evaluation.md.
const answerSet = `{"qid":"a1","question":"one","answerable":true,"type":"size","gold":[{"doc_id":"A","start_page":5,"end_page":6}],"must":["1184"]}
{"qid":"a2","question":"two","answerable":true,"type":"size","gold":[{"doc_id":"A","start_page":8,"end_page":8}],"must":["2400|2 400","bytes"]}
{"qid":"a3","question":"three","answerable":true,"type":"rationale","gold":[{"doc_id":"B","start_page":2,"end_page":2}],"must":[]}
{"qid":"a4","question":"four","answerable":true,"type":"size","gold":[{"doc_id":"A","start_page":9,"end_page":9}],"must":["32"]}
{"qid":"a5","question":"five","answerable":true,"type":"rationale","gold":[]}
{"qid":"n1","question":"six","answerable":false,"type":"size","kind":"near-miss","gold":[]}
{"qid":"n2","question":"seven","answerable":false,"type":"size"}
{"qid":"o1","question":"eight","answerable":false,"kind":"off-corpus"}
`

func answered(confidence float64, claim string, pages ...PageSpan) core.Outcome {
	o := core.Outcome{
		Status: core.Answered, Confidence: confidence, ShortAnswer: claim,
		Claims:   []core.Claim{{Text: claim, Citations: []string{"c1"}, Verdict: core.Verbatim}},
		TimingUS: map[string]int64{"answer": 7},
	}
	for _, p := range pages {
		o.Citations = append(o.Citations, core.Citation{Key: "c1", Locator: core.Locator{DocID: p.DocID, StartPage: p.StartPage, EndPage: p.EndPage}})
	}
	return o
}

func refused(confidence float64, why core.RefusalReason) core.Outcome {
	return core.Outcome{Status: core.Refused, Confidence: confidence, RefusalReason: why, Detail: "Not here."}
}

// outcomes is an asker that answers from a table. Signals are the confidence
// over and over, where there was evidence.
type outcomes map[string]core.Outcome

func (o outcomes) ask(_ context.Context, q *Question, watch core.Observer) (core.Outcome, error) {
	out, ok := o[q.Text]
	if !ok {
		return core.Outcome{}, fmt.Errorf("no outcome for %q", q.Text)
	}
	if out.RefusalReason != core.RefusalOffCorpus {
		c := out.Confidence
		signals := core.Signals{Window: c, Slots: c, OutOfVocabulary: 1 - c, Facets: 1, Score: c}
		watch(core.Event{Kind: core.EventAssess, Assessment: &core.Assessment{Signals: core.Signals{Window: 1}}})
		watch(core.Event{Kind: core.EventAssess, Assessment: &core.Assessment{Signals: signals}}) // the last counts
	}
	return out, nil
}

// firstSystem is the system of the worked example; secondSystem answers "two"
// and "three" better, "one" worse, and refuses "six".
func firstSystem() outcomes {
	return outcomes{
		"one":   answered(0.9, "It has 1184 bytes.", p("A", 6, 7)),
		"two":   answered(0.8, "It has 240 bytes.", p("A", 8)),
		"three": answered(0.6, "Because it is faster.", p("B", 3)),
		"four":  refused(0.2, core.RefusalMissingFact),
		"five":  answered(0.7, "So it is.", p("B", 9)),
		"six":   answered(0.6, "It is so.", p("A", 1)),
		"seven": refused(0.3, core.RefusalMissingTerm),
		"eight": refused(0, core.RefusalOffCorpus),
	}
}

func secondSystem() outcomes {
	o := firstSystem()
	o["one"] = refused(0.1, core.RefusalMissingFact)
	o["two"] = answered(0.85, "It has 2 400 bytes.", p("A", 8))
	o["three"] = answered(0.65, "Because it is smaller.", p("B", 2))
	o["six"] = refused(0.3, core.RefusalMissingTerm)
	return o
}

func answerSample(t testing.TB) *QuestionSet {
	t.Helper()
	set, err := parseQuestions("answers.jsonl", strings.NewReader(answerSet))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func answerOptions(preset string, features ...string) AnswerOptions {
	return AnswerOptions{System: System{Preset: preset, Features: features, Library: "d1"}, Now: ticking()}
}

func answers(t testing.TB, o outcomes, preset string) *AnswerReport {
	t.Helper()
	r, err := Answers(t.Context(), answerSample(t), o.ask, answerOptions(preset, "terms"))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The counts are those of the worked example, by hand.
func TestAnswersRates(t *testing.T) {
	r := answers(t, firstSystem(), "first")
	want := map[string]string{
		"right":                   "1/4", // a1; a5 has neither facts nor gold
		"facts":                   "1/3", // a1 of a1, a2 and a4
		"page":                    "2/4", // a1 and a2
		"false_refusal":           "1/5", // a4
		"false_answer":            "1/3", // n1
		"false_answer_near_miss":  "1/2",
		"false_answer_off_corpus": "0/1",
		"sound":                   "3/7", // a1, n2, o1
		"right_of_answered":       "1/3", // a1 of a1, a2, a3
	}
	for _, rate := range r.Rates {
		if got := rate.ratio(); got != want[rate.Name] {
			t.Errorf("%s is %s, want %s", rate.Name, got, want[rate.Name])
		}
		delete(want, rate.Name)
	}
	if len(want) > 0 {
		t.Errorf("rates are missing: %v", want)
	}
	if diff := cmp.Diff([]string{"2400|2 400"}, r.Questions[1].Missing); diff != "" {
		t.Errorf("facts that a2 lacks (-want +got):\n%s", diff)
	}
	// 4 + 4 + 4 + 3 + 3 words; the short answer is the claim, and counts once.
	if diff := cmp.Diff(Length{N: 5, Claims: 1, Words: 3.6}, r.Length); diff != "" {
		t.Errorf("length (-want +got):\n%s", diff)
	}
	if r.Latency != (AnswerLatency{250, 250, 250, 250}) {
		t.Errorf("latency is %+v, want that of the clock, 250 µs", r.Latency)
	}
}

// What the first line must say is looked for there alone, and the conversation of a
// question is asked with it.
func TestAnswersFirstLine(t *testing.T) {
	set, err := parseQuestions("set", strings.NewReader(`{"qid":"a","question":"and 512?","answerable":true,"first":["800"],"context":["How big?","why?"]}
{"qid":"b","question":"one","answerable":true,"first":["800","bytes|octets"]}
{"qid":"c","question":"two","answerable":true,"first":["801"]}
{"qid":"d","question":"three","answerable":true,"first":["800"]}
`))
	if err != nil {
		t.Fatal(err)
	}
	ask := func(_ context.Context, q *Question, _ core.Observer) (core.Outcome, error) {
		if q.ID == "a" && !slices.Equal(q.Context, []string{"How big?", "why?"}) {
			t.Errorf("asked in the conversation %q", q.Context)
		}
		if q.ID == "d" {
			return refused(0, core.RefusalMissingFact), nil
		}
		o := answered(0.9, "It has 801 bytes.")
		o.ShortAnswer = "It has 800 bytes."
		return o, nil
	}
	r, err := Answers(t.Context(), set, ask, answerOptions("x"))
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Rates.Of("first_line").ratio() + " " + r.Rates.Of("right").ratio(); got != "2/4 2/4" {
		t.Errorf("first lines and answers that are right: %s, want 2/4 2/4", got)
	}
}

func TestAnswersByTypeAndReason(t *testing.T) {
	r := answers(t, firstSystem(), "first")
	var types []string
	for _, row := range r.Types {
		types = append(types, fmt.Sprint(row.Type, " ", row.Asked, " ", row.Rates.Of("right").ratio(), " ", row.Rates.Of("false_answer").ratio()))
	}
	if diff := cmp.Diff([]string{"size 5 1/3 1/2", "rationale 2 0/1 -", " 1 - 0/1"}, types); diff != "" {
		t.Errorf("types (-want +got):\n%s", diff)
	}
	want := []RefusalRow{
		{Reason: core.RefusalMissingFact, Kind: core.KindNearMiss, Answerable: 1},
		{Reason: core.RefusalMissingTerm, Kind: core.KindNearMiss, NearMiss: 1},
		{Reason: core.RefusalOffCorpus, Kind: core.KindOffCorpus, OffCorpus: 1},
	}
	if diff := cmp.Diff(want, r.Refusals); diff != "" {
		t.Errorf("refusals (-want +got):\n%s", diff)
	}
}

// By falling confidence, over all questions but a5: a1 .9 right; a2 .8; a3 and n1
// at .6; n2 .3; a4 .2; o1 0.
func TestAnswersCurves(t *testing.T) {
	r := answers(t, firstSystem(), "first")
	all := r.Curves[1]
	wantPoints := []RiskPoint{
		{0.9, figure(1.0 / 7), 0}, {0.8, figure(2.0 / 7), 0.5}, {0.6, figure(4.0 / 7), 0.75},
		{0.3, figure(5.0 / 7), 0.8}, {0.2, figure(6.0 / 7), figure(5.0 / 6)}, {0, 1, figure(6.0 / 7)},
	}
	if diff := cmp.Diff(wantPoints, all.Points); diff != "" {
		t.Errorf("points (-want +got):\n%s", diff)
	}
	area := (0 + 1.0/2 + 2.0/3 + 3.0/4 + 4.0/5 + 5.0/6 + 6.0/7) / 7
	if math.Abs(all.AURC-area) > 1e-8 || all.Excess != 0 {
		t.Errorf("area is %v, %v above the best; want %v and 0, since the one right answer comes first", all.AURC, all.Excess, area)
	}
	// a1, a2, a3, a4 of the answerable ones: ceil(0.5·4) = 2 and ceil(0.8·4) = 4.
	want := []CoverageAt{{0.5, 2, 0.5}, {0.8, 4, 0.25}, {1, 4, 0.25}}
	if diff := cmp.Diff(want, r.Curves[0].At); diff != "" {
		t.Errorf("accuracy of the answerable (-want +got):\n%s", diff)
	}
}

func TestCurveSpreadsTies(t *testing.T) {
	for _, tc := range []struct {
		name         string
		in           []graded
		area, excess float64
	}{
		{"all right", []graded{{1, true}, {0.5, true}}, 0, 0},
		{"all wrong", []graded{{1, false}, {0.5, false}}, 1, 0},
		{"best order", []graded{{0.1, false}, {0.9, true}}, 0.25, 0},
		{"worst order", []graded{{0.9, false}, {0.1, true}}, 0.75, 0.5},
		// Half an error at each rank, whichever is written first.
		{"tie", []graded{{0.5, true}, {0.5, false}}, 0.5, 0.25},
		{"tie the other way round", []graded{{0.5, false}, {0.5, true}}, 0.5, 0.25},
	} {
		c := newCurve("x", tc.in)
		if math.Abs(c.AURC-tc.area) > 1e-9 || math.Abs(c.Excess-tc.excess) > 1e-9 {
			t.Errorf("%s: area %v, excess %v; want %v and %v", tc.name, c.AURC, c.Excess, tc.area, tc.excess)
		}
	}
}

// Answers at .9 right, .8 wrong, .6 wrong, and .6 to an unanswerable question;
// a5, of which nothing can be told, is left out.
func TestAnswersReliability(t *testing.T) {
	got := answers(t, firstSystem(), "first").Reliability
	want := Reliability{
		N:     4,
		ECE:   figure((2*0.6 + 0.8 + 0.1) / 4),
		Brier: figure((0.1*0.1 + 0.8*0.8 + 2*0.6*0.6) / 4),
		Bins:  []Bin{{0.6, 0.7, 2, 0.6, 0}, {0.8, 0.9, 1, 0.8, 0}, {0.9, 1, 1, 0.9, 1}},
	}
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-8 })
	if diff := cmp.Diff(want, got, near); diff != "" {
		t.Errorf("reliability (-want +got):\n%s", diff)
	}
	if one := newReliability([]graded{{1, true}}); one.Bins[0].Low != 0.9 || one.ECE != 0 {
		t.Errorf("confidence 1 gives %+v, want the last bin", one)
	}
	if none := newReliability(nil); none.ECE != 0 || none.N != 0 {
		t.Errorf("no answers give %+v", none)
	}
}

func TestWilson(t *testing.T) {
	for _, tc := range []struct {
		count, n  int
		low, high float64
	}{
		// With z² = 3.8415: (p + z²/2n ± z·√(p(1-p)/n + z²/4n²)) / (1 + z²/n).
		{5, 10, 0.2366, 0.7634},
		{0, 10, 0, 0.2775},
		{10, 10, 0.7225, 1},
		{1, 1, 0.2065, 1},
		{30, 33, 0.7643, 0.9686},
	} {
		low, high := wilson(tc.count, tc.n)
		if math.Abs(low-tc.low) > 5e-5 || math.Abs(high-tc.high) > 5e-5 {
			t.Errorf("interval of %d of %d is %.4f to %.4f, want %.4f to %.4f", tc.count, tc.n, low, high, tc.low, tc.high)
		}
	}
}

func TestAnswersGolden(t *testing.T) {
	first, second := answers(t, firstSystem(), "first"), answers(t, secondSystem(), "second")
	var err error
	if second.Comparison, err = compareAnswers(first, second); err != nil {
		t.Fatal(err)
	}
	var text, json, lines, worst bytes.Buffer
	if err := errors.Join(
		second.WriteText(&text), WriteJSON(&json, second), first.WriteQuestions(&lines), first.WriteWorst(&worst, 3),
	); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "answers.txt", text.Bytes())
	golden.Check(t, "answers.json", json.Bytes())
	golden.Check(t, "answers.jsonl", lines.Bytes())
	golden.Check(t, "worst.txt", worst.Bytes())
}

// Two runs give the same bytes, whatever the outcomes say of their own times.
func TestAnswersAreRepeatable(t *testing.T) {
	var a, b bytes.Buffer
	slow := firstSystem()
	for q, o := range slow {
		o.TimingUS = map[string]int64{"answer": 9999}
		slow[q] = o
	}
	if err := errors.Join(WriteJSON(&a, answers(t, firstSystem(), "x")), WriteJSON(&b, answers(t, slow, "x"))); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a.String(), b.String()); diff != "" {
		t.Errorf("two runs over the same outcomes differ:\n%s", diff)
	}
}

func TestWorst(t *testing.T) {
	var got []string
	for _, c := range answers(t, firstSystem(), "first").worst(10) {
		got = append(got, c.ID)
	}
	if diff := cmp.Diff([]string{"n1", "a2", "a3", "a4"}, got); diff != "" {
		t.Errorf("worst (-want +got):\n%s", diff)
	}
	if n := len(answers(t, firstSystem(), "first").worst(2)); n != 2 {
		t.Errorf("the two worst are %d", n)
	}
}

func TestAnswersFail(t *testing.T) {
	o := firstSystem()
	delete(o, "three")
	if _, err := Answers(t.Context(), answerSample(t), o.ask, answerOptions("x")); err == nil || !strings.Contains(err.Error(), `question "a3"`) {
		t.Errorf("error is %v, want it to name a3", err)
	}
	for _, bad := range []core.Outcome{{}, {Status: "maybe"}, {Status: core.Answered, Confidence: 1.1}, {Status: core.Answered, Confidence: math.NaN()}} {
		o := firstSystem()
		o["one"] = bad
		if _, err := Answers(t.Context(), answerSample(t), o.ask, answerOptions("x")); !errors.Is(err, errResults) {
			t.Errorf("error for %+v is %v, want ErrResults", bad, err)
		}
	}
	if _, err := Answers(t.Context(), &QuestionSet{}, o.ask, answerOptions("x")); !errors.Is(err, errNothingAsked) {
		t.Errorf("error for an empty set is %v, want ErrNothingAsked", err)
	}
	hang := func(ctx context.Context, _ *Question, _ core.Observer) (core.Outcome, error) {
		<-ctx.Done()
		return core.Outcome{}, ctx.Err()
	}
	opt := answerOptions("x")
	opt.Timeout = time.Millisecond
	if _, err := Answers(t.Context(), answerSample(t), hang, opt); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error of an asker that hangs is %v, want context.DeadlineExceeded", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Answers(ctx, answerSample(t), firstSystem().ask, answerOptions("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancelling is %v, want context.Canceled", err)
	}
}

// A set of one sort of questions has no rates over the other sort.
func TestAnswersOverOneSort(t *testing.T) {
	set := answerSample(t)
	set.Questions = slices.DeleteFunc(set.Questions, func(q Question) bool { return q.Answerable })
	r, err := Answers(t.Context(), set, firstSystem().ask, answerOptions("x"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Rates.Of("right").N != 0 || len(r.Curves) != 1 || r.Curves[0].At[2].Accuracy != 0 {
		t.Errorf("rates are %+v and curves %+v", r.Rates, r.Curves)
	}
	if err := r.WriteText(&bytes.Buffer{}); err != nil {
		t.Error(err)
	}
}

func TestCompareAnswers(t *testing.T) {
	first, second := answers(t, firstSystem(), "first"), answers(t, secondSystem(), "second")
	c, err := compareAnswers(first, second)
	if err != nil {
		t.Fatal(err)
	}
	got := c.Of("right")
	got.Low, got.High = 0, 0
	// Right of a1 to a4: 1 0 0 0, then 0 1 1 0. Two gained, one lost: p = 2·(1+3)/8, capped.
	want := Paired{Name: "right", N: 4, Baseline: 0.25, Now: 0.5, Delta: 0.25, Gained: []string{"a2", "a3"}, Lost: []string{"a1"}, P: 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("right (-want +got):\n%s", diff)
	}
	// A measure of errors gains where it falls.
	if f := c.Of("false_answer"); f.Delta >= 0 || !slices.Equal(f.Gained, []string{"n1"}) || len(f.Lost) != 0 {
		t.Errorf("false answers changed by %+v, want n1 gained", f)
	}
	if f := c.Of("false_refusal"); f.Delta <= 0 || !slices.Equal(f.Lost, []string{"a1"}) {
		t.Errorf("false refusals changed by %+v, want a1 lost", f)
	}
	if c.Changed != 4 {
		t.Errorf("%d outcomes changed, want 4", c.Changed)
	}
}

func TestCompareAnswersWithThemselves(t *testing.T) {
	r := answers(t, firstSystem(), "first")
	c, err := compareAnswers(r, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range c.Measures {
		if p.Delta != 0 || p.Low != 0 || p.High != 0 || p.P != 1 || len(p.Gained)+len(p.Lost) != 0 {
			t.Errorf("%s against itself is %+v", p.Name, p)
		}
	}
	if c.Changed != 0 || len(c.Measures) != len(answerMeasures)-1 { // none of it has facts for a first line
		t.Errorf("%d outcomes changed over %d measures", c.Changed, len(c.Measures))
	}
}

func TestCompareAnswersRefuses(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(*AnswerReport)
		want   string
	}{
		{"set", func(r *AnswerReport) { r.Files = []File{{SHA256: "0"}} }, "different files"},
		{"questions", func(r *AnswerReport) { r.Questions[0].ID = "other" }, "questions differ"},
		{"verdicts", func(r *AnswerReport) { r.Questions[0].Facts = nil }, `only one of them counts "a1" for facts`},
	} {
		now := answers(t, firstSystem(), "now")
		tc.change(now)
		if _, err := compareAnswers(answers(t, firstSystem(), "first"), now); !errors.Is(err, errNotComparable) || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error is %v, want ErrNotComparable with %q", tc.name, err, tc.want)
		}
	}
}

func TestReadAnswerReport(t *testing.T) {
	r := answers(t, firstSystem(), "first")
	var b bytes.Buffer
	if err := WriteJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	back, err := ReadAnswerReport(&b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, back); diff != "" {
		t.Errorf("report after a round trip (-want +got):\n%s", diff)
	}
	for in, want := range map[string]string{
		"{":                               "parse report",
		`{"format":1,"task":"retrieval"}`: `it is of "retrieval", want "answers"`,
		`{"format":2,"task":"answers"}`:   "format is 2, want 1",
		`{"format":1,"task":"answers"}`:   "it has 0 questions",
		`{"format":1,"task":"answers","asked":1,"questions":[]}`: "it has 0 questions and says 1",
	} {
		if _, err := ReadAnswerReport(strings.NewReader(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error for %s is %v, want it to say %q", in, err, want)
		}
	}
}

// FuzzReadAnswerReport checks that what was read compares with itself and can be
// written.
func FuzzReadAnswerReport(f *testing.F) {
	var b bytes.Buffer
	if err := WriteJSON(&b, answers(f, firstSystem(), "first")); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte(`{"format":1,"task":"answers","asked":1,"questions":[{"qid":"q","kind":"odd","status":"?"}]}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		r, err := ReadAnswerReport(bytes.NewReader(in))
		if err != nil {
			return
		}
		if r.Comparison, err = compareAnswers(r, r); err != nil {
			t.Fatalf("a report that was read does not compare with itself: %v", err)
		}
		if r.Comparison.Changed != 0 {
			t.Fatal("a report differs from itself")
		}
		if err := errors.Join(r.WriteText(&bytes.Buffer{}), r.WriteWorst(&bytes.Buffer{}, 5)); err != nil {
			t.Fatal(err)
		}
	})
}

// The document defines every figure in the words of the code.
func TestAnswerMeasuresAreDocumented(t *testing.T) {
	raw, err := os.ReadFile("../docs/evaluation.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(raw)
	for _, m := range append(slices.Clone(answerMeasures), rightOfAnswered) {
		if row := fmt.Sprintf("| `%s` | %s |", m.Name, m.What); !strings.Contains(doc, row) {
			t.Errorf("docs/evaluation.md lacks the row\n%s", row)
		}
	}
	// And its worked example has the figures of this package.
	r := answers(t, firstSystem(), "first")
	for _, rate := range r.Rates {
		if row := fmt.Sprintf("| `%s` | %d of %d |", rate.Name, rate.Count, rate.N); !strings.Contains(doc, row) {
			t.Errorf("the worked example lacks the row\n%s", row)
		}
	}
	for _, figures := range []string{
		fmt.Sprintf("AURC %.4f over all", r.Curves[1].AURC), fmt.Sprintf("AURC %.4f over the answerable", r.Curves[0].AURC),
		fmt.Sprintf("ECE %.4f", r.Reliability.ECE), fmt.Sprintf("Brier %.4f", r.Reliability.Brier),
	} {
		if !strings.Contains(doc, figures) {
			t.Errorf("the worked example lacks %q", figures)
		}
	}
}
