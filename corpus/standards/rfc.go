package standards

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync"
)

// rfc is an RFC that others have made obsolete.
type rfc struct {
	Number     int    `json:"number"`
	Title      string `json:"title,omitempty"`
	Date       string `json:"date"`       // month of publication: "2008-08"
	Successors []int  `json:"successors"` // those in force that have taken its place, perhaps by way of others
}

// loadRFCs reads the obsolete RFCs, by number. They are apart from the pack, since
// only who meets a citation of an RFC needs them.
var loadRFCs = sync.OnceValues(func() (map[int]rfc, error) { return readRFCs(dataFiles()) })

func readRFCs(files fs.FS) (map[int]rfc, error) {
	rfcs := make(map[int]rfc)
	last := 0
	err := records(files, rfcsFile, func(r *rfc) error {
		switch {
		case r.Number <= last:
			return fmt.Errorf("RFC %d does not come after RFC %d", r.Number, last)
		case len(r.Successors) == 0:
			return fmt.Errorf("RFC %d has no successor", r.Number)
		}
		rfcs[r.Number], last = *r, r.Number
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, r := range rfcs {
		for _, s := range r.Successors {
			if _, obsolete := rfcs[s]; obsolete || s == r.Number {
				return nil, fmt.Errorf("%s: RFC %d cannot have taken the place of RFC %d", rfcsFile, s, r.Number)
			}
		}
	}
	return rfcs, nil
}

// successor names what has taken the place of an RFC: "RFC 9110, RFC 9111 and RFC 9112".
func (r *rfc) successor() string {
	names := make([]string, len(r.Successors))
	for i, n := range r.Successors {
		names[i] = "RFC " + strconv.Itoa(n)
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
