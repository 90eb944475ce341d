package standards

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/citations/refs"
)

// publication is what is known of an edition that is not in the pack.
type publication struct {
	Label     string   `json:"label"`               // "FIPS 186-4"
	Edition   string   `json:"edition,omitempty"`   // "r2", "ipd"; "" where the label says it
	Title     string   `json:"title,omitempty"`     // as printed on the cover
	Date      string   `json:"date,omitempty"`      // month of publication: "2013-07"
	Successor string   `json:"successor,omitempty"` // label of what replaced it
	Continued bool     `json:"continued,omitempty"` // the successor has the same number and says what it said
	Kept      []string `json:"kept,omitempty"`      // words one of which must be said of it for that
	Moved     []string `json:"moved,omitempty"`     // words of what the successor says no more
	Withdrawn bool     `json:"withdrawn,omitempty"` // and nothing replaced it
	Announced bool     `json:"announced,omitempty"` // not published when the pack was made
	Note      string   `json:"note,omitempty"`
	Source    string   `json:"source"`
}

// Register is what the pack knows of publications by NIST and the IETF, in the
// library or not. It implements citations.Register.
type Register struct{}

// Publication returns what is known of a document by its label and edition.
func (Register) Publication(label, edition string) refs.Publication {
	series, number, _ := strings.Cut(label, " ")
	p := refs.Publication{Known: published(series, number), URL: officialPage(series, number, edition)}
	if series == "RFC" {
		if r, ok := must(loadRFCs())[numbered(number)]; ok {
			p.Title, p.Date, p.Successor = r.Title, r.Date, r.successor()
		}
		return p
	}
	if r, ok := embedded().publications[[2]string{label, edition}]; ok {
		p.Known, p.Title, p.Date, p.Note = true, r.Title, r.Date, r.Note
		p.Successor, p.Continued, p.Kept, p.Moved, p.Withdrawn = r.Successor, r.Continued, r.Kept, r.Moved, r.Withdrawn
	}
	return p
}

// Lines is how many numbered lines an algorithm of the pack has, 0 if that is not known.
// It implements citations.LineCount.
func (Register) Lines(docID, anchor string) int {
	if e := embedded().anchors[placeOf(docID, anchor)]; e != nil {
		return e.Lines
	}
	return 0
}

// The last numbers of series that are counted through, when the pack was made.
const (
	lastFIPS = 205    // csrc.nist.gov/publications/fips
	lastRFC  = 10_999 // the RFC Editor had reached 10036; this leaves room
)

// published reports whether a series can have the number. Numbers of special
// publications and internal reports are not counted through, so that any may
// exist.
func published(series, number string) bool {
	head, _, _ := strings.Cut(number, "-")
	n, err := strconv.Atoi(strings.TrimRight(head, "ABCDE"))
	switch {
	case err != nil:
		return false
	case series == "FIPS":
		return n >= 1 && n <= lastFIPS
	case series == "RFC":
		return n >= 1 && n <= lastRFC
	}
	return series == "SP" || series == "IR"
}

// numbered is the number that digits write, 0 for anything else.
func numbered(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// officialPage is the address of a document: its DOI for NIST's, whose names are
// made from the number, and the RFC Editor's page for an RFC.
func officialPage(series, number, edition string) string {
	switch series {
	case "RFC":
		return "https://www.rfc-editor.org/rfc/rfc" + number
	case "SP":
		if strings.HasPrefix(edition, "r") {
			number += edition
		}
	}
	return "https://doi.org/10.6028/NIST." + series + "." + number
}

func (p *pack) readPublications(files fs.FS) error {
	p.publications = make(map[[2]string]publication)
	return records(files, publicationsFile, func(r *publication) error {
		key := [2]string{r.Label, r.Edition}
		states := 0
		for _, set := range []bool{r.Successor != "", r.Withdrawn, r.Announced} {
			if set {
				states++
			}
		}
		switch {
		case labelKey(r.Label) == "":
			return fmt.Errorf("label %q does not name a series and a number", r.Label)
		case p.publications[key].Label != "":
			return fmt.Errorf("%q %q is given twice", r.Label, r.Edition)
		case states != 1:
			return errors.New("it is not one of superseded, withdrawn and announced")
		case r.Continued && !renumbered(r.Label, r.Successor), len(r.Kept)+len(r.Moved) > 0 && !r.Continued:
			return fmt.Errorf("%q does not go on under its number in %q", r.Label, r.Successor)
		case r.Successor != "" && labelKey(r.Successor) == "" && !strings.Contains(r.Successor, " Rev. "):
			return fmt.Errorf("successor %q does not name a series and a number", r.Successor)
		}
		p.publications[key] = *r
		return checkURL(r.Source)
	})
}

// renumbered reports whether two labels differ in nothing but the edition: "FIPS 180-3"
// and "FIPS 180-4", "SP 800-56A" and "SP 800-56A Rev. 3".
func renumbered(label, successor string) bool {
	if head, _, ok := strings.Cut(successor, " Rev. "); ok {
		return head == label
	}
	same := func(s string) string { return s[:max(strings.LastIndexByte(s, '-'), 0)] }
	return strings.HasPrefix(label, "FIPS ") && same(label) != "" && same(label) == same(successor)
}
