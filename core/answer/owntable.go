package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// ownTables answers from the tables of one's own documents among the evidence: with
// the cells under the headers that the question names in the row that it names, else
// with that row, if it covers most of the question. Of equals the first counts. What a
// standard among the evidence speaks of is left to it.
func (w *Extractive) ownTables(in Input) Draft {
	var best found
	row := -1
	e := in.evidence(w)
	for i := range e.passages {
		p := &e.passages[i]
		if p.of.Kind != core.PassageTable || p.doc.Identity != core.IdentityOwn {
			continue
		}
		for _, id := range p.of.Anchors {
			t := p.doc.Table(id)
			if t == nil {
				continue
			}
			g := grid{t, p.doc}
			for r := range g.body() {
				f, ok := w.named(in, g, p.heading, r)
				if ok && f.score > best.score && !e.standardNames(f.label) {
					best, row = f, r
				}
			}
		}
	}
	d := Draft{Exact: row >= 0}
	switch {
	case row < 0:
	case len(best.values) > 0:
		d.addValues(&best)
	default:
		d.addRow(best.grid, row, best.spoken(row))
	}
	return d
}

// named is what a question asks of a row that it names by its label. It reports false
// for a row that is not named, or that says too little of what is asked.
func (w *Extractive) named(in Input, g grid, heading string, row int) (found, bool) {
	f := found{grid: g}
	label, at := w.labelNamed(in.Question, g, row)
	if f.label = label; label == "" {
		return f, false
	}
	for c := range g.Columns {
		header, cell := g.header(c), g.At(row, c)
		if c != at && header != "" && cell != nil && cell.Span.Len() > 0 && w.names(header, label, in.Question) {
			f.values = append(f.values, value{subject: label, property: header, row: row, column: c, cell: cell})
		}
	}
	f.score, _ = w.covers(in.Question, heading+"\n"+g.row(row))
	return f, len(f.values) > 0 || f.score >= minRow
}

// labelNamed returns the label of a row that the question has word for word, with its
// column. A bare number needs the header above it as well.
func (w *Extractive) labelNamed(question string, g grid, row int) (string, int) {
	for c := range min(labelColumns, g.Columns) {
		label := strings.Join(strings.Fields(g.text(g.At(row, c))), " ")
		if utf8.RuneCountInString(label) < 2 && !number.MatchString(label) || !holdsWords(question, label) {
			continue
		}
		if !number.MatchString(label) || w.names(g.header(c), label, question) {
			return label, c
		}
	}
	return "", -1
}

// standardNames reports whether a passage of a document that somebody vouches for has
// the words.
func (e *Evidence) standardNames(words string) bool {
	return slices.ContainsFunc(e.passages, func(p scored) bool {
		return p.doc.Identity != core.IdentityOwn && holdsWords(p.doc.Quote(p.of.Span), words)
	})
}

// holdsWords reports whether a text has a phrase as whole words, without regard to
// case.
func holdsWords(text, phrase string) bool {
	text, phrase = strings.ToLower(text), strings.ToLower(phrase)
	if phrase == "" {
		return false
	}
	for from := 0; from < len(text); {
		i := strings.Index(text[from:], phrase)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(phrase):])
		if !inWord(before) && !inWord(after) {
			return true
		}
		from = i + len(phrase)
	}
	return false
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' }
