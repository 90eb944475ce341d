package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
)

// sum is an algorithm's box that is written for these tests.
const sum = `Algorithm 1 sum(𝑥)
Input: list 𝑥.
Output: number 𝑦.
1: 𝑦 ← 0
2: for each 𝑒 of 𝑥 do
3:    𝑦 ← 𝑦 + 𝑒 ▷ a remark that
goes on
4: end for
5: 𝑧 ← 𝑦
6: return 𝑧`

// withSum is a view on a library that has the box; or not, where it is only quoted.
func withSum(known bool) View {
	v := view("en")
	d := &core.Document{
		ID: "sums", Label: "Sums", Text: sum, Format: core.FormatPDF, Pages: make([]core.Page, 3),
		Anchors:    []core.Anchor{{ID: "algorithm-1", Kind: core.KindAlgorithm, Number: "1", Title: "sum", StartPage: 1, EndPage: 1}},
		Algorithms: []core.Algorithm{{Anchor: "algorithm-1", Name: "sum", Span: core.Span{End: len(sum)}}},
	}
	v.Document = func(id string) *core.Document {
		if known && id == d.ID {
			return d
		}
		return nil
	}
	return v
}

// summed is an answer of lines of the box; those after "|" cite a second quote as well.
func summed(short string, lines ...string) Reply {
	at := core.Locator{DocID: "sums", Anchor: "algorithm-1", StartPage: 1, EndPage: 1}
	o := answered("How is a sum made?", core.IntentSteps, short)
	o.Citations = []core.Citation{{Key: "c1", Quote: sum, Locator: at}, {Key: "c2", Quote: "A sum is a number.", Locator: core.Locator{DocID: "sums", Anchor: "section-1", StartPage: 1, EndPage: 1}}}
	for _, line := range lines {
		text, both := strings.CutPrefix(line, "|")
		c := claim(text, core.Verbatim, "claim-quoted", "c1")
		if both {
			c.Citations = append(c.Citations, "c2")
		}
		o.Claims = append(o.Claims, c)
	}
	return Reply{ID: savedID, Outcome: &o, Detail: DetailFull}
}

// TestStepsKeepTheirOrder wants the lines of a box in its order, each once, and the word
// of those that are not there.
func TestStepsKeepTheirOrder(t *testing.T) {
	const loop = "3:    𝑦 ← 𝑦 + 𝑒 ▷ a remark that\ngoes on"
	for _, c := range []struct {
		name  string
		reply Reply
		want  string // the box, without fences and numbers of sources
	}{
		{"whole", summed("A sum.", strings.Split(sum, "\n")[1:]...), strings.SplitN(sum, "\n", 2)[1]},
		{
			"by relevance, the first as the short answer", summed("5: 𝑧 ← 𝑦", "5: 𝑧 ← 𝑦", "1: 𝑦 ← 0\n2: for each 𝑒 of 𝑥 do", "4: end for", "Input: list 𝑥."),
			"Input: list 𝑥.\n…\n1: 𝑦 ← 0\n2: for each 𝑒 of 𝑥 do\n… line 3 omitted\n4: end for\n5: 𝑧 ← 𝑦\n… line 6 omitted",
		},
		{"from the middle", summed("A sum.", loop), "… lines 1–2 omitted\n" + loop + "\n… lines 4–6 omitted"},
		{"half of a step", summed("A sum.", "4: end for", "3:    𝑦 ← 𝑦 + 𝑒 ▷ a remark that"), "… lines 1–2 omitted\n3:    𝑦 ← 𝑦 + 𝑒 ▷ a remark that\n…\n4: end for\n… lines 5–6 omitted"},
		{"twice", summed("A sum.", "1: 𝑦 ← 0\n2: for each 𝑒 of 𝑥 do", "2: for each 𝑒 of 𝑥 do", loop, "4: end for\n5: 𝑧 ← 𝑦\n6: return 𝑧"), strings.SplitN(sum, "\n", 4)[3]},
		{"sources apart", summed("A sum.", "2: for each 𝑒 of 𝑥 do", "|1: 𝑦 ← 0", loop), "1: 𝑦 ← 0\n2: for each 𝑒 of 𝑥 do\n" + loop + "\n… lines 4–6 omitted"},
		{"no step", summed("A sum.", "Output: number 𝑦.", "Input: list 𝑥."), "Input: list 𝑥.\nOutput: number 𝑦."},
		{"prose between", summed("A sum.", "6: return 𝑧", "A sum is in no box.", "5: 𝑧 ← 𝑦"), "… lines 1–4 omitted\n5: 𝑧 ← 𝑦\n6: return 𝑧\nA sum is in no box."},
	} {
		for _, known := range []bool{true, false} {
			m := withSum(known).Outcome(c.reply, 1)
			if err := accepted(m); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			text := strings.NewReplacer("```text\n", "", "```", "", " `[1]`", "", " `[2]`", "", "`[1]`", "", "`[2]`", "").Replace(m.Embeds[0].Description)
			var lines []string
			for line := range strings.Lines(text) {
				if line = strings.TrimRight(line, "\n"); line != "" {
					lines = append(lines, line)
				}
			}
			if got := strings.Join(lines, "\n"); got != c.want {
				t.Errorf("%s (in the library: %v):\n%s\nwant\n%s", c.name, known, got, c.want)
			}
		}
	}
}

// TestWholeLines cuts a box at the ends of its lines, at any size, and names what is
// omitted.
func TestWholeLines(t *testing.T) {
	v := withSum(true)
	lines := strings.Split(sum, "\n")
	for most := 60; most <= units(fenced(sum)); most++ {
		got, cut := v.wholeLines(sum, most, 0, fenced)
		if units(got) > most {
			t.Errorf("%d units of at most %d", units(got), most)
		}
		inside := strings.Split(strings.TrimSuffix(strings.TrimPrefix(got, fenceOpen), fenceClose), "\n")
		if !cut {
			if len(inside) != len(lines) {
				t.Errorf("at %d units %d lines are whole", most, len(inside))
			}
			continue
		}
		mark := inside[len(inside)-1]
		n := len(inside) - 1
		if strings.Join(inside[:n], "\n") != strings.Join(lines[:n], "\n") {
			t.Errorf("at %d units: %q", most, got)
		}
		first := steps(lines[n:]).first
		want := fmt.Sprintf("… lines %d–6 omitted", first)
		if first == 6 {
			want = "… line 6 omitted"
		}
		if mark != want {
			t.Errorf("at %d units the mark is %q, want %q", most, mark, want)
		}
	}
	if got, _ := v.wholeLines(strings.Repeat("x", 500)+"\nsecond", 100, 0, fenced); units(got) > 100 || !strings.Contains(got, ellipsis) {
		t.Errorf("a long first line is cut to %q", got)
	}
}

// TestCardOfFirstSteps says which steps a card has not, where the core has cut it.
func TestCardOfFirstSteps(t *testing.T) {
	first := strings.Join(strings.Split(sum, "\n")[:5], "\n")
	c := card.Card{State: card.Resolved, Heading: "Sums, Algorithm 1", Text: first, More: true, Exactness: card.Verbatim, DocID: "sums", Anchor: "algorithm-1"}
	if got := withSum(true).Card(&c).Embeds[0].Description; !strings.Contains(got, first+"\n… lines 3–6 omitted") {
		t.Errorf("the card reads %q", got)
	}
	c.Text, c.More = sum, false
	if got := withSum(true).Card(&c).Embeds[0].Description; !strings.Contains(got, sum) || strings.Contains(got, "omitted") {
		t.Errorf("the whole card reads %q", got)
	}
}
