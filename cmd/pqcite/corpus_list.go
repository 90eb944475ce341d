package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/visible"
)

// listed is a document as `corpus list` prints it.
type listed struct {
	DocID    string      `json:"doc_id"`
	Label    string      `json:"label"`
	Title    string      `json:"title"`
	Status   core.Status `json:"status"`
	Date     string      `json:"date"`
	URL      string      `json:"url"`
	SHA256   string      `json:"doc_sha256"`
	Format   core.Format `json:"format"`
	Source   core.Source `json:"source"` // pack: only its summaries are there
	Pages    int         `json:"pages"`
	Anchors  int         `json:"anchors"`
	Passages int         `json:"passages"`
	// Identity is published or declared, "" for a document of one's own; Origin the path or
	// address that it was read from.
	Identity core.Identity `json:"identity"`
	Origin   string        `json:"origin,omitempty"`

	vouched string
}

func (a *app) listCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the documents of the library, and those that only the pack knows",
		Args:  exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			lib, err := a.openLibrary(cmd.Context())
			if err != nil {
				return err
			}
			origins := make(map[string]string)
			for _, e := range lib.Corpus().Stored().Entries() {
				origins[e.ID] = e.Origin
			}
			docs := []listed{}
			for _, d := range lib.Corpus().Documents() {
				docs = append(docs, listed{
					DocID: d.ID, Label: d.Label, Title: d.Title, Status: d.Status, Date: d.Date, URL: d.URL, SHA256: d.SHA256,
					Format: d.Format, Source: d.Source(), Pages: len(d.Pages), Anchors: len(d.Anchors), Passages: len(d.Passages),
					Identity: d.Identity, Origin: origins[d.ID], vouched: d.Vouched(),
				})
			}
			if asJSON {
				return a.printJSON(map[string]any{"documents": docs})
			}
			w := a.sheet()
			for _, d := range docs {
				status := string(d.Status)
				if d.Date != "" {
					status += " " + d.Date
				}
				source := ""
				if d.Source == core.SourcePack {
					source = " (summaries only)"
				} else if d.vouched != "" {
					source = " (" + d.vouched + ")"
				}
				line := fmt.Sprintf(" %4d pages  %-16s %s%s", d.Pages, visible.Line(status), visible.Line(d.Title), source)
				id := padded(visible.Line(d.DocID), 18)
				fmt.Fprintln(w, w.paint(strong, id)+cutTo(line, max(0, w.width-visible.Width(id))))
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return c
}
