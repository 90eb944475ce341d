package eval

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseQuestions(t *testing.T) {
	const in = `{"qid":"a","question":"What is X?","answerable":true,"gold":[{"doc_id":"D2","start_page":3,"end_page":4},{"doc_id":"D1","start_page":9,"end_page":9},{"doc_id":"D1","start_page":9,"end_page":9}],"author":"me"}

{"qid":"b","question":"Who?","answerable":false,"gold":[]}
{"qid":"c","question":"Where?","answerable":true,"gold_spans":[{"doc_id":"D1","start_page":1,"end_page":1,"note":"x"}]}
{"qid":"d","question":"When?","answerable":true,"type":"date","kind":"answerable","must":["2024 | August 2024","13"]}
{"qid":"e","question":"Why?","answerable":false,"kind":"off-corpus","gold":[],"must":[]}
`
	set, err := parseQuestions("set.jsonl", strings.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	want := &QuestionSet{
		File: File{Name: "set.jsonl", SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(in)))},
		Questions: []Question{
			{ID: "a", Text: "What is X?", Answerable: true, Kind: KindAnswerable, Gold: spans(p("D1", 9), p("D1", 9), p("D2", 3, 4))},
			{ID: "b", Text: "Who?", Kind: KindNearMiss, Gold: []PageSpan{}},
			{ID: "c", Text: "Where?", Answerable: true, Kind: KindAnswerable, Gold: spans(p("D1", 1))},
			{ID: "d", Text: "When?", Answerable: true, Kind: KindAnswerable, Type: "date", Must: []Fact{{"2024", "August 2024"}, {"13"}}},
			{ID: "e", Text: "Why?", Kind: KindOffCorpus, Gold: []PageSpan{}},
		},
	}
	if diff := cmp.Diff(want, set); diff != "" {
		t.Errorf("set (-want +got):\n%s", diff)
	}
	var scored []bool
	for i := range set.Questions {
		scored = append(scored, set.Questions[i].Scored())
	}
	if diff := cmp.Diff([]bool{true, false, true, false, false}, scored); diff != "" {
		t.Errorf("scored (-want +got):\n%s", diff)
	}
}

func TestParseQuestionsErrors(t *testing.T) {
	const good = `{"qid":"a","question":"q","answerable":true}` + "\n"
	for _, tc := range []struct{ name, in, want string }{
		{"not JSON", good + "nonsense", "set.jsonl:2: parse question"},
		{"two values on a line", `{"qid":"a","question":"q","answerable":true} {}`, "set.jsonl:1: parse question"},
		{"wrong type", `{"qid":7,"question":"q","answerable":true}`, "set.jsonl:1: parse question"},
		{"no qid", `{"question":"q","answerable":true}`, `set.jsonl:1: qid ""`},
		{"control character in the qid", `{"qid":"a\u001b[2J","question":"q","answerable":true}`, "control character"},
		{"repeated qid, blank lines counted", good + "\n \n" + good, `set.jsonl:4: qid "a" was used before`},
		{"no text", `{"qid":"a","question":" ","answerable":true}`, `"a" has no text`},
		{"answerable left out", `{"qid":"a","question":"q"}`, `lacks the field "answerable"`},
		{"two golds", `{"qid":"a","question":"q","answerable":true,"gold":[],"gold_spans":[]}`, `both "gold" and "gold_spans"`},
		{"no document", `{"qid":"a","question":"q","answerable":true,"gold":[{"start_page":1,"end_page":1}]}`, "names no document"},
		{"page 0", `{"qid":"a","question":"q","answerable":true,"gold":[{"doc_id":"D","start_page":0,"end_page":1}]}`, "pages 0 to 1"},
		{"end before start", `{"qid":"a","question":"q","answerable":true,"gold":[{"doc_id":"D","start_page":3,"end_page":2}]}`, "pages 3 to 2"},
		{"huge page", `{"qid":"a","question":"q","answerable":true,"gold":[{"doc_id":"D","start_page":1,"end_page":9223372036854775807}]}`, "no range of 1-based pages"},
		{"unknown kind", `{"qid":"a","question":"q","answerable":false,"kind":"odd"}`, `"a": kind "odd" is none of`},
		{"kind against answerable", `{"qid":"a","question":"q","answerable":true,"kind":"near-miss"}`, `kind is "near-miss", but answerable is true`},
		{"unanswerable of the kind answerable", `{"qid":"a","question":"q","answerable":false,"kind":"answerable"}`, "but answerable is false"},
		{"control character in the type", `{"qid":"a","question":"q","answerable":true,"type":"a\u001b"}`, "type \"a\\x1b\" holds"},
		{"empty alternative", `{"qid":"a","question":"q","answerable":true,"must":["x|"]}`, `fact "x|" has an empty alternative`},
		{"must is no list", `{"qid":"a","question":"q","answerable":true,"must":"x"}`, "set.jsonl:1: parse question"},
		{"invalid UTF-8", "{\"qid\":\"a\",\"question\":\"\xff\",\"answerable\":true}", "set.jsonl:1: line is not valid UTF-8"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := parseQuestions("set.jsonl", strings.NewReader(tc.in))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error is %v, want it to say %q", err, tc.want)
			}
		})
	}
}

func TestParseQuestionsBoundsALine(t *testing.T) {
	in := `{"qid":"a","question":"q","answerable":true}` + "\n" + strings.Repeat("x", maxLineBytes+1)
	_, err := parseQuestions("set.jsonl", strings.NewReader(in))
	if !errors.Is(err, errTooLarge) || !strings.Contains(err.Error(), "set.jsonl:2:") {
		t.Errorf("error is %v, want errTooLarge at line 2", err)
	}
}

func TestReadQuestionsNamesTheMissingFile(t *testing.T) {
	if _, err := ReadQuestions("testdata/none.jsonl"); err == nil || !strings.Contains(err.Error(), "none.jsonl") {
		t.Errorf("error is %v, want it to name the file", err)
	}
}

func FuzzParseQuestions(f *testing.F) {
	f.Add([]byte(`{"qid":"a","question":"q","answerable":true,"gold":[{"doc_id":"D","start_page":1,"end_page":2}]}`))
	f.Add([]byte(`{"qid":"b","question":"q","answerable":false,"gold_spans":[]}` + "\r\n\r\n"))
	f.Add([]byte(`{"qid":"a","question":"q","answerable":true}` + "\n" + `[]`))
	f.Add([]byte(`{"qid":"a","question":"q","answerable":false,"type":"size","kind":"off-corpus","must":["7 856|7856","x"]}`))
	f.Add([]byte("\xef\xbb\xbf{}"))
	f.Fuzz(func(t *testing.T, in []byte) {
		set, err := parseQuestions("set", strings.NewReader(string(in)))
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, q := range set.Questions {
			if q.ID == "" || seen[q.ID] {
				t.Fatalf("qid %q is empty or repeated", q.ID)
			}
			seen[q.ID] = true
			if q.Answerable != (q.Kind == KindAnswerable) {
				t.Fatalf("kind is %q, answerable %t", q.Kind, q.Answerable)
			}
			for _, fact := range q.Must {
				if !fact.In(fact[0]) || fact.In("") {
					t.Fatalf("%q is not in itself, or in nothing", fact)
				}
			}
			if r := judge(q.Gold, q.Gold).recall(len(q.Gold) + 1); r < 0 || r > 1 {
				t.Fatalf("recall of %v is %v", q.Gold, r)
			}
		}
	})
}
