package loop

import (
	"context"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
)

// nextQuery is the query of a further round. It follows from what the best
// evidence lacks.
func (r *run) nextQuery(ctx context.Context, d core.Decision) core.Query {
	q := r.plan.Search(r.candidates())
	switch d {
	case core.DecideWiden:
		q.Docs, q.Profile, q.K = r.plan.Within, core.ProfileMeaning, plan.MaxHits
		q.Text = r.missingWords() + q.Text
	case core.DecideDecompose:
		q.Topics = nil
		for _, part := range r.plan.Parts {
			q.Topics = append(q.Topics, core.Topic{Text: part, Docs: q.Prefer})
		}
		q.K = plan.MaxHits
	default:
		r.refineQuery(ctx, &q)
	}
	return q
}

// refineQuery changes a query by the first gap that it can close.
func (r *run) refineQuery(ctx context.Context, q *core.Query) {
	for _, s := range r.plan.Compared { // first: its name is missing as a term as well
		if slices.Contains(r.best.assessment.Missing, core.Facet{Kind: core.FacetSide, Text: s.Name}) {
			q.Text, q.Prefer, q.Topics = s.Name+" "+r.question, s.Docs, nil
			return
		}
	}
	for _, f := range r.best.assessment.Missing {
		switch f.Kind {
		case core.FacetAnchor, core.FacetTerm, core.FacetName:
			q.Text = f.Text + " " + q.Text
			return
		case core.FacetKindOf:
			q.Expand = append(q.Expand, kindWords[r.plan.Intent]...)
			return
		}
	}
	q.Text = r.missingWords() + q.Text
	r.rewrite(ctx, q)
}

// kindWords are searched for where no evidence has the kind of answer asked for.
var kindWords = map[core.Intent][]string{
	core.IntentDate:   {"date", "year", "after", "published"},
	core.IntentReason: {"because", "reason", "in order to", "ensures", "prevents"},
	core.IntentRule:   {"shall", "should", "approved", "required", "permitted"},
}

// missingWords repeats the words that the best window lacks, so that they count
// twice.
func (r *run) missingWords() string {
	missing := r.measure.Missing(r.best.window)
	if len(missing) == 0 {
		return ""
	}
	return strings.Join(missing, " ") + " "
}

// rewrite lets a model reword the query or name what is missing, where that is
// switched on. Its words are searched for and never said.
func (r *run) rewrite(ctx context.Context, q *core.Query) {
	if r.ports.Judge == nil {
		return
	}
	if r.settings.Features.Rewrite {
		text, exchange, err := r.ports.Judge.Rewrite(ctx, r.question, r.best.assessment.Missing)
		r.emitExchange(exchange)
		if err == nil && text != "" {
			q.Text = text
		}
	}
	if r.settings.Features.Gaps {
		gaps, exchange, err := r.ports.Judge.Gaps(ctx, r.question, r.quotes(r.best))
		r.emitExchange(exchange)
		if err == nil {
			q.Expand = append(q.Expand, gaps...)
		}
	}
}
