package refs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// judge resolves one reference. It drops a name that its document does not have
// and that may be a word of the language.
func (s *Scanner) judge(ref Reference) (Occurrence, bool) {
	o := Occurrence{Reference: ref}
	if ref.Doc == "" {
		o.Status = Candidate
		return o, ref.Name == ""
	}
	docs := s.resolver.Documents(ref.Doc)
	known := s.publication(ref)
	switch {
	case known.Successor != "" || known.Withdrawn:
		o.supersede(known)
		o.Outside = len(docs) == 0 && !s.holds(known.Successor)
	case len(docs) == 0:
		o.outside(known)
	default:
		return s.among(o, docs, known)
	}
	return o, true
}

// among judges a reference to documents of the library. Of rivals none is picked, and a
// document that only says itself what it is proves no reference wrong.
func (s *Scanner) among(o Occurrence, docs []*core.Document, known Publication) (Occurrence, bool) {
	if ids := Rivals(docs); ids != nil {
		o.outside(known)
		o.note(rivalNote(o.Doc, ids))
		return o, true
	}
	judged, ok := s.resolve(o, docs)
	if docs[0].NamesItself() && (judged.Status == Dangling || judged.Status == Contradicted) {
		o.outside(known)
		o.note(docs[0].ID + " " + docs[0].Vouched() + " and has another there; corpus add --as vouches for it")
		return o, ok
	}
	return judged, ok
}

// holds reports whether one of the successors of an edition is here.
func (s *Scanner) holds(successors string) bool {
	for label := range strings.SplitSeq(strings.ReplaceAll(successors, " and ", ", "), ", ") {
		if len(s.resolver.Documents(label)) > 0 {
			return true
		}
	}
	return false
}

func (s *Scanner) publication(ref Reference) Publication {
	if s.register == nil {
		return Publication{}
	}
	return s.register.Publication(ref.Doc, ref.Edition)
}

// supersede judges a reference to an edition that something has replaced.
func (o *Occurrence) supersede(known Publication) {
	o.Status, o.URL, o.Note = Superseded, known.URL, o.Doc+editionName(o.Edition)
	if known.Successor != "" {
		o.Note += " is superseded by " + known.Successor
	} else {
		o.Note += " is withdrawn"
	}
	o.note(known.Note)
}

func editionName(edition string) string {
	switch {
	case edition == "":
		return ""
	case edition[0] == 'r':
		return " Rev. " + edition[1:]
	}
	return " (" + edition + ")"
}

// outside judges a reference to a document that the library does not have.
func (o *Occurrence) outside(known Publication) {
	o.Status, o.URL, o.Note = NotInLibrary, known.URL, known.Note
	if !known.Known {
		o.Status, o.URL, o.Note = UnknownDocument, "", o.Doc+" is not known to pqcite"
		o.note(known.Note)
		return
	}
	if o.Number != "" && strings.HasPrefix(o.Doc, "RFC ") && o.Kind == core.KindSection {
		o.URL += "#section-" + o.Number
	} else if o.Number != "" && strings.HasPrefix(o.Doc, "RFC ") && o.Kind == core.KindAppendix {
		o.URL += "#appendix-" + o.Number
	}
}

// resolve judges a reference to a document of the library.
func (s *Scanner) resolve(o Occurrence, docs []*core.Document) (Occurrence, bool) {
	res := s.resolver.Resolve(o.Reference)
	o.Status, o.Nearest = res.Status, res.Nearest
	if len(res.Targets) == 0 {
		o.dangle(s, docs[0])
		return o, o.Name == "" || o.Status == Contradicted
	}
	o.Target = res.Targets[0]
	o.place(o.Target)
	if o.Reference.Page > 0 {
		o.turnTo(docs[0])
	}
	o.compare(s)
	o.follow(s)
	return o, true
}

// place says where a target is.
func (o *Occurrence) place(t Target) {
	if t.Anchor == nil {
		o.URL = t.Document.URL
		return
	}
	o.Page = t.Anchor.StartPage
	o.URL = t.Document.PageURL(o.Page)
	if o.Kind != "" && o.Kind != t.Anchor.Kind && !sectionKind(o.Kind) {
		o.Note = fmt.Sprintf("%s numbers this as %s (%s)", t.Document.Label, strings.ToLower(t.Anchor.Kind.Word()), t.Anchor.Number)
	}
}

func sectionKind(k core.AnchorKind) bool { return k == core.KindSection || k == core.KindAppendix }

// dangle judges a reference to what its document does not have. A name that
// belongs to an algorithm of another number or document says what is meant.
func (o *Occurrence) dangle(s *Scanner, d *core.Document) {
	o.Target = Target{Document: d}
	o.URL = d.URL
	meant := s.meant(o)
	if o.Name != "" {
		meant = s.elsewhere(keyOf(o.Name), !distinctive(o.Name))
	}
	if len(meant) == 0 {
		return
	}
	o.Nearest = append(meant, slices.DeleteFunc(o.Nearest, func(t Target) bool { return t == meant[0] })...)
	if o.Name != "" {
		o.Status = Contradicted
		o.Note = fmt.Sprintf("%s is %s of %s", meant[0].Anchor.Title, meant[0].Anchor.Name(), meant[0].Document.Label)
		return
	}
	o.fix(s, meant)
}
