package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/lsp/markdown"
)

// listedDocument is a document of the library, as a tree shows it.
type listedDocument struct {
	Doc     string         `json:"doc"`
	Label   string         `json:"label"`
	Title   string         `json:"title"`
	Status  core.Status    `json:"status"`
	Date    string         `json:"date"`
	Source  core.Source    `json:"source"` // "pack" where there are summaries alone
	Vouched string         `json:"vouched,omitempty"`
	Anchors []listedAnchor `json:"anchors"`
}

// listedAnchor is an anchor; those of a document come in reading order, each after its
// section.
type listedAnchor struct {
	Anchor  string          `json:"anchor"`
	Parent  string          `json:"parent"`
	Kind    core.AnchorKind `json:"kind"`
	Name    string          `json:"name"`
	Title   string          `json:"title"`
	Page    int             `json:"page"`
	Printed string          `json:"printed"`
}

// listStandards lists the documents of the library with their anchors.
func listStandards(ctx context.Context, v *view, _ *struct{}, _ protocol.ProgressToken) (any, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	out := []listedDocument{}
	for _, d := range k.Corpus().Documents() {
		l := listedDocument{d.ID, d.Label, d.Title, d.Status, d.Date, d.Source(), d.Vouched(), []listedAnchor{}}
		for i := range d.Anchors {
			a := &d.Anchors[i]
			l.Anchors = append(l.Anchors, listedAnchor{a.ID, a.Parent, a.Kind, a.Name(), a.Title, a.StartPage, d.Page(a.StartPage).Label})
		}
		out = append(out, l)
	}
	return out, nil
}

// cardArgument is what somebody wants to know of.
type cardArgument struct {
	Words string `json:"words"`
}

// carded is a card as data and as it is shown.
type carded struct {
	Card     *card.Card `json:"card"`
	Markdown string     `json:"markdown"`
	// Quote is what can be quoted of it: "" where its text is a summary.
	Quote string `json:"quote"`
}

// cardOf returns the card of a reference, algorithm, term, identifier or object
// identifier.
func cardOf(ctx context.Context, v *view, a *cardArgument, _ protocol.ProgressToken) (any, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	c, ok := k.Card(a.Words)
	if !ok {
		return nil, badArgument(CommandCard, fmt.Sprintf("%q names no citation, algorithm, term, identifier or object identifier", a.Words))
	}
	out := &carded{Card: &c, Markdown: markdown.Card(&c, markdown.Style{MaxLines: v.settings.HoverMaxLines, Links: true})}
	if c.Exactness == card.Verbatim {
		out.Quote = c.Text
	}
	return out, nil
}
