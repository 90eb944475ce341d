package quote

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// maxEdits is how many edits a finding lists.
const maxEdits = 32

// Edit is one difference between a quote and the document.
type Edit struct {
	Class    EditClass
	Quote    string    // what the quote says, folded; "" if it leaves something out
	Document string    // what the document says, raw; "" if the quote adds something
	Span     core.Span // of Document; empty where something was added
}

// Bounds and shares of a near search.
const (
	minCoverage   = 0.85 // of the quote's runes that must be in one run, and of that run's
	maxVotes      = 8192 // token places that vote for a run
	maxCandidates = 4    // runs that are aligned
	slackShare    = 8    // a band reaches this fraction of the quote's tokens to either side …
	minSlack      = 4    // … but at least this many
)

// near finds the run of the document that comes nearest to a folded quote.
func (t *Text) near(quote string, pages []int) Finding {
	t.once.Do(func() { t.tokens = newTokenIndex(t.folded.text) })
	ts := tokens(quote)
	t.tokens.know(quote, ts)
	best := Finding{Verdict: core.Unverifiable, Rule: NotFound}
	slack := max(minSlack, len(ts)/slackShare)
	cells := maxCells
	for _, diagonal := range t.candidates(ts, slack) {
		width := min(4*slack+1, maxCells/(len(ts)+1))
		if cells -= width * (len(ts) + 1); cells < 0 {
			break
		}
		a := aligner{
			quote: quote, doc: t.folded.text, quoteToks: ts, docToks: t.tokens.tokens,
			base: diagonal + slack - width/2, width: width,
		}
		if al, ok := a.run(); ok {
			if f, ok := t.judge(&a, al, pages); ok && better(&f, &best) {
				best = f
			}
		}
	}
	return best
}

// candidates returns the diagonals (token of the document less token of the
// quote) near which the quote's tokens are together, best first. Rare tokens
// vote first, with the weight of their length.
func (t *Text) candidates(ts []token, slack int) []int {
	known := make([]int, 0, len(ts))
	for i := range ts {
		if ts[i].id >= 0 {
			known = append(known, i)
		}
	}
	x := t.tokens
	slices.SortStableFunc(known, func(a, b int) int {
		return cmp.Compare(len(x.of(ts[a].id)), len(x.of(ts[b].id)))
	})
	least := floorDiv(-len(ts), slack)
	votes := make([]int, floorDiv(len(x.tokens), slack)-least+2)
	left := maxVotes
	for n, i := range known {
		places := x.of(ts[i].id)
		if left -= len(places); left < 0 && n > 0 {
			break
		}
		for _, p := range places {
			votes[floorDiv(int(p)-i, slack)-least] += ts[i].len()
		}
	}
	buckets := ballot(votes)
	for i := range buckets {
		buckets[i] = (buckets[i] + least) * slack
	}
	return buckets
}

// ballot returns the first of the pairs of adjacent buckets that have the most
// votes, best first, without pairs next to a better one.
func ballot(votes []int) []int {
	var best []int
	for range maxCandidates {
		top, most := -1, 0
		for b := range len(votes) - 1 {
			w := votes[b] + votes[b+1]
			if w > most && !slices.ContainsFunc(best, func(o int) bool { return o-1 <= b && b <= o+1 }) {
				top, most = b, w
			}
		}
		if top < 0 {
			break
		}
		best = append(best, top)
	}
	return best
}

func floorDiv(a, b int) int {
	if a < 0 {
		return -((b - 1 - a) / b)
	}
	return a / b
}

// better reports whether a near finding is to be preferred: by verdict, then by
// coverage, then by distance, then by place.
func better(a, b *Finding) bool {
	return cmp.Or(
		cmp.Compare(a.rank(), b.rank()),
		cmp.Compare(b.Coverage, a.Coverage),
		cmp.Compare(a.Distance, b.Distance),
		cmp.Compare(a.Span.Start, b.Span.Start),
	) < 0
}

// rank orders findings by their verdicts from best to worst. Words that may be in
// a unit that cannot be read come before a contradiction elsewhere.
func (f *Finding) rank() int {
	if f.Rule == Unreadable {
		return 2*slices.Index(core.Verdicts[:], core.Contradicted) - 1
	}
	return 2 * slices.Index(core.Verdicts[:], f.Verdict)
}

// judge classifies the differences of an alignment. It returns false if too much
// of the quote, or of the document's run, has no counterpart.
func (t *Text) judge(a *aligner, al alignment, pages []int) (Finding, bool) {
	if al.first >= al.last {
		return Finding{}, false
	}
	j := judgement{a: a, worst: EditSpelling}
	for _, h := range al.hunks {
		j.hunk(t, h)
	}
	quoteRunes := runes(a.quote, a.quoteToks)
	docRunes := runes(a.doc, a.docToks[al.first:al.last])
	coverage := 1 - float64(j.quoteOnly)/float64(quoteRunes)
	if coverage < minCoverage || float64(j.docOnly) > (1-minCoverage)*float64(docRunes) {
		return Finding{}, false
	}
	folded := core.Span{Start: int(a.docToks[al.first].start), End: int(a.docToks[al.last-1].end)}
	f := t.place(t.folded.original(folded), pages)
	f.Coverage, f.Edits = coverage, j.edits
	f.Verdict, f.Rule = verdictOf(j.worst)
	return t.marked(f), true
}

func verdictOf(worst EditClass) (core.Verdict, string) {
	switch worst {
	case EditSpelling:
		return core.Supported, Near
	case EditWord:
		return core.Partial, Altered
	}
	return core.Contradicted, Edited + string(worst)
}

// runes counts the runes of tokens.
func runes(text string, ts []token) int {
	n := 0
	for _, t := range ts {
		n += utf8.RuneCountInString(text[t.start:t.end])
	}
	return n
}

// judgement sums up the differences of an alignment.
type judgement struct {
	a                  *aligner
	worst              EditClass
	quoteOnly, docOnly int // runes without a counterpart
	edits              []Edit
}

func (j *judgement) hunk(t *Text, h hunk) {
	h = j.a.peel(h)
	qs := j.a.quoteToks[h.quote[0]:h.quote[1]]
	ds := j.a.docToks[h.doc[0]:h.doc[1]]
	if len(qs)+len(ds) == 0 {
		return // a word broken over two lines, or a hyphen more or less
	}
	q, d := join(j.a.quote, qs), join(j.a.doc, ds)
	class := classify(j.a, qs, ds, h.quote[0] == 0)
	if editRank[class] > editRank[j.worst] {
		j.worst = class
	}
	common := commonRunes(q, d)
	j.quoteOnly += utf8.RuneCountInString(q) - common
	j.docOnly += utf8.RuneCountInString(d) - common
	if len(j.edits) == maxEdits {
		return
	}
	e := Edit{Class: class, Quote: between(j.a.quote, qs), Span: j.docSpan(t, h)}
	e.Document = t.doc.Quote(e.Span)
	j.edits = append(j.edits, e)
}

// docSpan returns the raw bytes of a hunk's side of the document.
func (j *judgement) docSpan(t *Text, h hunk) core.Span {
	if h.doc[0] < h.doc[1] {
		first, last := j.a.docToks[h.doc[0]], j.a.docToks[h.doc[1]-1]
		return t.folded.original(core.Span{Start: int(first.start), End: int(last.end)})
	}
	at := len(t.folded.text)
	if h.doc[0] < len(j.a.docToks) {
		at = int(j.a.docToks[h.doc[0]].start)
	}
	return t.folded.original(core.Span{Start: at, End: at})
}

// join returns the tokens' text without what is between them.
func join(text string, ts []token) string {
	switch len(ts) {
	case 0:
		return ""
	case 1:
		return text[ts[0].start:ts[0].end]
	}
	var b strings.Builder
	for _, t := range ts {
		b.WriteString(text[t.start:t.end])
	}
	return b.String()
}

func between(text string, ts []token) string {
	if len(ts) == 0 {
		return ""
	}
	return text[ts[0].start:ts[len(ts)-1].end]
}

// peel cuts the words off both ends of a hunk that are the same but for hyphens
// and line breaks in them.
func (a *aligner) peel(h hunk) hunk {
	for {
		q, d := a.sameFront(h)
		if q == 0 {
			break
		}
		h.quote[0] += q
		h.doc[0] += d
	}
	for {
		q, d := a.sameBack(h)
		if q == 0 {
			return h
		}
		h.quote[1] -= q
		h.doc[1] -= d
	}
}

// maxGlued bounds the pieces of a word that are put together again.
const maxGlued = 8

// sameFront returns how many tokens at the front of either side spell the same
// word; 0 and 0 if they differ.
func (a *aligner) sameFront(h hunk) (q, d int) {
	qs, ds := a.quoteToks[h.quote[0]:h.quote[1]], a.docToks[h.doc[0]:h.doc[1]]
	qLen, dLen := 0, 0
	for q+d < maxGlued {
		switch {
		case qLen <= dLen && q < len(qs) && (q == 0 || qs[q].glued):
			qLen += qs[q].len()
			q++
		case qLen > dLen && d < len(ds) && (d == 0 || ds[d].glued):
			dLen += ds[d].len()
			d++
		default:
			return 0, 0
		}
		if qLen == dLen && join(a.quote, qs[:q]) == join(a.doc, ds[:d]) {
			return q, d
		}
	}
	return 0, 0
}

// sameBack does the same at the back.
func (a *aligner) sameBack(h hunk) (q, d int) {
	qs, ds := a.quoteToks[h.quote[0]:h.quote[1]], a.docToks[h.doc[0]:h.doc[1]]
	qLen, dLen := 0, 0
	for q+d < maxGlued {
		switch {
		case qLen <= dLen && q < len(qs) && (q == 0 || qs[len(qs)-q].glued):
			q++
			qLen += qs[len(qs)-q].len()
		case qLen > dLen && d < len(ds) && (d == 0 || ds[len(ds)-d].glued):
			d++
			dLen += ds[len(ds)-d].len()
		default:
			return 0, 0
		}
		if qLen == dLen && join(a.quote, qs[len(qs)-q:]) == join(a.doc, ds[len(ds)-d:]) {
			return q, d
		}
	}
	return 0, 0
}

func commonRunes(a, b string) int {
	as, bs := []rune(a), []rune(b)
	n, start := min(len(as), len(bs)), 0
	for start < n && as[start] == bs[start] {
		start++
	}
	end := 0
	for end < n-start && as[len(as)-1-end] == bs[len(bs)-1-end] {
		end++
	}
	return start + end
}

// classify returns the class of a difference: the most decisive of its tokens,
// unless the two sides are spellings of the same words.
func classify(a *aligner, qs, ds []token, atStart bool) EditClass {
	worst := EditSpelling
	raise := func(text string, ts []token) {
		for _, t := range ts {
			if c := classOf(text[t.start:t.end]); editRank[c] > editRank[worst] {
				worst = c
			}
		}
	}
	if len(qs) == 1 && len(ds) == 1 && sameWord(join(a.quote, qs), join(a.doc, ds), atStart) {
		return EditSpelling
	}
	raise(a.quote, qs)
	raise(a.doc, ds)
	switch {
	case join(a.quote, qs) != join(a.doc, ds), worst == EditNegator, worst == EditModality:
		return worst
	case splitsNumber(a.quote, qs), splitsNumber(a.doc, ds):
		return EditNumber
	}
	return EditSpelling // the same words with other spaces
}

// splitsNumber reports whether two neighbours would read as one number without
// the space between them.
func splitsNumber(text string, ts []token) bool {
	for i := 1; i < len(ts); i++ {
		left, right := before(text, int(ts[i-1].end)), after(text, int(ts[i].start))
		if lex.IsDigit(left) && strings.ContainsRune("0123456789.,", right) ||
			lex.IsDigit(right) && strings.ContainsRune(".,", left) {
			return true
		}
	}
	return false
}

// Bounds of a slip in a word.
const (
	minSlipRunes = 5   // of the shorter word
	minSlipShare = 0.8 // of the longer word that both have in common
)

// sameWord reports whether two words are spellings of the same one: they differ
// in case, or by a slip after the first letters. What a word starts with is
// never a slip: signed is not unsigned, encapsulated not decapsulated.
func sameWord(q, d string, atStart bool) bool {
	qc, dc := classOf(q), classOf(d)
	if strings.EqualFold(q, d) {
		return atStart || qc != EditIdentifier && dc != EditIdentifier
	}
	if qc != EditWord || dc != EditWord || hasNegatingEnd(q) != hasNegatingEnd(d) {
		return false
	}
	shorter, longer := utf8.RuneCountInString(q), utf8.RuneCountInString(d)
	if shorter > longer {
		shorter, longer = longer, shorter
	}
	return shorter >= minSlipRunes && strings.EqualFold(q[:min(len(q), 2)], d[:min(len(d), 2)]) &&
		float64(commonRunes(q, d)) >= minSlipShare*float64(longer)
}

func hasNegatingEnd(word string) bool { return strings.HasSuffix(word, "less") }
