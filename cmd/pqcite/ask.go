package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/internal/lex"
	"github.com/pqcite/pqcite/internal/visible"
)

func (a *app) askCommand() *cobra.Command {
	var asJSON, detail bool
	var batchFile, traceFile string
	var options askFlags
	var docs, earlier []string
	c := &cobra.Command{
		Use:   "ask QUESTION…",
		Short: "Answer a question with quotes, or refuse",
		Long: `Answers from the documents of the library. Every sentence is quoted, and every quote
is checked on its page before it is shown. Official documents that are not in the
library are answered for by the summaries that come with pqcite, and the answer says
so. The question needs no quotes unless the shell would read a sign of it; without
one, or with "-", it is read from standard input. Exit code 0: answered, 3: refused.`,
		Args: wordsOrBatch(&batchFile),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			question, err := a.wordsUnless(batchFile, cmd, args, "question")
			if err != nil {
				return err
			}
			o, m, err := options.read(ctx, a)
			if err != nil {
				return err
			}
			lib, err := a.openIndexed(ctx, m)
			if err != nil {
				return err
			}
			defer lib.Close()
			if o.Scope, err = scopeOf(lib, docs); err != nil {
				return err
			}
			o.Context, o.Detail = earlier, detail
			if batchFile != "" {
				return traced(traceFile, &o.Observer, func() error {
					return a.batch(ctx, batchFile, func(line []byte) (any, error) { return askLine(ctx, lib, line, o) })
				})
			}
			var outcome *core.Outcome
			err = traced(traceFile, &o.Observer, func() error {
				done := a.waiting("looking for the answer; the first question on a machine takes longer than those after it")
				asked, err := lib.Ask(ctx, question, o)
				done()
				if err == nil {
					outcome = &asked
				}
				return err
			})
			if outcome == nil {
				return err
			}
			// The trace is in its place by now: a pager that is left ends the process.
			return cmp.Or(err, a.printOutcome(*outcome, lib.Corpus(), asJSON))
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the outcome as JSON")
	c.Flags().StringArrayVar(&docs, "doc", nil, `keep to this document, "FIPS 203" or by its id, whatever the question names; may be repeated`)
	c.Flags().StringArrayVar(&earlier, "context", nil, `an earlier question of the conversation, oldest first; may be repeated`)
	c.Flags().BoolVar(&detail, "detail", false, "say all that was proved, not only what answers")
	options.add(c)
	a.servers.register(c.Flags())
	c.Flags().StringVar(&batchFile, "batch", "", `answer the JSON lines {"question", "context"} of a file, "-" for standard input`)
	c.Flags().StringVar(&traceFile, "trace", "", "write what the run did to a file, see pqcite trace")
	return c
}

// askFlags say how a question is answered.
type askFlags struct {
	model    modelFlags
	features featureFlags
	budget   budgetFlag
}

func (f *askFlags) add(c *cobra.Command) {
	f.model.register(c.Flags())
	f.features.add(c)
	f.budget.add(c)
}

// read returns what the flags say, with the model, which is nil where none is named.
func (f *askFlags) read(ctx context.Context, a *app) (o pqcite.AskOptions, m pqcite.Model, err error) {
	features, err := f.features.features()
	if err != nil {
		return o, nil, err
	}
	if o.Budget, err = f.budget.budget(); err != nil {
		return o, nil, err
	}
	if m, err = f.model.open(ctx, a.modelFailed); m != nil {
		features.Model = true
	}
	o.Features = &features
	return o, m, err
}

func askLine(ctx context.Context, lib *pqcite.Library, line []byte, o pqcite.AskOptions) (any, error) {
	question, err := parseQuestion(line)
	if err != nil {
		return nil, err
	}
	var conversation struct {
		Context []string `json:"context"`
	}
	if err := decodeLine(line, &conversation); err != nil {
		return nil, err
	}
	o.Context = append(slices.Clone(o.Context), conversation.Context...)
	return lib.Ask(ctx, question, o)
}

func (a *app) printOutcome(o core.Outcome, lib *corpus.Library, asJSON bool) error {
	if full := o.Plan.Question; !asJSON && full != "" && full != lex.OneLine(o.Question) {
		w := a.sheet()
		fmt.Fprintf(w, "%s\n\n", w.paint(faint, printable(full)))
	}
	switch {
	case asJSON:
		if err := a.printJSON(o); err != nil {
			return err
		}
	case o.Status == core.Answered:
		printAnswer(a.sheet(), o, lib)
	default:
		printRefusal(a.sheet(), o)
	}
	if o.Status == core.Refused {
		return exitCode(exitRefused)
	}
	return nil
}

// printAnswer prints the short answer, the other claims with their markers, and the
// places that they are quoted from.
func printAnswer(w sheet, o core.Outcome, lib *corpus.Library) {
	claims, details := o.Parts()
	switch {
	case strings.Contains(o.ShortAnswer, "\n"): // a listing is printed among the claims
	case claims[0].Side == "" && claims[0].Text == o.ShortAnswer:
		fmt.Fprintf(w, "%s  %s\n", w.paint(strong, printable(o.ShortAnswer)), markers(w, claims[0]))
		claims = claims[1:]
	default:
		fmt.Fprintln(w, w.paint(strong, printable(o.ShortAnswer)))
	}
	if len(claims) > 0 {
		fmt.Fprintln(w)
	}
	cells := func(c core.Claim) bool { return c.Side != "" }
	printComparison(w, claims)
	claims = slices.DeleteFunc(slices.Clone(claims), cells)
	if slices.ContainsFunc(o.Claims, cells) && len(claims) > 0 {
		fmt.Fprintln(w)
	}
	for _, c := range claims {
		printClaim(w, c)
	}
	if len(details) > 0 {
		fmt.Fprintf(w, "\n%s\n", w.paint(faint, "In detail:"))
	}
	for _, c := range details {
		printClaim(w, c)
	}
	for _, c := range o.Citations {
		fmt.Fprintf(w, "\n%s %s\n", w.paint(key, printable("["+c.Key+"]")), w.paint(strong, place(c.Locator, lib)))
		for line := range strings.Lines(quoteToShow(o, c)) {
			fmt.Fprintf(w, "     %s %s\n", w.paint(faint, "│"), printable(strings.TrimRight(strings.ReplaceAll(line, "\t", "   "), "\n")))
		}
		if c.URL != "" {
			fmt.Fprintf(w, "     %s\n", w.paint(faint, printable(c.URL)))
		}
	}
	fmt.Fprintf(w, "\n%s\n", w.paint(faint, "Confidence: "+string(o.Certainty())))
	for _, label := range draftsCited(o, lib) {
		fmt.Fprintf(w, "\n%s\n", w.paint(doubt, printable(label+" is a draft: what it says may still change.")))
	}
	if slices.ContainsFunc(o.Citations, func(c core.Citation) bool { return c.Source == core.SourcePack }) {
		fmt.Fprintf(w, "\n%s\n", w.paint(faint, packNote))
	}
}

func markers(w sheet, c core.Claim) string {
	return w.paint(key, printable("["+strings.Join(c.Citations, "] [")+"]"))
}

// printClaim prints a claim with its markers: a listing as it is, with its markers
// below it.
func printClaim(w sheet, c core.Claim) {
	if !strings.Contains(c.Text, "\n") {
		fmt.Fprintf(w, "  %s  %s\n", printable(c.Text), markers(w, c))
		return
	}
	fmt.Fprintln(w)
	for line := range strings.SplitSeq(c.Text, "\n") {
		fmt.Fprintln(w, strings.TrimRight("    "+printable(line), " "))
	}
	fmt.Fprintf(w, "  %s\n\n", markers(w, c))
}

// draftsCited are the labels of the drafts that an answer cites.
func draftsCited(o core.Outcome, lib *corpus.Library) []string {
	var labels []string
	for _, c := range o.Citations {
		if d := lib.Document(c.DocID); d != nil && d.Status == core.StatusDraft && !slices.Contains(labels, d.Label) {
			labels = append(labels, d.Label)
		}
	}
	return labels
}

// packNote says what a person reads where the pack is quoted.
const packNote = `A summary is pqcite's own words, checked against the page; "pqcite corpus pull" brings the standard's.`

// quoteToShow leaves out a quote that the claims have printed, and shortens one that is long.
func quoteToShow(o core.Outcome, c core.Citation) string {
	if o.Repeats(&c) {
		return ""
	}
	lines := strings.Split(c.Text(), "\n")
	if len(lines) <= maxQuoteLines {
		return c.Text()
	}
	return strings.TrimSuffix(strings.Join(lines[:maxQuoteLines], "\n"), "\n…") + "\n…"
}

// maxQuoteLines is how many lines of a quote are printed; its page has the rest.
const maxQuoteLines = 12

// place is a locator in words: document, section, anchor, pages.
func place(l core.Locator, lib *corpus.Library) string {
	doc := lib.Document(l.DocID)
	parts := []string{l.DocID}
	if doc != nil {
		parts[0] = doc.Label
		if a := doc.Anchor(l.Anchor); a != nil && a.Kind != core.KindSection && a.Kind != core.KindAppendix {
			parts = append(parts, a.Name())
		}
		if path := strings.Split(l.Section, " > "); path[len(path)-1] != "" {
			parts = append(parts, sectionWord(path[len(path)-1])+path[len(path)-1])
		}
	}
	pages := fmt.Sprintf("PDF page %d", l.StartPage)
	if doc != nil && !doc.Paged() {
		pages = fmt.Sprintf("page %d", l.StartPage)
	}
	if l.EndPage > l.StartPage {
		pages += fmt.Sprintf("–%d", l.EndPage)
	}
	if l.PrintedPage != "" {
		pages += ", printed page " + l.PrintedPage
	}
	s := strings.Join(parts, ", ") + " · " + pages
	if doc != nil && doc.Status == core.StatusDraft {
		s += " · draft"
	}
	if doc != nil && doc.Source() == core.SourcePack {
		s += " · summary"
	}
	if doc != nil && doc.Vouched() != "" {
		s += " · " + doc.Vouched()
	}
	return printable(s)
}

// sectionWord is "Section " before a heading that begins with its number.
func sectionWord(heading string) string {
	if heading[0] >= '0' && heading[0] <= '9' {
		return "Section "
	}
	return ""
}

func printRefusal(w sheet, o core.Outcome) {
	head := "No answer:"
	if o.RefusalKind == core.KindUncertain {
		head = "Not sure:"
	}
	fmt.Fprintf(w, "%s %s\n", w.paint(doubt, head), printable(o.Detail))
	if len(o.Nearest) > 0 {
		fmt.Fprintln(w, "\nNearest in the library:")
	}
	for _, n := range o.Nearest {
		page := fmt.Sprintf("page %d", n.StartPage)
		if n.PrintedPage != "" {
			page += ", printed page " + n.PrintedPage
		}
		fmt.Fprintf(w, "  %s · %s\n", printable(n.Title), page)
		for line := range strings.Lines(n.Quote) {
			fmt.Fprintln(w, strings.TrimRight("    > "+printable(strings.TrimSuffix(line, "\n")), " "))
		}
	}
}

// printable is text from a document or a question as it can be shown on one line.
func printable(s string) string { return visible.Line(s) }
