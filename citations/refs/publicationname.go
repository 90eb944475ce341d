package refs

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// PublicationNamed reads a whole name as that of a publication that the grammar
// knows, in the library or not: "FIPS 203", "NIST.SP.800-208", "rfc9180". The label is
// canonical, and the edition "" where the name says none.
func PublicationNamed(name string) (label, edition string, ok bool) {
	m, ok := docName(name, 0)
	if !ok || m.span.End != len(name) {
		return "", "", false
	}
	return m.doc, m.edition, true
}

// publicationKey matches the letters and digits that a publication's name begins with.
var publicationKey = regexp.MustCompile(`^(?:NIST)*(?:FIPS(?:PUB(?:LICATION)?S?)?[0-9]{2}|(?:SP|SPECIALPUBLICATION)(?:800|500|1800)[0-9]|IR[0-9]{4}|RFCS?[0-9]{2})`)

// Reserved reports whether a name begins like that of a publication, whatever its
// case and what is between its parts: "FIPS 203", "nist.fips.203.ipd",
// "fips203-draft". Nothing that a person names himself may be found by such a name. It
// is broad, for it costs an own document nothing but a longer id.
func Reserved(name string) bool { return publicationKey.MatchString(bare(name)) }

// vouched are the documents that a person or a publisher vouches for, of several with
// one name; where there is none all that name themselves so.
func vouched(docs []*core.Document) []*core.Document {
	var out []*core.Document
	for _, d := range docs {
		if !d.NamesItself() {
			out = append(out, d)
		}
	}
	if len(out) == 0 {
		return docs
	}
	return out
}

// Rivals returns the ids of the documents that all say that they are what a name means,
// where they differ and nobody vouches for one; nil where the name is clear.
func Rivals(docs []*core.Document) []string {
	if len(docs) < 2 || !docs[0].NamesItself() {
		return nil
	}
	var ids []string
	differ := false
	for _, d := range docs {
		ids = append(ids, d.ID)
		differ = differ || d.SHA256 != docs[0].SHA256
	}
	if !differ {
		return nil
	}
	return ids
}

func rivalNote(label string, ids []string) string {
	return "several documents say that they are " + label + ": " + strings.Join(ids, ", ") + "; say which one is with corpus add --as"
}
