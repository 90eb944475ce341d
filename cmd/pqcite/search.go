package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/retrieval"
)

// profile names the legs and weights of a search in its result.
const profile = "lexical"

// searchResult is what `search --json` prints.
type searchResult struct {
	Query   string           `json:"query"`
	Profile string           `json:"profile"`
	Unit    core.Granularity `json:"unit"`
	Hits    []searchHit      `json:"hits"`
}

type searchHit struct {
	Rank        int               `json:"rank"`
	Score       float64           `json:"score"`
	DocID       string            `json:"doc_id"`
	Section     string            `json:"section"`
	StartPage   int               `json:"start_page"`
	EndPage     int               `json:"end_page"`
	PrintedPage string            `json:"printed_page"`
	Anchors     []string          `json:"anchors"`
	Text        string            `json:"text"`
	Source      core.Source       `json:"source"`
	Explanation *core.Explanation `json:"explanation,omitempty"`
}

// searchOptions are the flags of a search.
type searchOptions struct {
	k       int
	unit    string
	explain bool
}

// maxK bounds how many hits a search may ask for.
const maxK = 1000

func (o searchOptions) validate() error {
	switch {
	case o.k < 1 || o.k > maxK:
		return usageError{fmt.Errorf("--count (-k) is %d, must be 1 to %d", o.k, maxK)}
	case o.unit != string(core.ByPassage) && o.unit != string(core.ByPage):
		return usageError{fmt.Errorf("--unit is %q, must be %q or %q", o.unit, core.ByPassage, core.ByPage)}
	}
	return nil
}

func (a *app) searchCommand() *cobra.Command {
	var o searchOptions
	var asJSON bool
	var batchFile string
	c := &cobra.Command{
		Use:   "search WORDS…",
		Short: "Find passages",
		Args:  wordsOrBatch(&batchFile),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.validate(); err != nil {
				return err
			}
			query, err := a.wordsUnless(batchFile, cmd, args, "query")
			if err != nil {
				return err
			}
			lib, engine, err := a.openEngine(cmd.Context())
			if err != nil {
				return err
			}
			defer engine.Close()
			find := func(query string) (*searchResult, error) { return search(cmd.Context(), lib, engine, query, o) }
			if batchFile != "" {
				return a.searchBatch(cmd.Context(), batchFile, find)
			}
			r, err := find(query)
			if err != nil {
				return err
			}
			return a.printFound(r, asJSON)
		},
	}
	c.Flags().IntVarP(&o.k, "count", "k", 8, "how many hits")
	c.Flags().StringVar(&o.unit, "unit", string(core.ByPassage), `what counts as one hit: "passage", or "page" to count each page once`)
	c.Flags().BoolVar(&o.explain, "explain", false, "show how each score was made")
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	c.Flags().StringVar(&batchFile, "batch", "", `search for the JSON lines {"question"} of a file, "-" for standard input`)
	return c
}

func (a *app) searchBatch(ctx context.Context, file string, find func(string) (*searchResult, error)) error {
	return a.batch(ctx, file, func(line []byte) (any, error) {
		query, err := parseQuestion(line)
		if err != nil {
			return nil, err
		}
		return find(query)
	})
}

func (a *app) printFound(r *searchResult, asJSON bool) error {
	if asJSON {
		return a.printJSON(r)
	}
	printHits(a.sheet(), r)
	return nil
}

func search(ctx context.Context, lib *corpus.Library, engine *retrieval.Engine, query string, o searchOptions) (*searchResult, error) {
	query, err := plan.Clean(query)
	if err != nil {
		return nil, err
	}
	q := planner(lib).Query(query, o.k, core.Granularity(o.unit))
	q.Explain = o.explain
	hits, err := engine.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	r := &searchResult{Query: query, Profile: profile, Unit: core.Granularity(o.unit), Hits: []searchHit{}}
	for i, h := range hits {
		r.Hits = append(r.Hits, hitOf(lib, h, i+1, core.Granularity(o.unit)))
	}
	return r, nil
}

func hitOf(lib *corpus.Library, h core.Hit, rank int, unit core.Granularity) searchHit {
	doc := lib.Document(h.Passage.DocID)
	p := &doc.Passages[h.Passage.Index]
	out := searchHit{
		Rank: rank, Score: h.Score, DocID: doc.ID, Section: strings.Join(doc.SectionPath(p.Section), " > "),
		StartPage: p.StartPage, EndPage: p.EndPage, Anchors: append([]string{}, p.Anchors...),
		Text: doc.Quote(p.Span), Source: doc.Source(), Explanation: h.Explanation,
	}
	if unit == core.ByPage {
		out.StartPage, out.EndPage = h.Page, h.Page
	}
	out.PrintedPage = doc.Page(out.StartPage).Label
	return out
}

func printHits(w sheet, r *searchResult) {
	if len(r.Hits) == 0 {
		fmt.Fprintln(w, "no passage has a word of this")
	}
	defer func() {
		if slices.ContainsFunc(r.Hits, func(h searchHit) bool { return h.Source == core.SourcePack }) {
			fmt.Fprintf(w, "\n%s\n", w.paint(faint, packNote))
		}
	}()
	for _, h := range r.Hits {
		fmt.Fprintf(w, "%2d  %s  %s · page %d", h.Rank, w.paint(faint, fmt.Sprintf("%7.3f", h.Score)), w.paint(strong, printable(h.DocID)), h.StartPage)
		if h.PrintedPage != "" {
			fmt.Fprintf(w, " (printed %s)", printable(h.PrintedPage))
		}
		fmt.Fprintf(w, " · %s", printable(h.Section))
		if h.Source == core.SourcePack {
			fmt.Fprint(w, " · summary")
		}
		fmt.Fprintln(w)
		fmt.Fprintf(w, "    %s\n", excerpt(h.Text, w.width-4))
		printExplanation(w, h.Explanation, 2)
	}
}

// excerptWidth is how much of a passage is shown at most, in columns.
const excerptWidth = 151

// excerpt is the beginning of a passage on one line, up to a width if that is above 0.
func excerpt(s string, width int) string {
	if width <= 0 || width > excerptWidth {
		width = excerptWidth
	}
	return cutTo(printable(strings.Join(strings.Fields(s), " ")), width)
}

func printExplanation(w io.Writer, e *core.Explanation, depth int) {
	if e == nil {
		return
	}
	fmt.Fprintf(w, "%s%.4f  %s\n", strings.Repeat("  ", depth), e.Value, printable(e.What))
	for _, child := range e.From {
		printExplanation(w, child, depth+1)
	}
}
