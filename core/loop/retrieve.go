package loop

import (
	"context"
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// evidenceHits is how many passages a question gets as evidence.
const evidenceHits = 12

// candidates is how many passages to ask for: twice as many where they are
// reordered.
func (r *run) candidates() int {
	if r.settings.Features.Rerank {
		return 2 * evidenceHits
	}
	return evidenceHits
}

// searchFor leaves a query for the next retrieval, with what asked for it.
func (r *run) searchFor(because core.Decision, q core.Query) (core.State, error) {
	r.because, r.query = because, q
	return core.StateRetrieve, nil
}

// retrieve searches for the query. What it finds joins the best evidence so far, unless
// the search was widened: then the other profile ranked them all.
func (r *run) retrieve(ctx context.Context) (core.State, error) {
	hits, err := r.search(ctx, r.query)
	if err != nil {
		return ended, err
	}
	r.account.spent.Rounds++
	r.journal.emit(core.Event{Kind: core.EventRetrieval, Retrieval: &core.Retrieval{
		Round: r.account.spent.Rounds, For: r.because, Query: r.query.Text, Profile: string(r.query.Profile), Hits: r.hitRefs(hits),
	}})
	if r.best != nil && r.because != core.DecideWiden {
		hits = join(r.best.evidence.Hits(), hits)
	}
	hits = onlyOwn(r.question, r.withFacts(hits))
	r.now = &round{number: r.account.spent.Rounds, hits: hits}
	return core.StateAssess, nil
}

func (r *run) search(ctx context.Context, q core.Query) ([]core.Hit, error) {
	r.account.spent.ToolCalls++
	r.noteSearched(q.Docs)
	hits, err := r.ports.Retriever.Search(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("retrieve evidence: %w", err)
	}
	return hits, nil
}

// hitRefs are hits as a trace keeps them.
func (r *run) hitRefs(hits []core.Hit) []core.HitRef {
	if r.journal.observer == nil {
		return nil
	}
	out := make([]core.HitRef, 0, len(hits))
	for _, h := range hits {
		ref := core.HitRef{DocID: h.Passage.DocID, Passage: h.Passage.Index, Page: h.Page, Score: h.Score}
		if doc := r.ports.Library.Document(h.Passage.DocID); doc != nil {
			ref.Section = strings.Join(doc.SectionPath(doc.Passages[h.Passage.Index].Section), " > ")
		}
		out = append(out, ref)
	}
	return out
}
