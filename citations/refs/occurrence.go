package refs

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Occurrence is a reference at its place in a file, and what it denotes.
type Occurrence struct {
	Reference
	Status Status
	// Target is what the reference denotes, or what was found in its place: the
	// anchor that a contradicted reference names by its number. Its document is nil
	// where the library does not have it.
	Target  Target
	Nearest []Target // what may be meant instead, best first
	Page    int      // PDF page; 0 where it has none
	URL     string   // the official place
	Note    string   // what a person should know: one sentence, or ""
	Fix     *Fix     // nil where the correction is not certain
	Exact   string   // what the document says in the place of a misquote that comes near; else ""
	// Outside is set of a superseded edition where the library has neither it nor what
	// replaced it.
	Outside bool
	// Origin is set where the text says that something was taken from the edition, or
	// is an RFC itself: it names what was, and is right.
	Origin bool
}

// Fix is a change of the file that corrects a reference.
type Fix struct {
	Span core.Span
	Text string
}

// Cites reports whether the occurrence is a citation of its target by a person: no
// number that no document is named for, no quote, and no constant.
func (o *Occurrence) Cites() bool {
	return o.Status != Candidate && o.Status != Misquoted && o.Status != WrongValue
}

// Suggestion lists what may be meant instead of a wrong reference.
func (o *Occurrence) Suggestion() string {
	titles := make([]string, len(o.Nearest))
	for i, t := range o.Nearest {
		titles[i] = t.Title()
	}
	return strings.Join(titles, "; ")
}

// OfDraft reports whether the occurrence denotes a draft, or a part of one.
func (o *Occurrence) OfDraft() bool {
	d := o.Target.Document
	return d != nil && d.Status == core.StatusDraft
}

// wrong reports whether an occurrence is wrong, whatever the edition.
func (o *Occurrence) wrong() bool {
	switch o.Status {
	case Dangling, Contradicted, UnknownDocument:
		return true
	}
	return false
}

// faulty reports whether a rule has something to say of the occurrence.
func (o *Occurrence) faulty() bool { return o.wrong() || o.Status == Superseded || o.OfDraft() }

// note adds a sentence to what a person should know.
func (o *Occurrence) note(sentence string) {
	if o.Note != "" && sentence != "" {
		o.Note += "; "
	}
	o.Note += sentence
}
