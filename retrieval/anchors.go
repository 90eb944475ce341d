package retrieval

import (
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
)

// anchorStart is where an anchor starts: a passage and the page of it.
type anchorStart struct {
	doc   int
	entry uint32
	page  int
}

// anchorKey is what an anchor is looked up by. Sections and appendices share
// their numbers: people write "Section A.1" and "Appendix A.1" for the same.
func anchorKey(kind core.AnchorKind, number string) string {
	if kind == core.KindAppendix {
		kind = core.KindSection
	}
	return core.AnchorID(kind, normalNumber(number))
}

// normalNumber writes the number of an anchor in one way: "a.1" for "A.01.".
func normalNumber(number string) string {
	number = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case unicode.Is(unicode.Pd, r) || r == '\u2212':
			return '-'
		}
		return unicode.ToLower(r)
	}, number)
	parts := strings.Split(strings.Trim(number, ".()"), ".")
	for i, p := range parts {
		if trimmed := strings.TrimLeft(p, "0"); trimmed != "" && trimmed[0] >= '1' && trimmed[0] <= '9' {
			parts[i] = trimmed
		}
	}
	return strings.Join(parts, ".")
}

// indexAnchors finds the passages that the numbered anchors start in, for each
// anchor in the order of the passages.
func (e *Engine) indexAnchors() {
	e.anchors = make(map[string][]anchorStart)
	for from := 0; from < len(e.passages); {
		to := from
		for to < len(e.passages) && e.passages[to].doc == e.passages[from].doc {
			to++
		}
		e.indexAnchorsOf(e.docs[e.passages[from].doc], from, to)
		from = to
	}
}

// indexAnchorsOf finds where the anchors start of a document whose passages are the entries
// from to to: in the passage that says it starts there, or else in the one that
// its offset lies in.
func (e *Engine) indexAnchorsOf(d *core.Document, from, to int) {
	numbered := make(map[string]*core.Anchor, len(d.Anchors))
	for i := range d.Anchors {
		if a := &d.Anchors[i]; a.Number != "" {
			numbered[a.ID] = a
		}
	}
	found := make(map[string]bool, len(numbered))
	for entry := from; entry < to; entry++ {
		for _, id := range d.Passages[e.passages[entry].passage].Anchors {
			if a := numbered[id]; a != nil {
				found[id] = true
				e.indexAnchor(a, uint32(entry))
			}
		}
	}
	for i := range d.Anchors {
		a := &d.Anchors[i]
		if a.Number == "" || found[a.ID] {
			continue
		}
		at := passageKey{doc: e.passages[from].doc, passage: d.PassageAt(a.Span.Start)}
		if entry, ok := slices.BinarySearchFunc(e.passages, at, comparePassages); ok {
			e.indexAnchor(a, uint32(entry))
		}
	}
}

func (e *Engine) indexAnchor(a *core.Anchor, entry uint32) {
	_, p := e.passage(entry)
	key := anchorKey(a.Kind, a.Number)
	page := min(max(a.StartPage, p.StartPage), p.EndPage)
	e.anchors[key] = append(e.anchors[key], anchorStart{doc: e.passages[entry].doc, entry: entry, page: page})
}

func comparePassages(a, b passageKey) int {
	if a.doc != b.doc {
		return a.doc - b.doc
	}
	return a.passage - b.passage
}
