package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

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

// verified is what the standards say of the sentences of a selection.
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

// maxSentences bounds a selection: each sentence is held against every document,
// which takes some milliseconds.
const maxSentences = 100

// verifySelection holds each sentence of a selection against the documents that it
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

// textArgument is a text that stands in no document.
type textArgument struct {
	Text  string `json:"text"`
	Quiet bool   `json:"quiet"`
}

// verifyText holds each sentence of a text against the documents that it cites, or
// against all.
func verifyText(ctx context.Context, v *view, a *textArgument, token protocol.ProgressToken) (any, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	return v.verifySentences(ctx, k, sentences(a.Text, &prose.Text), a.Quiet, token)
}

func (v *view) verifySentences(ctx context.Context, k *knowledge, sentences []string, quiet bool, token protocol.ProgressToken) (any, error) {
	if len(sentences) == 0 || len(sentences) > maxSentences {
		return nil, &rpc.Error{Code: rpc.CodeRequestFailed, Message: fmt.Sprintf("there are %d sentences; there must be 1 to %d", len(sentences), maxSentences)}
	}
	work := v.begin(ctx, token, "Checking sentences against the standards")
	defer work.end()
	var checked []markdown.Checked
	for i, s := range sentences {
		if work.ctx.Err() != nil {
			return nil, work.failed(ctx, work.ctx.Err())
		}
		work.report(fmt.Sprintf("%d of %d sentences", i+1, len(sentences)))
		checked = append(checked, k.verify(s))
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

// selected are the sentences of the comments, strings or text of a selection, whole
// lines of it.
func selected(d *document, s core.Span) []string {
	first, last := d.text.LineAt(s.Start), d.text.LineAt(max(s.Start, s.End-1))
	lines := d.text.String()[d.text.Line(first).Start:d.text.Line(last).End]
	if out := sentences(lines, d.lang); out != nil || !inProse(d, s.Start) {
		return out
	}
	return sentences(lines, &prose.Text) // inside a block comment
}

func sentences(lines string, lang *prose.Language) []string {
	var out []string
	for b := range prose.Blocks(lines, lang) {
		for _, at := range citations.Sentences(b.Text) {
			if sentence := oneLine(b.Text[at.Start:at.End]); sentence != "" {
				out = append(out, sentence)
			}
		}
	}
	return out
}

// verify holds a sentence against the documents that it cites, or against all. What
// it cites is no part of what it says.
func (k *knowledge) verify(sentence string) markdown.Checked {
	said, docs := k.cited(sentence)
	if len(docs) == 0 {
		docs = k.lib.Documents()
	}
	proof, from := k.prover.Prove(citations.Statement{Text: said}, docs)
	c := markdown.Checked{Sentence: sentence, Verdict: proof.Verdict, Rule: proof.Rule, Unsupported: proof.Unsupported}
	if from != nil && proof.StartPage > 0 && proof.Verdict != core.Unverifiable {
		c.Evidence = &core.Citation{
			Key: "c1", Locator: from.Locate(proof.Span), Quote: proof.Quote, DocSHA256: from.SHA256, Source: from.Source(), Draft: from.Status == core.StatusDraft,
		}
	}
	return c
}

// cited returns a sentence without the citations that stand in brackets behind what
// is said, and the documents of the library that it cites.
func (k *knowledge) cited(sentence string) (said string, docs []*core.Document) {
	said = sentence
	found := k.scanner.Text(sentence)
	for i := len(found) - 1; i >= 0; i-- {
		o := &found[i]
		if d := o.Target.Document; d != nil && !slices.Contains(docs, d) {
			docs = append(docs, d)
		}
		if s := o.Span; s.End < len(said) && s.Start > 0 && strings.Contains("([", said[s.Start-1:s.Start]) && strings.Contains(")]", said[s.End:s.End+1]) {
			said = strings.TrimRight(said[:s.Start-1], " ") + said[s.End+1:]
		}
	}
	return said, docs
}
