package standards

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
)

// ErrNoPublication is wrapped by every error of Declared.
var ErrNoPublication = errors.New("no publication has this name")

// Declared returns what is known of the publication that a person says a file is, by
// any of its names: "NIST.FIPS.203", "fips 203", "RFC 9180", "SP 800-56A Rev. 3". Title and
// Date are "" for one that is not in the pack, and SHA256 is that of the publisher's
// file, or "".
//
// A draft that was replaced has the name of what replaced it, so that nothing can be
// declared as one.
func Declared(name string) (Standard, error) {
	name = strings.TrimSpace(name)
	if s, ok := ByLabel(name); ok {
		return s, nil
	}
	label, edition, ok := refs.PublicationNamed(name)
	if !ok {
		return Standard{}, fmt.Errorf(`%w: %q; known are names like "FIPS 203", NIST.SP.800-208 and "RFC 9180"`, ErrNoPublication, name)
	}
	known := Register{}.Publication(label, edition)
	draft := edition != "" && edition[0] != 'r'
	_, final := ByLabel(label)
	switch {
	case !known.Known:
		return Standard{}, fmt.Errorf("%w: %s is not known to pqcite", ErrNoPublication, label)
	case draft && (final || known.Successor != ""):
		return Standard{}, fmt.Errorf("%w: the draft %q was replaced by %s; add it as a document of your own", ErrNoPublication, name, label)
	}
	s := Standard{ID: publicationID(label, edition), Label: label, Status: core.StatusFinal, URL: known.URL}
	switch {
	case draft:
		s.Status = core.StatusDraft
	case edition != "":
		s.Label += " Rev. " + edition[1:]
	}
	return s, nil
}

// publicationID is the id of a publication, as its publisher names the file:
// "RFC9180", "NIST.SP.800-56Ar3", "NIST.IR.8528.ipd".
func publicationID(label, edition string) string {
	series, number, _ := strings.Cut(label, " ")
	switch {
	case series == "RFC":
		return series + number
	case edition == "" || edition[0] == 'r':
		return "NIST." + series + "." + number + edition
	}
	return "NIST." + series + "." + number + "." + edition
}
