package faq

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// small is a model of two facts, an unanswered question, and six names.
func small() *Model {
	m := &Model{
		Source:    [32]byte{1, 2, 3},
		Documents: []string{"doc-a", "doc-b"},
		Anchors:   []string{"", "section-1"},
		Names:     []string{"big", "blue", "key", "length", "ml-kem", "sky"},
		Spread:    []uint32{1, 1, 1, 1, 1, 1},
		Weights:   StartWeights(),
		Facts: []Fact{
			{Units: []Place{{Document: 1, Page: 7, Sum: 9}}, Wordings: Range{0, 2}},
			{Units: []Place{{Anchor: 1, Page: 1}, {Page: 2}}, Wordings: Range{2, 3}, Evidence: 1},
		},
	}
	r := rand.New(rand.NewPCG(1, 2))
	m.Vectors, m.Gains = make([]float32, m.Rows()*Dim), make([]float32, m.Rows())
	for i := range m.Vectors {
		m.Vectors[i] = float32(r.NormFloat64())
	}
	for row := range m.Rows() {
		normalise(m.Vector(row))
	}
	m.Gains[kindCount+1] = 0.5
	m.Prepare()
	m.Wordings = []Tokens{m.Question("length of the key"), m.Question("key length"), m.Question("why is the sky blue")}
	m.Unanswered = []Tokens{m.Question("price of a key")}
	m.Gist = smallGist(r, "length of the key", "key length", "why is the sky blue")
	m.Evidence = []Tokens{m.EvidenceOf([]string{"a big key"}, nil), m.EvidenceOf([]string{"the sky"}, []string{"blue"})}
	return m
}

// smallGist has random vectors for three marks, of wordings and a question without an
// answer.
func smallGist(r *rand.Rand, wordings ...string) Gist {
	g := Gist{Scales: []float32{0.5, 0.01, 1}}
	for range len(g.Scales) * GistDim {
		g.Rows = append(g.Rows, byte(r.IntN(256)))
	}
	for _, text := range wordings {
		v := g.Of(text)
		g.Wordings.Append(&v)
	}
	v := g.Of("price of a key")
	g.Unanswered.Append(&v)
	g.Wordings.prepare()
	g.Unanswered.prepare()
	return g
}

func normalise(v []float32) {
	length := float32(math.Sqrt(float64(dot(v, v))))
	for i := range v {
		v[i] /= length
	}
}

func TestQuestion(t *testing.T) {
	m := small()
	row := func(name string) Token { return Token(m.row(name)) }
	foreign := Token(m.Foreign())
	for _, c := range []struct {
		name, text string
		want       Tokens
	}{
		{"nothing", "", nil},
		{"words without a meaning of their own", "what is the", nil},
		{"a word twice", "key key", Tokens{row("key")}},
		{"a kind, which weighs more than a known word", "why key", Tokens{1, row("key")}},
		{"a compound and its parts", "ML-KEM", Tokens{foreign | part, foreign | part, row("ml-kem")}},
		{"a part that stands alone too", "key_big key", Tokens{row("key"), row("big") | part, foreign}},
		{"a part that stood alone before", "key key_big", Tokens{row("key"), row("big") | part, foreign}},
		{"foreign words, each once", "moon sun moon key", Tokens{foreign, foreign, row("key")}},
	} {
		got := m.Question(c.text)
		want := slices.Clone(c.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q is %v, want %v", c.name, c.text, got, want)
		}
	}
}

func TestQuestionKeepsTheHeaviest(t *testing.T) {
	m := small()
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "rare%c%c ", 'a'+i%20, 'a'+i/20)
	}
	got := m.Question("key blue sky " + text.String())
	if len(got) != MaxTokens {
		t.Fatalf("%d tokens, want %d", len(got), MaxTokens)
	}
	for i, token := range got {
		if token.Row() < kindCount+len(m.Names) {
			t.Errorf("token %d is of row %d, a name, although unknown words weigh more", i, token.Row())
		}
	}
	if got := m.Question(strings.Repeat("x ", MaxTextBytes/2) + "key"); len(got) != 1 {
		t.Errorf("%d tokens, want that of the first %d bytes only", len(got), MaxTextBytes)
	}
}

func TestEvidenceOfPrefersTheText(t *testing.T) {
	m := small()
	var text, headings []string
	for i := range MaxEvidence {
		text = append(text, fmt.Sprintf("word%c%c", 'a'+i/26, 'a'+i%26))
		headings = append(headings, fmt.Sprintf("head%c%c", 'a'+i/26, 'a'+i%26))
	}
	m.Names = slices.Concat(headings, text)
	m.Spread = make([]uint32, len(m.Names))
	m.rarity = rarities(len(m.Facts), m.Spread)
	got, want := m.EvidenceOf(text, headings), m.EvidenceOf(text, nil)
	inText := 0
	for _, token := range got {
		if slices.Contains(want, token) {
			inText++
		}
	}
	if len(got) != MaxEvidence || inText < MaxEvidence*2/3 {
		t.Errorf("%d tokens, %d of them of the text; want %d, most of the text", len(got), inText, MaxEvidence)
	}
}

func TestCover(t *testing.T) {
	m := small()
	key, length, big := m.row("key"), m.row("length"), m.row("big")
	for i := range Dim { // big is cos 0.8 from length, and a stranger to key
		m.Vector(key)[i], m.Vector(length)[i], m.Vector(big)[i] = 0, 0, 0
	}
	m.Vector(key)[0], m.Vector(length)[1] = 1, 1
	m.Vector(big)[1], m.Vector(big)[2] = 0.8, 0.6
	act := (0.8 - 0.3) / 0.7
	mass := float64(m.Mass(Token(key))) // the same for all three

	q := NewQuery(m)
	q.Ask(Tokens{Token(key), Token(big)})
	none := Shadow{}
	for _, c := range []struct {
		name           string
		list           Tokens
		evidence       Tokens
		question, back float64
	}{
		{"all", Tokens{Token(key), Token(big)}, nil, 1, 1},
		{"nothing", nil, nil, 0, 0},
		{"one alike", Tokens{Token(key), Token(length)}, nil, (1 + act) / 2, (1 + act) / 2},
		{"a stranger", Tokens{Token(m.row("sky"))}, nil, 0, 0},
		{"half by evidence", Tokens{Token(key)}, Tokens{Token(big)}, (1 + 0.5) / 2, 1},
		{"the better of both", Tokens{Token(length)}, Tokens{Token(big), Token(key)}, (0.5 + act) / 2, act},
		{"a part", Tokens{Token(key), Token(length) | part}, nil, (1 + act) / 2, (1 + 0.4*act) / 1.4},
	} {
		shadow := none
		if c.evidence != nil {
			shadow = q.Shadow(c.evidence)
		}
		logit, got := q.Answer(c.list, &shadow)
		if near := func(a float32, b float64) bool { return math.Abs(float64(a)-b) < 0.05 }; !near(got.Question, c.question) || !near(got.List, c.back) {
			t.Errorf("%s: question covered %.3f, list %.3f; want %.3f, %.3f", c.name, got.Question, got.List, c.question, c.back)
		}
		open := 0.0
		for i := range MaxTokens {
			u := 0.0
			if i < 2 {
				u = mass * (1 - float64(q.Covered(&got, &shadow, i)))
			}
			open += math.Exp(1.5 * u)
		}
		open = math.Log(open) / 9
		if want := 6*float64(got.Question) + 4*float64(got.List) - 6 - open; math.Abs(float64(logit)-want) > 1e-4 {
			t.Errorf("%s: logit %v, want %v", c.name, logit, want)
		}
	}
}

func TestAskForgetsTheQuestionBefore(t *testing.T) {
	m := small()
	fresh, used := NewQuery(m), NewQuery(m)
	used.Ask(m.Question("why is the sky so big"))
	for _, l := range m.Wordings {
		used.Cover(l, nil)
	}
	question := m.Question("key length")
	fresh.Ask(question)
	used.Ask(question)
	for i, l := range append(m.Wordings, m.Unanswered...) {
		if got, want := used.Cover(l, nil), fresh.Cover(l, nil); got != want {
			t.Errorf("list %d: a used query gives %+v, a fresh one %+v", i, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	m := small()
	r := rand.New(rand.NewPCG(3, 4))
	var lists []Tokens
	var group []uint32
	for i := range 60 {
		var l Tokens
		for _, row := range r.Perm(len(m.Names))[:1+r.IntN(5)] {
			l = append(l, Token(kindCount+row)|Token(r.IntN(2))<<15)
		}
		lists, group = append(lists, l), append(group, uint32(i/3))
	}
	s := NewSearch(newIndex(m, lists, group))
	var got []uint32
	for i, l := range lists {
		without := i
		if i%2 == 0 {
			without = None
		}
		got = s.Nearest(got, l, without, 7)
		cosines := cosines(m, lists, group, l, without)
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
	if got := s.Nearest(nil, nil, None, 7); len(got) != 0 {
		t.Errorf("nearest to nothing are %v, want none", got)
	}
}

// cosines are by group those of the nearest of its lists.
func cosines(m *Model, lists []Tokens, group []uint32, question Tokens, without int) []float64 {
	best := make([]float64, group[len(group)-1]+1)
	for i, l := range lists {
		if i == without {
			continue
		}
		var product float64
		for _, a := range question {
			for _, b := range l {
				if a.Row() == b.Row() {
					w := m.rarity[a.Row()]
					product += float64(a.share() * w * b.share() * w)
				}
			}
		}
		best[group[i]] = max(best[group[i]], product/float64(m.norm(l)))
	}
	return best
}
