package answer

import (
	"strconv"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/coretest"
)

// Excerpts are the best runs first, no longer than they may be, and never the same words
// twice.
func TestExcerpts(t *testing.T) {
	filler := strings.Repeat("Nothing of the kind is said here at all. ", 30)
	d := apart("Alpha is beta gamma here.", filler+"Alpha may be beta too.", "Delta is omega.", "Only alpha is here.")
	twin := sections("E", "Alpha is beta gamma here.")
	m := coretest.Words{}.Measure("alpha beta gamma", false)
	got := Excerpts(shelf{d, twin}, hitsIn(d, twin), m, "alpha beta gamma", core.IntentGeneral, 9)
	if len(got) < 4 || !strings.Contains(quote(got[0]), "Alpha is beta gamma here.") || !strings.HasSuffix(quote(got[1]), "Alpha may be beta too.") {
		t.Fatalf("excerpts %+v", got)
	}
	if got[0].Covers != 1 || got[1].Covers >= 1 {
		t.Errorf("covers %v and %v", got[0].Covers, got[1].Covers)
	}
	for i, x := range got {
		if len(quote(x)) > excerptBytes+len(x.Document.Label) {
			t.Errorf("an excerpt of %d bytes", len(quote(x)))
		}
		for _, o := range got[:i] {
			if x.Document == o.Document && x.Span.Overlaps(o.Span) || i > 0 && quote(x) == quote(got[0]) {
				t.Errorf("the same words twice: %q", quote(x))
			}
		}
	}
}

// apart is a document whose passages are each of a section of its own.
func apart(passages ...string) *core.Document {
	d := sections("D", passages...)
	for i := range d.Passages {
		d.Passages[i].Section = core.AnchorID(core.KindSection, strconv.Itoa(i))
	}
	return d
}

func quote(x Excerpt) string { return x.Document.Quote(x.Span) }

// The passages of a section are one text: an excerpt goes on where a passage ends, and stays
// in its section.
func TestExcerptsAcrossPassages(t *testing.T) {
	d := apart("Alpha is the first of all.", "It is beta that follows it.", "Omega ends the list here.")
	d.Passages[1].Section = d.Passages[0].Section
	m := coretest.Words{}.Measure("alpha beta", false)
	got := Excerpts(shelf{d}, hitsIn(d)[1:2], m, "alpha beta", core.IntentGeneral, 3)
	if len(got) != 1 || !strings.Contains(quote(got[0]), "Alpha is the first of all.") || !strings.HasSuffix(quote(got[0]), "It is beta that follows it.") {
		t.Errorf("excerpts %+v", got)
	}
	if at := got[0].Passage; at != &d.Passages[0] && at != &d.Passages[1] {
		t.Errorf("passage %+v", at)
	}
}

// An item of a list is read with what announces it.
func TestExcerptsOfLists(t *testing.T) {
	items := "• First, nothing of this is meant here.\n• Second, nothing of that is meant there.\n• Third, nothing else is meant at all.\n• Last, it is gamma that counts.\n"
	d := apart("Alpha needs the following:\n"+items, "Elsewhere gamma counts as well.")
	m := coretest.Words{}.Measure("alpha gamma", false)
	all := stretches(shelf{d}, hitsIn(d), m)
	last := all[0].units[len(all[0].units)-1]
	if !strings.Contains(last.text, "Last") || m.Share(last.marks.With(last.intro)) != 1 {
		t.Errorf("units %+v", all[0].units)
	}
}
