package loop

import (
	"context"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// refine searches for the first gap of the best evidence that a search can close.
func (r *run) refine(ctx context.Context) (core.State, error) {
	q := r.question.Search(r.candidates())
	if !aimAtMissing(r.question, r.best, &q) {
		q.Text = missingWords(r.question, r.best) + q.Text
		r.reword(ctx, &q)
	}
	return r.searchFor(core.DecideRefine, q)
}

// aimAtMissing changes a query to look for what is missing by name, and reports whether
// anything is.
func aimAtMissing(asked *question, best *round, q *core.Query) bool {
	for _, s := range asked.Compared { // first: its name is missing as a term as well
		if slices.Contains(best.assessment.Missing, core.Facet{Kind: core.FacetSide, Text: s.Name}) {
			q.Text, q.Prefer, q.Topics = s.Name+" "+asked.Query, s.Docs, nil
			return true
		}
	}
	for _, f := range best.assessment.Missing {
		switch f.Kind {
		case core.FacetAnchor, core.FacetTerm, core.FacetName:
			q.Text = f.Text + " " + q.Text
			return true
		case core.FacetKindOf:
			q.Expand = append(q.Expand, kindWords[asked.Intent]...)
			return true
		}
	}
	return false
}

// kindWords are searched for where no evidence has the kind of answer asked for.
var kindWords = map[core.Intent][]string{
	core.IntentDate:   {"date", "year", "after", "published"},
	core.IntentReason: {"because", "reason", "in order to", "ensures", "prevents"},
	core.IntentRule:   {"shall", "should", "approved", "required", "permitted"},
}

// missingWords repeats the words that the best window lacks, so that they count
// twice.
func missingWords(q *question, best *round) string {
	missing := q.measure.Missing(best.window)
	if len(missing) == 0 {
		return ""
	}
	return strings.Join(missing, " ") + " "
}

// reword lets a model reword the query or name what is missing, where that is
// switched on. Its words are searched for and never said.
func (r *run) reword(ctx context.Context, q *core.Query) {
	if r.ports.Judge == nil {
		return
	}
	if r.settings.Features.Rewrite {
		text, exchange, err := r.ports.Judge.Rewrite(ctx, r.question.Query, r.best.assessment.Missing)
		r.journal.exchange(exchange)
		if err == nil && text != "" {
			q.Text = text
		}
	}
	if r.settings.Features.Gaps {
		gaps, exchange, err := r.ports.Judge.Gaps(ctx, r.question.Query, r.best.quotes(r.ports.Library))
		r.journal.exchange(exchange)
		if err == nil {
			q.Expand = append(q.Expand, gaps...)
		}
	}
}
