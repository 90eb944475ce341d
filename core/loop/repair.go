package loop

import (
	"context"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// repair searches once for the claims that failed, and keeps those that what is found
// proves.
func (r *run) repair(ctx context.Context) (core.State, error) {
	d := &r.draft
	hits, err := r.search(ctx, core.Query{
		Text: strings.Join(texts(d.failed), "\n"), Docs: r.question.Scope, Prefer: r.question.Home(), K: evidenceHits, Granularity: core.ByPassage,
	})
	if err != nil {
		return ended, err
	}
	failed := d.failed
	d.failed = nil
	for _, c := range failed {
		held := r.proveElsewhere(&c, hits)
		r.journal.emit(core.Event{Kind: core.EventRepair, Repair: &core.Repair{Claim: c.Text, Held: held}})
		if held {
			d.kept = append(d.kept, c)
		} else {
			d.failed = append(d.failed, c)
		}
	}
	return core.StateVerify, nil
}

// repairHits is how many passages a claim that failed is looked for in.
const repairHits = 4

// proveElsewhere looks for a passage among the hits that says a claim in so many words,
// and cites it. A claim that failed where its writer found it is not trusted
// further than that: somewhere in a library nearly everything is half said.
func (r *run) proveElsewhere(c *core.Claim, hits []core.Hit) bool {
	for _, h := range hits[:min(len(hits), repairHits)] {
		doc := r.ports.Library.Document(h.Passage.DocID)
		if doc == nil {
			continue
		}
		key := r.draft.Cite(doc, doc.Passages[h.Passage.Index].Span)
		try := *c // with what it is a cell of
		try.Citations = []string{key}
		if try.Verdict, try.Rule = r.ports.Verifier.Verify(try, r.draft.Citations); try.Verdict == core.Verbatim {
			*c = try
			return true
		}
	}
	return false
}
