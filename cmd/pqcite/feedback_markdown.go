package main

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"github.com/pqcite/pqcite/chatbot/state"
	"github.com/pqcite/pqcite/lsp/markdown"
)

// writeFeedbackMarkdown prints feedback as a page, such as the text of an issue.
func writeFeedbackMarkdown(w io.Writer, f *state.Feedback) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Feedback since %s\n\n", f.Stats.Since.Format(time.DateOnly))
	for _, line := range feedbackFigures(f) {
		fmt.Fprintf(&b, "- **%s** %s\n", line[0], markdown.Escape(line[1]))
	}
	if len(f.Unanswered) > 0 {
		b.WriteString("\n## Unanswered\n\n| asked | question | reason | last | nearest |\n|---:|---|---|---|---|\n")
	}
	for _, u := range f.Unanswered {
		nearest := ""
		if len(u.Nearest) > 0 {
			n := u.Nearest[0]
			nearest = onPage(n.Title, n.StartPage, n.PrintedPage)
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s | %s |\n", u.Count, markdown.Escape(u.Question), markdown.Escape(string(u.Reason)), u.LastDay, markdown.Escape(nearest))
	}
	markdownVoted(&b, "Voted against", f.Down)
	markdownVoted(&b, "Voted for", f.Up)
	_, err := w.Write(b.Bytes())
	return err
}

func markdownVoted(b *bytes.Buffer, title string, list []state.Voted) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n", title)
	for _, v := range list {
		fmt.Fprintf(b, "\n%s\n\n%d for, %d against. The %s: %s\n\n", markdown.Heading("###", v.Question), v.Up, v.Down, outcomeName(&v), markdown.Escape(v.Answer))
		for _, reason := range v.Reasons {
			fmt.Fprintf(b, "- because: %s\n", markdown.Escape(reason))
		}
		for _, c := range v.Citations {
			fmt.Fprintf(b, "- %s: “%s”\n", markdown.Link(citedPlace(&c), c.URL), markdown.Escape(c.Text()))
		}
	}
}
