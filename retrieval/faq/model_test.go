package faq

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
)

// smallEntries are two facts and a hard negative.
func smallEntries() []Entry {
	return []Entry{
		{Units: []core.UnitRef{{DocID: "doc-b", Page: 7, Sum: 9}}, Wordings: []string{"length of the key", "key length"}},
		{Negatives: []string{"price of a key"}},
		{Units: []core.UnitRef{{DocID: "doc-a", Anchor: "section-1", Page: 1}, {DocID: "doc-a", Page: 2}}, Wordings: []string{"why is the sky blue"}},
	}
}

// small is a model of smallEntries and six words.
func small() *model {
	m := &model{
		vocabulary: []string{"big", "blue", "key", "length", "ml-kem", "sky"},
		df:         []uint32{1, 1, 1, 1, 1, 1},
		weights:    initialWeights(),
	}
	r := rand.New(rand.NewPCG(1, 2))
	m.vectors, m.gains = directions(m.rows(), 1), make([]float32, m.rows())
	m.gains[questionTypes+1] = 0.5
	m.prepare(2)
	m.encoder = smallEncoder(r)
	m.evidence.add(m.tokenizeEvidence([]string{"a big key"}, nil))
	m.evidence.add(m.tokenizeEvidence([]string{"the sky"}, []string{"blue"}))
	m.read(smallEntries())
	m.facts[1].evidence = 1
	m.finish(smallEntries())
	return m
}

// smallEncoder has random vectors for three n-grams.
func smallEncoder(r *rand.Rand) encoder {
	e := encoder{scales: []float32{0.5, 0.01, 1}}
	for range len(e.scales) * dim {
		e.rows = append(e.rows, byte(r.IntN(256)))
	}
	return e
}

func TestTokenize(t *testing.T) {
	m := small()
	row := func(name string) token { return token(m.rowOf(name)) }
	oov := token(m.oov())
	for _, c := range []struct {
		name, text string
		want       tokens
	}{
		{"nothing", "", nil},
		{"words without a meaning of their own", "what is the", nil},
		{"a word twice", "key key", tokens{row("key")}},
		{"a kind, which weighs more than a known word", "why key", tokens{1, row("key")}},
		{"a compound and its parts", "ML-KEM", tokens{oov | part, oov | part, row("ml-kem")}},
		{"a part that stands alone too", "key_big key", tokens{row("key"), row("big") | part, oov}},
		{"a part that stood alone before", "key key_big", tokens{row("key"), row("big") | part, oov}},
		{"oov words, each once", "moon sun moon key", tokens{oov, oov, row("key")}},
	} {
		got := m.tokenize(c.text)
		want := slices.Clone(c.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q is %v, want %v", c.name, c.text, got, want)
		}
	}
}

func TestTokenizeKeepsTheHeaviest(t *testing.T) {
	m := small()
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "rare%c%c ", 'a'+i%20, 'a'+i/20)
	}
	got := m.tokenize("key blue sky " + text.String())
	if len(got) != maxTokens {
		t.Fatalf("%d tokens, want %d", len(got), maxTokens)
	}
	for i, token := range got {
		if token.row() < questionTypes+len(m.vocabulary) {
			t.Errorf("token %d is of row %d, a name, although unknown words weigh more", i, token.row())
		}
	}
	if got := m.tokenize(strings.Repeat("x ", maxTextBytes/2) + "key"); len(got) != 1 {
		t.Errorf("%d tokens, want that of the first %d bytes only", len(got), maxTextBytes)
	}
}

func TestTokenizeEvidencePrefersTheText(t *testing.T) {
	m := small()
	var text, headings []string
	for i := range maxEvidence {
		text = append(text, fmt.Sprintf("word%c%c", 'a'+i/26, 'a'+i%26))
		headings = append(headings, fmt.Sprintf("head%c%c", 'a'+i/26, 'a'+i%26))
	}
	m.vocabulary, m.rowByWord = slices.Concat(headings, text), nil
	m.df = make([]uint32, len(m.vocabulary))
	m.idf = inverseFrequencies(len(m.facts), m.df)
	got, want := m.tokenizeEvidence(text, headings), m.tokenizeEvidence(text, nil)
	inText := 0
	for _, token := range got {
		if slices.Contains(want, token) {
			inText++
		}
	}
	if len(got) != maxEvidence || inText < maxEvidence*2/3 {
		t.Errorf("%d tokens, %d of them of the text; want %d, most of the text", len(got), inText, maxEvidence)
	}
}

func TestAlign(t *testing.T) {
	m := small()
	key, length, big := m.rowOf("key"), m.rowOf("length"), m.rowOf("big")
	for i := range dim { // big is cos 0.8 from length, and a stranger to key
		m.vector(key, nil)[i], m.vector(length, nil)[i], m.vector(big, nil)[i] = 0, 0, 0
	}
	m.vector(key, nil)[0], m.vector(length, nil)[1] = 1, 1
	m.vector(big, nil)[1], m.vector(big, nil)[2] = 0.8, 0.6
	act := (0.8 - 0.3) / 0.7
	mass := float64(m.massOf(token(key))) // the same for all three

	q := newQuery(m)
	q.ask(tokens{token(key), token(big)})
	for _, c := range []struct {
		name           string
		list           tokens
		evidence       tokens
		question, back float64
	}{
		{"all", tokens{token(key), token(big)}, nil, 1, 1},
		{"nothing", nil, nil, 0, 0},
		{"one alike", tokens{token(key), token(length)}, nil, (1 + act) / 2, (1 + act) / 2},
		{"a stranger", tokens{token(m.rowOf("sky"))}, nil, 0, 0},
		{"half by evidence", tokens{token(key)}, tokens{token(big)}, (1 + 0.5) / 2, 1},
		{"the better of both", tokens{token(length)}, tokens{token(big), token(key)}, (0.5 + act) / 2, act},
		{"a part", tokens{token(key), token(length) | part}, nil, (1 + act) / 2, (1 + 0.4*act) / 1.4},
	} {
		evidence := maxSims{}
		if c.evidence != nil {
			evidence = q.maxSims(c.evidence)
		}
		logit, got := q.factLogit(c.list, &evidence)
		if near := func(a float32, b float64) bool { return math.Abs(float64(a)-b) < 0.05 }; !near(got.question, c.question) || !near(got.list, c.back) {
			t.Errorf("%s: question aligned %.3f, list %.3f; want %.3f, %.3f", c.name, got.question, got.list, c.question, c.back)
		}
		open := 0.0
		for i := range maxTokens {
			u := 0.0
			if i < 2 {
				u = mass * (1 - float64(q.aligned(&got, &evidence, i)))
			}
			open += math.Exp(1.5 * u)
		}
		open = math.Log(open) / 9
		if want := 6*float64(got.question) + 4*float64(got.list) - 6 - open; math.Abs(float64(logit)-want) > 1e-4 {
			t.Errorf("%s: logit %v, want %v", c.name, logit, want)
		}
	}
}

func TestAskForgetsTheQuestionBefore(t *testing.T) {
	m := small()
	fresh, used := newQuery(m), newQuery(m)
	used.ask(m.tokenize("why is the sky so big"))
	for i := range m.wordings.lists.len() {
		used.align(m.wordings.lists.at(i), nil)
	}
	question := m.tokenize("key length")
	fresh.ask(question)
	used.ask(question)
	for i := range m.wordings.lists.len() {
		l := m.wordings.lists.at(i)
		if got, want := used.align(l, nil), fresh.align(l, nil); got != want {
			t.Errorf("list %d: a used query gives %+v, a fresh one %+v", i, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	m := small()
	r := rand.New(rand.NewPCG(3, 4))
	var all []tokens
	var group []uint32
	for i := range 60 {
		var l tokens
		for _, row := range r.Perm(len(m.vocabulary))[:1+r.IntN(5)] {
			l = append(l, token(questionTypes+row)|token(r.IntN(2))<<15)
		}
		all, group = append(all, l), append(group, uint32(i/3))
	}
	var flat lists
	for _, l := range all {
		flat.add(l)
	}
	index := newIndex(m, &flat, group)
	s := newSearch(m, &index)
	var got []uint32
	for i, l := range all {
		without := i
		if i%2 == 0 {
			without = noList
		}
		got = s.nearest(got, l, without, 7)
		cosines := cosines(m, all, group, l, without)
		best := slices.Sorted(slices.Values(cosines))
		slices.Reverse(best)
		for at, g := range got { // equals may change places: sums are rounded
			if math.Abs(cosines[g]-best[at]) > 1e-5 {
				t.Errorf("list %d: nearest are %v, the cosine of the one at %d is %v, want %v", i, got, at, cosines[g], best[at])
			}
		}
		if len(got) != 7 && best[len(got)] > 0 {
			t.Errorf("list %d: nearest are %v, want one more", i, got)
		}
	}
	if got := s.nearest(nil, nil, noList, 7); len(got) != 0 {
		t.Errorf("nearest to nothing are %v, want none", got)
	}
}

// cosines are by group those of the nearest of its lists.
func cosines(m *model, lists []tokens, group []uint32, question tokens, without int) []float64 {
	best := make([]float64, group[len(group)-1]+1)
	for i, l := range lists {
		if i == without {
			continue
		}
		var product float64
		for _, a := range question {
			for _, b := range l {
				if a.row() == b.row() {
					w := m.idf[a.row()]
					product += float64(a.share() * w * b.share() * w)
				}
			}
		}
		best[group[i]] = max(best[group[i]], product/float64(m.norm(l)))
	}
	return best
}
