package render

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
)

// A listing keeps its lines, apart from the sentences around it.
func TestListingIsFenced(t *testing.T) {
	o := answered("How is it run?", core.IntentGeneral, "Run it so:")
	o.Claims = []core.Claim{
		claim("Run it so:", core.Verbatim, "claim-quoted", "c1"), claim("It is a tool.", core.Verbatim, "claim-quoted", "c1"),
		claim("make *all*\n    test ```x```", core.Verbatim, "claim-quoted", "c1"),
	}
	o.Citations = []core.Citation{cite("c1", "section-1", "1 Use", 9, "It is a tool. Run it so:\n\nmake *all*\n    test ```x```")}
	text := view("en").Outcome(Reply{ID: "x", Outcome: &o}, 1).Embeds[0].Description
	if !strings.Contains(text, "```text\nmake *all*\n    test `") || strings.Count(text, "```") != 2 || !strings.Contains(text, "It is a tool.") {
		t.Errorf("page reads\n%s", text)
	}
}

// An answer that is a listing alone shows it with its lines, however short it is to be.
func TestAnswerThatIsAListing(t *testing.T) {
	o := answered("How is it run?", core.IntentGeneral, "make all\n    test")
	o.Claims = []core.Claim{claim("make all\n    test", core.Verbatim, "claim-quoted", "c1")}
	o.Citations = []core.Citation{cite("c1", "section-1", "1 Use", 9, "make all\n    test")}
	for _, detail := range []Detail{DetailShort, DetailFull} {
		m := view("en").Outcome(Reply{ID: "x", Outcome: &o, Detail: detail}, 1)
		if text := m.Embeds[0].Description; !strings.Contains(text, "```text\nmake all\n    test\n```") || strings.Contains(m.Content, "make") {
			t.Errorf("page reads\n%s\n%s", m.Content, text)
		}
	}
}
