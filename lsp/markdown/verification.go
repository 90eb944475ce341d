package markdown

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
)

// signs show verdicts at a glance.
var signs = map[core.Verdict]string{
	core.Verbatim: "✓", core.Stated: "✓", core.Supported: "✓", core.Partial: "≈", core.Contradicted: "✗", core.Unverifiable: "○",
}

// Verification writes the verdicts on the sentences of a selection as a document.
func Verification(all []citations.Examined, lib *Library) string {
	parts := []string{"# Checked against the standards", summary(all)}
	for i := range all {
		parts = append(parts, verdict(&all[i], lib))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// summary counts the verdicts.
func summary(all []citations.Examined) string {
	n := make(map[core.Verdict]int)
	for _, c := range all {
		n[c.Verdict]++
	}
	var parts []string
	for _, v := range core.Verdicts {
		if n[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[v], v))
		}
	}
	return "Sentences: " + strings.Join(parts, ", ") + "."
}

func verdict(c *citations.Examined, lib *Library) string {
	head := fmt.Sprintf("%s **%s** — %s", signs[c.Verdict], c.Verdict, Escape(c.Sentence))
	switch {
	case c.Says != "" && c.Not != "":
		head += fmt.Sprintf("\n\nIt says %s, not %s", Escape(c.Says), Escape(c.Not))
	case c.Says != "":
		head += "\n\nIt says: " + Escape(c.Says)
	case len(c.Unsupported) > 0 && !c.Verdict.Proved():
		head += "\n\nNot there: " + Escape(strings.Join(c.Unsupported, ", "))
	}
	if c.Evidence == nil {
		return head
	}
	parts := append([]string{head, Link(lib.place(c.Evidence.Locator), lib.address(c.Evidence))}, runs(c.Evidence.Quote)...)
	return strings.Join(parts, "\n\n")
}
