package citations

import (
	"maps"
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
)

// window is the evidence that a claim is checked against: its best unit, all of its
// units, and their context.
type window struct {
	doc     *core.Document
	held    *evidence
	indexes []int // of the units in held
	best    *unit
	text    string // of the best unit
	all     string // of all units
	context string
}

// open makes a window of units, the best first.
func (j *Judge) open(e *evidence, indexes []int) *window {
	w := &window{doc: j.doc, held: e, indexes: indexes, best: &e.units[indexes[0]]}
	w.text, w.context = w.best.text(j.doc), w.best.context.text
	texts := make([]string, len(indexes))
	for i, at := range indexes {
		texts[i] = e.units[at].text(j.doc)
	}
	w.all = strings.Join(texts, "\n")
	return w
}

// around is all that a reader of the window sees.
func (w *window) around() string { return w.all + "\n" + w.context }

// stems are those of all units.
func (w *window) stems() map[string]bool {
	have := make(map[string]bool)
	for _, at := range w.indexes {
		maps.Copy(have, w.held.units[at].stems)
	}
	return have
}

// judge asks the rules in order; the first that decides is named. Evidence that is
// not about the rest of what the claim says contradicts nothing.
func (w *window) judge(e *evidence, c *statement) Proof {
	have := w.stems()
	maps.Copy(have, w.best.context.stems)
	share, uncovered := c.coverage(e, have)
	for _, rule := range []func(*statement) (Proof, bool){w.numbers, w.comparators, w.cell, w.names, w.modality, w.polarity} {
		p, decided := rule(c)
		if !decided {
			continue
		}
		p.Coverage = share
		if rest, _ := c.without(p.Unsupported).coverage(e, have); p.Verdict == core.Contradicted && rest < supportedShare {
			p.Verdict = core.Partial
		}
		if share < partialShare {
			p.Verdict = core.Unverifiable
		}
		return p
	}
	needed := supportedShare
	if len(c.quantities) > 0 {
		have, needed = w.besideNumbers(c), numberShare
		share, uncovered = c.coverage(e, have)
	}
	p := Proof{Verdict: core.Unverifiable, Rule: ClaimUncovered, Coverage: share, Unsupported: uncovered}
	switch {
	case share >= needed:
		p.Verdict, p.Rule = core.Supported, ClaimCovered
	case share >= partialShare:
		p.Verdict = core.Partial
	}
	return p
}

// besideNumbers returns the stems next to the numbers of the claim: in
// the units that have one, in the unit before each, which it may refer to, and
// above them. The numbers are proven and count as being there, if perhaps in
// other words: 256 bits for 32 bytes. A number of one unit says nothing about
// the subject of another.
func (w *window) besideNumbers(c *statement) map[string]bool {
	env := snowballstem.NewEnv("")
	have := maps.Clone(w.best.context.stems)
	for _, at := range w.indexes {
		carrier := &w.held.units[at]
		numbers := numbersWithin(carrier.text(w.doc), w.around())
		if carrier.isRow() {
			unlabel(numbers)
		}
		if !slices.ContainsFunc(c.quantities, func(q quantity) bool { return q.fits(numbers) == agrees }) {
			continue
		}
		maps.Copy(have, carrier.stems)
		if at > 0 && w.held.units[at-1].context == carrier.context {
			maps.Copy(have, w.held.units[at-1].stems)
		}
	}
	for _, q := range c.quantities {
		maps.Copy(have, stemsOf(q.number+" "+q.unit+" "+q.unit+"s", env))
	}
	return have
}

// numbers wants each number of the claim in the evidence, in its unit and of the
// same thing.
func (w *window) numbers(c *statement) (Proof, bool) {
	have, titles := numbersWithin(w.all, w.around()), numbersWithin(w.context, w.context)
	if w.best.isRow() {
		unlabel(have)
	}
	for _, q := range c.quantities {
		fit := q.fits(have)
		if fit == agrees || q.fits(titles) == agrees {
			continue
		}
		p := Proof{Verdict: core.Partial, Rule: ClaimNumber, Unsupported: []string{strings.TrimSpace(q.number + " " + q.unit)}}
		if fit == conflicts || w.best.isRow() {
			p.Verdict = core.Contradicted
		}
		return p, true
	}
	return Proof{}, false
}

// unlabel drops the names that numbers of rows seem to belong to: the first cell is
// the name of all numbers after it, and which of them are meant is for cell.
func unlabel(numbers []quantity) {
	for i := range numbers {
		if !counters[numbers[i].label] {
			numbers[i].label = ""
		}
	}
}

// comparators wants "at least" and its like to be said in the evidence where the
// claim says them: of words alone, a bound and its opposite look the same.
func (w *window) comparators(c *statement) (Proof, bool) {
	have := make(map[string]bool)
	for _, word := range slotWords(w.around()) {
		have[strings.ToLower(word)] = true
	}
	for _, word := range slotWords(c.text) {
		word = strings.ToLower(word)
		if quote.WordClass(word) == quote.EditComparator && !have[word] && len(c.quantities) > 0 {
			return Proof{Verdict: core.Partial, Rule: ClaimComparator, Unsupported: []string{word}}, true
		}
	}
	return Proof{}, false
}

// cell wants the numbers of a table in the rows and the columns that the claim
// names, where it names any.
func (w *window) cell(c *statement) (Proof, bool) {
	if !w.best.isRow() {
		return Proof{}, false
	}
	t := &w.doc.Tables[w.best.Of]
	rows, columns := w.namedRows(t, c), w.namedColumns(t, c)
	for _, q := range c.quantities {
		if w.standsIn(t, q, nil, nil) && !w.standsIn(t, q, rows, columns) {
			return Proof{Verdict: core.Contradicted, Rule: ClaimCell, Unsupported: []string{q.number}}, true
		}
	}
	return Proof{}, false
}

// namedRows are the rows of a table whose first cell the claim says, whole; nil
// for none.
func (w *window) namedRows(t *core.Table, c *statement) []int {
	var out []int
	for row := t.HeaderRows; row < len(t.Rows); row++ {
		if w.says(c, t.At(row, 0)) {
			out = append(out, row)
		}
	}
	return out
}

// namedColumns are the columns of a table whose header the claim says, whole; nil
// for none.
func (w *window) namedColumns(t *core.Table, c *statement) []int {
	var out []int
	for column := 1; column < t.Columns && t.HeaderRows > 0; column++ {
		if w.says(c, t.At(t.HeaderRows-1, column)) {
			out = append(out, column)
		}
	}
	return out
}

// says reports whether a claim has all words of a cell that has some.
func (w *window) says(c *statement, cell *core.Cell) bool {
	if cell == nil {
		return false
	}
	stems := stemsOf(w.doc.Quote(cell.Span), snowballstem.NewEnv(""))
	for s := range stems {
		if !c.stems[s] {
			return false
		}
	}
	return len(stems) > 0
}

// standsIn reports whether a number is in one of some rows and columns of a
// table's body; nil means all.
func (w *window) standsIn(t *core.Table, q quantity, rows, columns []int) bool {
	for row := t.HeaderRows; row < len(t.Rows); row++ {
		if rows != nil && !slices.Contains(rows, row) {
			continue
		}
		for column := range t.Columns {
			cell := t.At(row, column)
			if cell == nil || columns != nil && !slices.Contains(columns, column) {
				continue
			}
			if slices.ContainsFunc(numbersOf(w.doc.Quote(cell.Span)), func(n quantity) bool { return n.number == q.number }) {
				return true
			}
		}
	}
	return false
}

// names wants each name of the claim in the evidence or in what is above it.
func (w *window) names(c *statement) (Proof, bool) {
	have := make(map[string]bool)
	for _, word := range slotWords(w.around()) {
		have[word] = true
	}
	for _, name := range c.names {
		if hasIdentifier(have, name) {
			continue
		}
		p := Proof{Verdict: core.Partial, Rule: ClaimIdentifier, Unsupported: []string{name}}
		if sibling(have, name) != "" {
			p.Verdict = core.Contradicted
		}
		return p, true
	}
	return Proof{}, false
}

// modality wants what the claim demands, advises or allows to be demanded, advised
// or allowed in the evidence.
func (w *window) modality(c *statement) (Proof, bool) {
	there := marksIn(w.all, modals)
	for _, m := range marksIn(c.text, modals) {
		p := Proof{Verdict: core.Partial, Rule: ClaimModality, Unsupported: []string{m.word}}
		others := governing(there, m.stem)
		switch {
		case slices.Contains(others, m.word):
			continue
		case m.stem != "" && len(others) > 0:
			p.Verdict = core.Contradicted
		case slices.ContainsFunc(there, func(e mark) bool { return e.word == m.word }):
			continue
		}
		return p, true
	}
	return Proof{}, false
}

// polarity wants the claim to deny what the evidence denies, and nothing else,
// and to be limited as its best unit is.
func (w *window) polarity(c *statement) (Proof, bool) {
	claimed, there := marksIn(c.text, negators), marksIn(w.all, negators)
	have := w.stems()
	for _, m := range claimed {
		p := Proof{Verdict: core.Partial, Rule: ClaimPolarity, Unsupported: []string{m.word}}
		switch {
		case len(governing(there, m.stem)) > 0:
			continue
		case have[m.stem]:
			p.Verdict = core.Contradicted
		}
		return p, true
	}
	for _, m := range marksIn(w.text, negators) {
		if len(governing(claimed, m.stem)) > 0 {
			continue
		}
		if c.stems[m.stem] || m.stem == "" { // "while Alice is not."
			return Proof{Verdict: core.Contradicted, Rule: ClaimPolarity}, true
		}
	}
	return w.limits(c)
}

// limits wants the claim to say only, unless, except or without where its
// evidence does.
func (w *window) limits(c *statement) (Proof, bool) {
	claimed, there := marksIn(c.text, limiters), marksIn(w.text, limiters)
	if (len(claimed) > 0) == (len(there) > 0) || len(claimed) > 0 && len(marksIn(w.all, limiters)) > 0 {
		return Proof{}, false
	}
	p := Proof{Verdict: core.Partial, Rule: ClaimPolarity}
	for _, m := range claimed {
		p.Unsupported = append(p.Unsupported, m.word)
	}
	return p, true
}
