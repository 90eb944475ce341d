package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pqcite/pqcite/chatbot/state"
	"github.com/pqcite/pqcite/core"
)

// feedbackWidth is where the lines of texts are broken, in characters.
const feedbackWidth = 88

// writeFeedback prints feedback for a terminal.
func writeFeedback(w io.Writer, f *state.Feedback) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "feedback since %s (UTC)\n\n", f.Stats.Since.Format(time.DateOnly))
	for _, line := range feedbackFigures(f) {
		fmt.Fprintf(&b, "%-9s %s\n", line[0], printable(line[1]))
	}
	writeUnanswered(&b, f.Unanswered)
	writeVoted(&b, "voted against", f.Down)
	writeVoted(&b, "voted for", f.Up)
	_, err := w.Write(b.Bytes())
	return err
}

// feedbackFigures are the counts of a report, each with its name.
func feedbackFigures(f *state.Feedback) [][2]string {
	s := &f.Stats
	lines := [][2]string{
		{"asked", fmt.Sprintf("%d: %d answered, %d refused, %d failed; %d private", s.Asked, s.Answered, s.Refused, s.Failed, s.Private)},
	}
	if s.Refused > 0 {
		var reasons []string
		for _, r := range slices.Sorted(maps.Keys(s.Reasons)) {
			reasons = append(reasons, fmt.Sprintf("%s %d", r, s.Reasons[r]))
		}
		lines = append(lines, [2]string{"refused", strings.Join(reasons, ", ")})
	}
	if s.Asked > 0 {
		lines = append(lines, [2]string{"time", fmt.Sprintf("p50 %s, p99 %s to the answer (at most 9 %% too high)", rounded(s.P50), rounded(s.P99))})
	}
	lines = append(lines, [2]string{"votes", fmt.Sprintf("%d for, %d against", s.Up, s.Down)})
	if len(s.Cited) > 0 {
		var cited []string
		for _, c := range s.Cited {
			cited = append(cited, fmt.Sprintf("%s %d", c.DocID, c.Answers))
		}
		lines = append(lines, [2]string{"cited", strings.Join(cited, ", ")})
	}
	if f.Omitted > 0 {
		lines = append(lines, [2]string{"omitted", fmt.Sprintf("%d entries: see more with --limit", f.Omitted)})
	}
	if f.Withheld > 0 {
		lines = append(lines, [2]string{"withheld", fmt.Sprintf("%d answers with votes: their guilds keep no questions", f.Withheld)})
	}
	return lines
}

// rounded is a time to three digits or so.
func rounded(d time.Duration) time.Duration {
	for unit := time.Microsecond; ; unit *= 10 {
		if d < 1000*unit {
			return d.Round(unit)
		}
	}
}

// indented prints a text below a name, wrapped.
func indented(b *bytes.Buffer, name, text string) {
	for i, line := range wrap(printable(text), feedbackWidth-16) {
		if i > 0 {
			name = ""
		}
		fmt.Fprintf(b, "      %-9s %s\n", name, line)
	}
}

func writeUnanswered(b *bytes.Buffer, list []state.Unanswered) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\nunanswered\n")
	for _, u := range list {
		for i, line := range wrap(printable(u.Question), feedbackWidth-6) {
			count := ""
			if i == 0 {
				count = fmt.Sprintf("%d×", u.Count)
			}
			fmt.Fprintf(b, "%5s %s\n", count, line)
		}
		indented(b, "reason", fmt.Sprintf("%s; last on %s, in %s", u.Reason, u.LastDay, counted(u.Guilds, "guild")))
		for i, n := range u.Nearest {
			indented(b, []string{"nearest", ""}[min(i, 1)], onPage(n.Title, n.StartPage, n.PrintedPage))
		}
	}
}

// onPage is where something is, for people.
func onPage(title string, page int, printed string) string {
	if printed == "" {
		return fmt.Sprintf("%s, PDF page %d", title, page)
	}
	return fmt.Sprintf("%s, p. %s (PDF %d)", title, printed, page)
}

// citedPlace is the place of a citation, by the document and the anchor or the section.
func citedPlace(c *core.Citation) string {
	title := c.Title
	if at := c.Anchor; at != "" {
		title += ", " + at
	} else if c.Section != "" {
		title += ", " + c.Section
	}
	return onPage(title, c.StartPage, c.PrintedPage)
}

func writeVoted(b *bytes.Buffer, title string, list []state.Voted) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n", title)
	for _, v := range list {
		for i, line := range wrap(printable(v.Question), feedbackWidth-9) {
			votes := ""
			if i == 0 {
				votes = fmt.Sprintf("+%d −%d", v.Up, v.Down)
			}
			fmt.Fprintf(b, "%8s %s\n", votes, line)
		}
		indented(b, outcomeName(&v), v.Answer)
		for _, reason := range v.Reasons {
			indented(b, "because", reason)
		}
		for _, c := range v.Citations {
			indented(b, "["+c.Key+"]", citedPlace(&c)+": “"+c.Text()+"”")
		}
	}
}

func outcomeName(v *state.Voted) string {
	if v.Status == core.Refused {
		return "refusal"
	}
	return "answer"
}
