package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/lsp/markdown"
)

// Bounds of completion.
const (
	maxLineBytes = 400 // of the line before the cursor
	maxItems     = 200
	minWord      = 2 // letters of a word before it is completed
)

// partialAnchor is the text between a document and the cursor while an anchor is being
// typed: "Al", "Algorithm 1", "§4.", "4.2", "Decaps", "ML-KEM.Dec".
var partialAnchor = regexp.MustCompile(`^(?:,|:|\s)\s*([\pL§][\pL0-9._-]*\s*[\pL0-9.]{0,8}|[0-9][0-9.]{0,8})?$`)

// partialWord is the word being typed, with the word before it: a document's label has
// two.
var partialWord = regexp.MustCompile(`(?:[A-Za-z]{2,6}[ -])?[A-Za-z0-9][A-Za-z0-9.+_-]*$`)

// completion completes documents, their anchors, algorithms and terms in comments and
// text.
func completion(ctx context.Context, v *view, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	if !v.settings.CompletionEnabled {
		return nil, nil
	}
	offset := v.offset(p.Position)
	if !inProse(v.doc, offset) {
		return nil, nil
	}
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	start := max(v.doc.text.Line(v.doc.text.LineAt(offset)).Start, offset-maxLineBytes)
	line := strings.ToValidUTF8(v.doc.text.String()[start:offset], "?")
	items := v.anchorItems(k, line, offset)
	if items == nil && !triggered(p, " ") {
		items = v.wordItems(k, line, offset)
	}
	if len(items) == 0 {
		return nil, nil
	}
	return &protocol.CompletionList{IsIncomplete: true, Items: items[:min(len(items), maxItems)]}, nil
}

// triggered reports whether the request came from a trigger character alone, not from a
// person.
func triggered(p *protocol.CompletionParams, by string) bool {
	return p.Context.TriggerCharacter != nil && *p.Context.TriggerCharacter == by
}

// inProse reports whether an offset is in a comment, a string or text, or directly
// after one on its line.
func inProse(d *document, offset int) bool {
	content := d.text.String()
	end := len(strings.TrimRight(content[:offset], " \t"))
	for b := range prose.Blocks(content, d.lang) {
		if b.Offset(0) > offset {
			return false
		}
		if len(b.Text) > 0 && end <= b.Offset(len(b.Text)-1)+1 {
			return true
		}
	}
	return false
}

// anchorItems completes an anchor after the name of its document; nil if the text
// before is not a document.
func (v *view) anchorItems(k *knowledge, line string, offset int) []protocol.CompletionItem {
	doc, rest := lastDocument(k, line)
	if doc == nil {
		return nil
	}
	m := partialAnchor.FindStringSubmatch(rest)
	if m == nil {
		return nil
	}
	span := core.Span{Start: offset - len(m[1]), End: offset}
	var items []protocol.CompletionItem
	for i := range doc.Anchors {
		a := &doc.Anchors[i]
		if a.Number == "" {
			continue
		}
		e := entry{
			label: a.Name(), detail: a.Title, filter: a.Name() + " " + a.Title, kind: completionKinds[a.Kind],
			span: span, sort: fmt.Sprintf("%d%04d", kindOrder[a.Kind], i), of: anchorRef{doc.ID, a.ID},
		}
		if !anchorFits(a, m[1]) {
			part, whole := namePart(a, m[1])
			if part == "" {
				continue
			}
			e.filter = part + " " + e.filter           // what an editor matches against the typed word
			e.sort = fmt.Sprintf("0%t%04d", !whole, i) // whole parts ("false") first
		}
		items = append(items, v.item(e))
	}
	slices.SortStableFunc(items, bySortText)
	return items
}

// lastDocument is the document that a line names last, and the text after it.
func lastDocument(k *knowledge, line string) (*core.Document, string) {
	found := refs.Find(line)
	for i := len(found) - 1; i >= 0; i-- {
		if r := &found[i]; r.Doc != "" && r.DocSpan.Len() > 0 {
			for _, d := range k.Corpus().Documents() {
				if d.Label == r.Doc {
					return d, line[r.DocSpan.End:]
				}
			}
			return nil, ""
		}
	}
	return nil, ""
}

// anchorFits reports whether the typed text may mean an anchor.
func anchorFits(a *core.Anchor, written string) bool {
	written = strings.ToLower(strings.Join(strings.Fields(written), " "))
	for _, short := range []struct{ short, word string }{{"§", "section "}, {"sec.", "section"}, {"alg.", "algorithm"}, {"tab.", "table"}, {"eq.", "equation"}, {"app.", "appendix"}} {
		if rest, ok := strings.CutPrefix(written, short.short); ok {
			written = short.word + rest
		}
	}
	for _, name := range []string{a.Name(), a.Number, a.Title} {
		if strings.HasPrefix(strings.ToLower(name), written) {
			return true
		}
	}
	return false
}

// minPart is how many letters of part of an algorithm's name are needed to find it.
const minPart = 3

// namePart returns an algorithm's name from the part that starts with the typed text:
// "Decaps_internal" of "ML-KEM.Decaps_internal" for "Deca". whole reports that the name
// is complete.
func namePart(a *core.Anchor, written string) (part string, whole bool) {
	if a.Kind != core.KindAlgorithm || len(written) < minPart {
		return "", false
	}
	for i := 1; i < len(a.Title); i++ {
		starts := strings.IndexByte(".-_", a.Title[i-1]) >= 0 || a.Title[i-1] >= 'a' && a.Title[i] < 'a'
		if rest := a.Title[i:]; starts && len(rest) >= len(written) && strings.EqualFold(rest[:len(written)], written) {
			return rest, len(rest) == len(written)
		}
	}
	return "", false
}

// wordItems completes documents, algorithms and terms.
func (v *view) wordItems(k *knowledge, line string, offset int) []protocol.CompletionItem {
	word := partialWord.FindString(line)
	if len(word) < minWord {
		return nil
	}
	words := []string{word}
	if i := strings.IndexByte(word, ' '); i >= 0 {
		words = append(words, word[i+1:])
	}
	var items []protocol.CompletionItem
	for _, d := range k.Corpus().Documents() {
		for _, w := range words {
			if len(w) >= minWord && hasPrefix(d.Label, w) {
				items = append(items, v.item(entry{
					label: d.Label, detail: d.Title, filter: d.Label, kind: protocol.CompletionItemKindModule,
					span: core.Span{Start: offset - len(w), End: offset}, sort: "0" + d.Label, of: anchorRef{d.ID, ""},
				}))
				break
			}
		}
	}
	return append(items, v.nameItems(k, words, offset)...)
}

// nameItems completes terms, and algorithms by their names.
func (v *view) nameItems(k *knowledge, words []string, offset int) []protocol.CompletionItem {
	var items []protocol.CompletionItem
	add := func(name, detail string, kind protocol.CompletionItemKind, of anchorRef) {
		for _, w := range words {
			if len(w) >= minWord && hasPrefix(name, w) && !strings.EqualFold(name, w) && !everyday(name, w) {
				span := core.Span{Start: offset - len(w), End: offset}
				items = append(items, v.item(entry{label: name, detail: detail, filter: name, kind: kind, span: span, sort: "1" + name, of: of}))
				return
			}
		}
	}
	for _, t := range standards.Terms() {
		add(t.Name, t.Expansion, protocol.CompletionItemKindConstant, anchorRef{t.At.DocID(), t.At.Anchor()})
	}
	for _, d := range k.Corpus().Documents() {
		for i := range d.Anchors {
			if a := &d.Anchors[i]; a.Kind == core.KindAlgorithm {
				add(a.Title, d.Label+", "+a.Name(), protocol.CompletionItemKindFunction, anchorRef{d.ID, a.ID})
			}
		}
	}
	slices.SortStableFunc(items, bySortText)
	return items
}

// everyday reports whether a word up to its hyphen starts ordinary compounds, as in
// "non-" and "post-", and is not a request for a name. A scheme's name may be typed in
// any case, others as they are written, with a capital among their letters.
func everyday(name, written string) bool {
	if !strings.HasSuffix(written, "-") || standards.StandingOf(name) == standards.Proper {
		return false
	}
	return strings.ToLower(written) == written || !strings.HasPrefix(name, written)
}

func hasPrefix(name, prefix string) bool {
	return len(name) >= len(prefix) && strings.EqualFold(strings.ReplaceAll(name[:len(prefix)], "-", " "), strings.ReplaceAll(prefix, "-", " "))
}

func bySortText(a, b protocol.CompletionItem) int {
	x, _ := a.SortText.Get()
	y, _ := b.SortText.Get()
	return cmp.Compare(x, y)
}

// completionKinds are the kinds of offered anchors, kindOrder their order: what code
// cites most comes first.
var (
	completionKinds = map[core.AnchorKind]protocol.CompletionItemKind{
		core.KindAlgorithm: protocol.CompletionItemKindFunction, core.KindSection: protocol.CompletionItemKindReference,
		core.KindAppendix: protocol.CompletionItemKindReference, core.KindTable: protocol.CompletionItemKindStruct,
		core.KindFigure: protocol.CompletionItemKindFile, core.KindEquation: protocol.CompletionItemKindConstant,
		core.KindDefinition: protocol.CompletionItemKindConstant,
	}
	kindOrder = map[core.AnchorKind]int{
		core.KindAlgorithm: 1, core.KindSection: 2, core.KindTable: 3, core.KindEquation: 4, core.KindDefinition: 5, core.KindFigure: 6, core.KindAppendix: 7,
	}
)

// entry is a completion item.
type entry struct {
	label, detail, filter string
	kind                  protocol.CompletionItemKind
	span                  core.Span // the text that it replaces
	sort                  string
	of                    anchorRef // the anchor that documents it
}

func (v *view) item(e entry) protocol.CompletionItem {
	data, err := json.Marshal(e.of)
	if err != nil {
		data = nil // two strings always marshal
	}
	item := protocol.CompletionItem{
		Label: e.label, Kind: e.kind, SortText: protocol.NewOptional(e.sort), FilterText: protocol.NewOptional(e.filter),
		TextEdit: &protocol.TextEdit{Range: v.rangeOf(e.span), NewText: e.label}, Data: data,
	}
	if e.detail != "" {
		item.Detail = protocol.NewOptional(e.detail)
	}
	return item
}

// resolveCompletion adds the card of an item.
func resolveCompletion(ctx context.Context, v *view, item *protocol.CompletionItem) (*protocol.CompletionItem, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	var of anchorRef
	if len(item.Data) == 0 || json.Unmarshal(item.Data, &of) != nil {
		return item, nil
	}
	c, ok := k.Corpus().Cards().Anchor(of.Doc, of.Anchor)
	if !ok {
		return item, nil
	}
	style := markdown.Style{MaxLines: v.settings.HoverMaxLines, Links: v.settings.HoverLinks}
	if v.client.completionMarkdown {
		item.Documentation = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: markdown.Card(&c, style)}
	} else {
		item.Documentation = protocol.String(markdown.PlainCard(&c, style))
	}
	return item, nil
}
