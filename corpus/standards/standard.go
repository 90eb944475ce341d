package standards

import (
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/pqcite/pqcite/core"
)

// Standard is one official document, as its publisher offers it.
type Standard struct {
	ID     string      `json:"id"`     // "NIST.FIPS.203"; the core.Document's id
	Label  string      `json:"label"`  // how people cite it: "FIPS 203"
	Title  string      `json:"title"`  // as printed on the cover
	Status core.Status `json:"status"` // final or draft
	Date   string      `json:"date"`   // of publication, as printed: "2024-08-13" or "2025-09"
	URL    string      `json:"url"`    // https, of the PDF file
	SHA256 string      `json:"sha256"` // of the file, 64 lower-case hex digits
	Bytes  int64       `json:"bytes"`  // size of the file
	Pages  int         `json:"pages"`  // of the file, covers included
	Roman  int         `json:"roman"`  // PDF page that is printed as page i
	Arabic int         `json:"arabic"` // PDF page that is printed as page 1
	// Families are the names of the schemes that the document specifies or
	// evaluates; each is the name of a Term. Empty for one about all of them.
	Families []string `json:"families"`
}

// Documents returns the official documents in a fixed order. The caller owns
// the result.
func Documents() []Standard {
	docs := listed().documents
	out := make([]Standard, len(docs))
	for i := range docs {
		out[i] = docs[i].clone()
	}
	return out
}

// ByID returns the document with exactly the id.
func ByID(id string) (Standard, bool) { return found(listed().byID[id]) }

// BySHA256 returns the document whose official file has the hash, given as
// lower-case hex.
func BySHA256(hash string) (Standard, bool) { return found(listed().bySHA256[hash]) }

func found(s *Standard) (Standard, bool) {
	if s == nil {
		return Standard{}, false
	}
	return s.clone(), true
}

func (s *Standard) clone() Standard {
	c := *s
	c.Families = slices.Clone(s.Families)
	return c
}

// Printed is the label that is printed on a PDF page: "iv", "39", or "" for the
// covers before page i.
func (s *Standard) Printed(page int) string {
	switch {
	case page >= s.Arabic:
		return strconv.Itoa(page - s.Arabic + 1)
	case page >= s.Roman:
		return romanNumerals[page-s.Roman]
	}
	return ""
}

// romanNumerals are the labels of front matter, which is never longer here.
var romanNumerals = [...]string{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"}

func readCatalogue(files fs.FS) (*catalogue, error) {
	c := &catalogue{byID: make(map[string]*Standard), bySHA256: make(map[string]*Standard), byLabel: make(map[string]*Standard)}
	err := records(files, documentsFile, func(s *Standard) error {
		if err := s.check(); err != nil {
			return fmt.Errorf("document %q: %w", s.ID, err)
		}
		c.documents = append(c.documents, *s)
		return c.index(s)
	})
	return c, err
}

func (c *catalogue) index(d *Standard) error {
	if c.byID[d.ID] != nil {
		return fmt.Errorf("id %q is given twice", d.ID)
	}
	if c.bySHA256[d.SHA256] != nil {
		return fmt.Errorf("hash %q is given twice", d.SHA256)
	}
	c.byID[d.ID], c.bySHA256[d.SHA256] = d, d
	for _, key := range d.labelKeys() {
		if other := c.byLabel[key]; other != nil && other != d {
			return fmt.Errorf("%q and %q have the same label %q", other.ID, d.ID, d.Label)
		}
		c.byLabel[key] = d
	}
	return nil
}

func (s *Standard) check() error {
	switch {
	case !printable(s.ID):
		return fmt.Errorf("id %q is empty or not plain text", s.ID)
	case labelKey(s.ID) == "" || labelKey(s.Label) == "":
		return fmt.Errorf("id or label %q does not name a series and a number", s.Label)
	case !printable(s.Title):
		return fmt.Errorf("title %q is empty or not plain text", s.Title)
	case s.Status != core.StatusFinal && s.Status != core.StatusDraft:
		return fmt.Errorf("status %q is not final or draft", s.Status)
	case !isDate(s.Date):
		return fmt.Errorf("date %q is not YYYY-MM-DD or YYYY-MM", s.Date)
	case !isSHA256(s.SHA256):
		return fmt.Errorf("hash %q is not 64 lower-case hex digits", s.SHA256)
	case s.Bytes < 1 || s.Pages < 1:
		return fmt.Errorf("size is %d bytes on %d pages, must be positive", s.Bytes, s.Pages)
	case s.Roman < 1 || s.Arabic <= s.Roman || s.Arabic > s.Pages || s.Arabic-s.Roman > len(romanNumerals):
		return fmt.Errorf("pages i and 1 are said to be pages %d and %d of %d", s.Roman, s.Arabic, s.Pages)
	case hasRepeat(s.Families):
		return fmt.Errorf("families %q name one twice", s.Families)
	}
	return checkURL(s.URL)
}

func isDate(s string) bool {
	for _, layout := range []string{time.DateOnly, "2006-01"} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

func isSHA256(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == 32 && hex.EncodeToString(b) == s
}

func checkURL(s string) error {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return fmt.Errorf("parse the URL: %w", err)
	case u.Scheme != "https" || u.Host == "" || u.Path == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("URL %q is not a plain https address of a file", s)
	}
	return nil
}

// printable reports whether s is non-empty printable ASCII without a blank at
// either end.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return s != "" && s[0] != ' ' && s[len(s)-1] != ' '
}

func hasRepeat(list []string) bool {
	for i, s := range list {
		if slices.Contains(list[:i], s) {
			return true
		}
	}
	return false
}
