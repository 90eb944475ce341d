package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
)

// profile names the legs and weights of a search in its result.
const profile = "lexical"

// searchResult is what `search --json` prints.
type searchResult struct {
	Query   string           `json:"query"`
	Profile string           `json:"profile"`
	Unit    core.Granularity `json:"unit"`
	Hits    []pqcite.Hit     `json:"hits"`
}

// searchFlags are the flags of a search.
type searchFlags struct {
	count   int
	unit    string
	explain bool
}

func (f *searchFlags) options() (pqcite.SearchOptions, error) {
	o := pqcite.SearchOptions{Count: f.count, Unit: core.Granularity(f.unit), Explain: f.explain}
	switch {
	case f.count < 1 || f.count > pqcite.MaxCount:
		return o, usageError{fmt.Errorf("--count (-k) is %d, must be 1 to %d", f.count, pqcite.MaxCount)}
	case o.Unit != core.ByPassage && o.Unit != core.ByPage:
		return o, usageError{fmt.Errorf("--unit is %q, must be %q or %q", f.unit, core.ByPassage, core.ByPage)}
	}
	return o, nil
}

func (a *app) searchCommand() *cobra.Command {
	var f searchFlags
	var asJSON bool
	var batchFile string
	c := &cobra.Command{
		Use:   "search WORDS…",
		Short: "Find passages",
		Args:  wordsOrBatch(&batchFile),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := f.options()
			if err != nil {
				return err
			}
			query, err := a.wordsUnless(batchFile, cmd, args, "query")
			if err != nil {
				return err
			}
			lib, err := a.openIndexed(cmd.Context(), nil)
			if err != nil {
				return err
			}
			defer lib.Close()
			find := func(query string) (*searchResult, error) { return search(cmd.Context(), lib, query, o) }
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
	c.Flags().IntVarP(&f.count, "count", "k", pqcite.DefaultCount, "how many hits")
	c.Flags().StringVar(&f.unit, "unit", string(core.ByPassage), `what counts as one hit: "passage", or "page" to count each page once`)
	c.Flags().BoolVar(&f.explain, "explain", false, "show how each score was made")
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	a.servers.register(c.Flags())
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

func search(ctx context.Context, lib *pqcite.Library, query string, o pqcite.SearchOptions) (*searchResult, error) {
	hits, err := lib.Search(ctx, query, o)
	if err != nil {
		return nil, err
	}
	return &searchResult{Query: strings.Join(strings.Fields(query), " "), Profile: profile, Unit: o.Unit, Hits: hits}, nil
}

func printHits(w sheet, r *searchResult) {
	if len(r.Hits) == 0 {
		fmt.Fprintln(w, "no passage has a word of this")
	}
	defer func() {
		if slices.ContainsFunc(r.Hits, func(h pqcite.Hit) bool { return h.Source == core.SourcePack }) {
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
