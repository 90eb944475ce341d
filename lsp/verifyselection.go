package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/lsp/markdown"
	"github.com/pqcite/pqcite/lsp/rpc"
)

// verifyArgument is a selection of an open document.
type verifyArgument struct {
	URI   string         `json:"uri"`
	Range protocol.Range `json:"range"`
	Quiet bool           `json:"quiet"`
}

// verified is the verdicts on the sentences of a selection.
type verified struct {
	URI       uri.URI            `json:"uri"`
	Shown     bool               `json:"shown"`
	Markdown  string             `json:"markdown"`
	Sentences []verifiedSentence `json:"sentences"`
}

type verifiedSentence struct {
	Text        string         `json:"text"`
	Verdict     core.Verdict   `json:"verdict"`
	Rule        string         `json:"rule"`
	Unsupported []string       `json:"unsupported"`
	Evidence    *core.Citation `json:"evidence"`
}

// maxSentences bounds a selection: checking a sentence against every document takes
// some milliseconds.
const maxSentences = 100

// verifySelection checks each sentence of a selection against the documents that it
// cites, or against all.
func verifySelection(ctx context.Context, v *view, a *verifyArgument, token protocol.ProgressToken) (any, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	d := v.server.document(keyOf(a.URI))
	if d == nil {
		return nil, badArgument(CommandVerify, fmt.Sprintf("%q is not open", a.URI))
	}
	return v.verifySentences(ctx, k, selected(d, d.text.Span(read(a.Range), v.client.encoding)), a.Quiet, token)
}

// textArgument is a text outside any document.
type textArgument struct {
	Text  string `json:"text"`
	Quiet bool   `json:"quiet"`
}

// verifyText checks each sentence of a text against the documents that it cites, or
// against all.
func verifyText(ctx context.Context, v *view, a *textArgument, token protocol.ProgressToken) (any, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	return v.verifySentences(ctx, k, examinable(a.Text, &prose.Text), a.Quiet, token)
}

func (v *view) verifySentences(ctx context.Context, k *knowledge, sentences []string, quiet bool, token protocol.ProgressToken) (any, error) {
	if len(sentences) == 0 || len(sentences) > maxSentences {
		return nil, &rpc.Error{Code: rpc.CodeRequestFailed, Message: fmt.Sprintf("there are %d sentences; there must be 1 to %d", len(sentences), maxSentences)}
	}
	work := v.begin(ctx, token, "Checking sentences against the standards")
	defer work.end()
	var checked []citations.Examined
	for i, s := range sentences {
		if work.ctx.Err() != nil {
			return nil, work.failed(ctx, work.ctx.Err())
		}
		work.report(fmt.Sprintf("%d of %d sentences", i+1, len(sentences)))
		checked = append(checked, k.Corpus().Examiner().Examine(s))
	}
	work.end()
	out := &verified{Markdown: markdown.Verification(checked, v.linked(k))}
	for _, c := range checked {
		out.Sentences = append(out.Sentences, verifiedSentence{c.Sentence, c.Verdict, c.Rule, nonNil(c.Unsupported), c.Evidence})
	}
	var err error
	out.URI, out.Shown, err = v.showAnswer(ctx, out.Markdown, quiet)
	return out, err
}

func nonNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// selected are the sentences of the comments, strings or text of a selection, in whole
// lines.
func selected(d *document, s core.Span) []string {
	first, last := d.text.LineAt(s.Start), d.text.LineAt(max(s.Start, s.End-1))
	lines := d.text.String()[d.text.Line(first).Start:d.text.Line(last).End]
	if out := examinable(lines, d.lang); out != nil || !inProse(d, s.Start) {
		return out
	}
	return examinable(lines, &prose.Text) // inside a block comment
}

// examinable are the sentences of the comments, strings and paragraphs in lines.
func examinable(lines string, lang *prose.Language) []string {
	var out []string
	for b := range prose.Blocks(lines, lang) {
		out = append(out, citations.Examinable(b.Text)...)
	}
	return out
}
