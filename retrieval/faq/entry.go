package faq

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"math"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
	"github.com/pqcite/pqcite/retrieval/analysis"
)

// Entry is a fact, or some unanswered questions, or both.
type Entry struct {
	Units     []core.UnitRef // where the fact stands; empty if there is none
	Evidence  []string       // the texts of its places
	Headings  []string       // that they stand under
	Wordings  []string       // of the question that it answers
	Negatives []string       // questions that sound alike and have no answer
	Statement string         // what the units state, in our own words; nothing is learned from it
}

// ErrEntry is wrapped by the error of an entry that makes no sense.
var ErrEntry = errors.New("invalid entry")

func (e *Entry) validate() error {
	if len(e.Units) == 0 && len(e.Wordings) > 0 {
		return fmt.Errorf("%w: wordings without a place, the first %q", ErrEntry, e.Wordings[0])
	}
	for _, p := range e.Units {
		if p.DocID == "" || p.Page < 1 || p.Page > math.MaxUint16 {
			return fmt.Errorf("%w: place on page %d of document %q", ErrEntry, p.Page, p.DocID)
		}
	}
	return nil
}

// Source is the SHA-256 over what Train would learn from: the settings, the version of the
// analysis, and the entries. Of evidence its letters and digits count, as in the checksum of
// a unit: where a reader of PDF files puts a mark right, what is asked of the sentence stays
// the same. Weights whose source is another are stale.
func Source(entries []Entry, s Training) [32]byte {
	d := digest{sha256.New()}
	fmt.Fprintf(d, "%+v analysis %d\n", s, analysis.Version)
	for i := range entries {
		e := &entries[i]
		d.number(len(e.Units))
		for _, p := range e.Units {
			d.strings([]string{p.DocID, p.Anchor})
			d.number(p.Page)
			d.number(int(p.Sum))
		}
		d.number(len(e.Evidence))
		for _, text := range e.Evidence {
			d.number(int(lex.Sum(text)))
		}
		d.strings(e.Headings)
		d.strings(e.Wordings)
		d.strings(e.Negatives)
	}
	return [32]byte(d.Sum(nil))
}

// digest hashes items with their lengths, so that no two lists run into one.
type digest struct{ hash.Hash }

func (d digest) number(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	d.Write(b[:])
}

func (d digest) strings(list []string) {
	d.number(len(list))
	for _, s := range list {
		d.number(len(s))
		d.Write([]byte(s))
	}
}
