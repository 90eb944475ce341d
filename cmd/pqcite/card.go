package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/internal/walk"
)

// filePosition matches FILE:LINE:COL.
var filePosition = regexp.MustCompile(`^(.+):([1-9][0-9]{0,8}):([1-9][0-9]{0,8})$`)

func (a *app) cardCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "card FILE:LINE:COL | WORDS…",
		Short: "Show what an editor shows for a place or a name",
		Long: `Prints the card of the reference, term, identifier or object identifier at
a place in a file (column in bytes, from 1), or of one that is given: "K-PKE.Decrypt",
"FIPS 203, Algorithm 13", "MLKEM768_CIPHERTEXTBYTES", "2.16.840.1.101.3.4.4.2".`,
		RunE: func(cmd *cobra.Command, args []string) error {
			subject, err := a.words(cmd, args, "place or name")
			if err != nil {
				return err
			}
			lib, err := a.openLibrary(cmd.Context())
			if err != nil {
				return err
			}
			found, err := findCard(cmd.Context(), lib, subject)
			if err != nil {
				return err
			}
			found.Shorten(card.DefaultLines)
			if asJSON {
				return a.printJSON(found)
			}
			printCard(a.sheet(), &found)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the card as JSON")
	return c
}

// findCard makes the card that the argument asks for.
func findCard(ctx context.Context, lib *pqcite.Library, arg string) (card.Card, error) {
	if m := filePosition.FindStringSubmatch(arg); m != nil {
		return cardInFile(ctx, lib, m[1], m[2], m[3])
	}
	if c, ok := lib.Card(arg); ok {
		return c, nil
	}
	return card.Card{}, hinted{
		fmt.Errorf("%q names no reference, term, identifier or object identifier", arg),
		`write it as it is cited or spelled: "FIPS 203, Algorithm 13", "ML-KEM-768", "K-PKE.Decrypt"`,
	}
}

func cardInFile(ctx context.Context, lib *pqcite.Library, name, lineText, columnText string) (card.Card, error) {
	data, err := readFile(ctx, name, walk.DefaultMaxBytes)
	if err != nil {
		return card.Card{}, err
	}
	text := string(data)
	at, err := offsetOf(text, lineText, columnText)
	if err != nil {
		return card.Card{}, fmt.Errorf("find the place in %q: %w", name, err)
	}
	c, ok, r, err := lib.CardAt(ctx, pqcite.File{Name: name, Text: text}, at)
	if err != nil {
		return card.Card{}, err
	}
	if u := r.Unread; !ok && u != nil && at >= u.From {
		return card.Card{}, fmt.Errorf("%q was not read up to there: it has %s", name, u.Why)
	}
	if !ok {
		return card.Card{}, errors.New("there is no reference, term or identifier at " + name + ":" + lineText + ":" + columnText)
	}
	return c, nil
}

// offsetOf is the offset of a line and a column, both from 1; a column behind the
// line's end is an error.
func offsetOf(text, lineText, columnText string) (int, error) {
	line, _ := strconv.Atoi(lineText) // at most nine digits
	column, _ := strconv.Atoi(columnText)
	starts := lineStarts(text)
	if line > len(starts) {
		return 0, fmt.Errorf("line %d: it has %d lines", line, len(starts))
	}
	end := len(text)
	if line < len(starts) {
		end = starts[line]
	}
	if at := starts[line-1] + column - 1; at <= end {
		return at, nil
	}
	return 0, fmt.Errorf("column %d: line %d has %d bytes", column, line, end-starts[line-1])
}

// printCard prints a card for people.
func printCard(w sheet, c *card.Card) {
	fmt.Fprintf(w, "%s\n", w.paint(strong, printable(c.Heading)))
	if c.Place != "" && !strings.HasPrefix(c.Heading, c.Place) {
		fmt.Fprintf(w, "  %s\n", printable(c.Place))
	}
	if c.Text != "" {
		fmt.Fprintln(w)
		for line := range strings.Lines(c.Laid()) {
			fmt.Fprintf(w, "  %s %s\n", w.paint(faint, "│"), printable(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "   ")))
		}
		if c.More {
			fmt.Fprintln(w, w.paint(faint, "  │ …"))
		}
		fmt.Fprintln(w)
	}
	for _, f := range c.Facts {
		fmt.Fprintf(w, "  %s: %s\n", printable(f.Name), printable(f.Value))
	}
	state := cardState(c)
	state[0] = w.paint(cardStyle(c), state[0])
	fmt.Fprintf(w, "  %s\n", strings.Join(state, " · "))
	for _, n := range c.Nearest {
		fmt.Fprintf(w, "  nearest: %s\n", printable(n.Title))
	}
	if c.URL != "" {
		fmt.Fprintf(w, "  %s\n", w.paint(faint, printable(c.URL)))
	}
}

// cardStyle is how what a card is worth looks.
func cardStyle(c *card.Card) style {
	switch {
	case c.State == card.Resolved && c.Exactness == card.Verbatim:
		return good
	case c.State == card.Dangling || c.State == card.Contradicted || c.State == card.UnknownDocument:
		return bad
	}
	return doubt
}

// cardState is the last line of a card: what it is worth, and where it stands.
func cardState(c *card.Card) []string {
	parts := []string{map[card.Exactness]string{
		card.Verbatim: "verbatim", card.Summary: "summary", card.None: strings.ReplaceAll(string(c.State), "_", " "),
	}[c.Exactness]}
	if c.Exactness == card.Unread {
		parts[0] = fmt.Sprintf("%d of its characters could not be read", c.Unreadable())
	}
	switch c.State {
	case card.Related:
		parts[0] = "related, not this itself" // and whose words are shown matters less
	case card.Guessed:
		parts[0] = "guessed from the parts of the name"
	case card.Resolved:
	default:
		if c.Exactness != card.None {
			parts = append(parts, string(c.State))
		}
	}
	if c.Status != core.StatusUnknown {
		parts = append(parts, strings.TrimSpace(string(c.Status)+" "+c.Date))
	}
	if c.StartPage > 0 {
		page := fmt.Sprintf("PDF page %d", c.StartPage)
		if c.EndPage > c.StartPage {
			page = fmt.Sprintf("PDF pages %d–%d", c.StartPage, c.EndPage)
		}
		if c.PrintedPage != "" {
			page += " (printed " + c.PrintedPage + ")"
		}
		parts = append(parts, page)
	}
	if c.Vouched != "" {
		parts = append(parts, printable(c.Vouched))
	}
	if c.Note != "" {
		parts = append(parts, printable(c.Note))
	}
	return parts
}
