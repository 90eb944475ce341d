package corpus

import (
	"iter"
	"sync"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/corpus/standards"
)

// Surroundings is what a file shows of what it is about. It is put together when it
// is first asked for, which takes about a nanosecond for each byte, and is safe for
// concurrent use. It implements card.Around.
type Surroundings struct {
	text  string
	lang  *prose.Language
	about func() map[string]bool
}

// maxCited is how many references of a file are looked at for what it is about.
const maxCited = 2000

// NewSurroundings returns the surroundings of the places of a file, with what was
// found in it.
func NewSurroundings(text string, lang *prose.Language, found iter.Seq[refs.Occurrence]) *Surroundings {
	return &Surroundings{text: text, lang: lang, about: sync.OnceValue(func() map[string]bool {
		about := make(map[string]bool)
		for _, id := range standards.Subjects(text) {
			about[id] = true
		}
		n := 0
		for o := range found {
			if n++; n > maxCited {
				break
			}
			if d := o.Target.Document; d != nil {
				about[d.ID] = true
			}
		}
		return about
	})}
}

// About reports whether the file cites a document, or names a scheme that it
// specifies; for "" any document that the pack knows.
func (s *Surroundings) About(docID string) bool {
	about := s.about()
	if docID != "" {
		return about[docID]
	}
	for id := range about {
		if _, ok := standards.ByID(id); ok {
			return true
		}
	}
	return false
}

// Prose reports whether an offset is in a comment, a string or text. It reads the file
// up to there.
func (s *Surroundings) Prose(offset int) bool {
	for b := range prose.Blocks(s.text, s.lang) {
		switch {
		case b.Text == "":
		case b.Offset(0) > offset:
			return false
		case offset <= b.Offset(len(b.Text)-1)+1:
			return true
		}
	}
	return false
}
