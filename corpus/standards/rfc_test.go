package standards

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/citations/refs"
)

// TestPublications holds what the register says of widely cited publications against what
// their publishers say. The RFC Editor's index has the successors of each RFC; those that
// are obsolete again are followed to what is in force.
func TestPublications(t *testing.T) {
	replaced := map[string]string{
		"RFC 6347": "RFC 9147", "RFC 4347": "RFC 9147", "RFC 6961": "RFC 9846", "RFC 6125": "RFC 9525", "RFC 7540": "RFC 9113", "RFC 5751": "RFC 8551",
		"RFC 5246": "RFC 9846", "RFC 2246": "RFC 9846", "RFC 4346": "RFC 9846", "RFC 2616": "RFC 9110, RFC 9111 and RFC 9112", "RFC 7230": "RFC 9110 and RFC 9112",
		"RFC 2818": "RFC 9110", "RFC 3447": "RFC 8017", "RFC 7539": "RFC 8439", "RFC 3280": "RFC 5280", "RFC 2560": "RFC 6960", "RFC 3852": "RFC 5652",
		"RFC 5208": "RFC 5958", "RFC 2898": "RFC 8018", "RFC 4880": "RFC 9580", "RFC 5996": "RFC 7296", "RFC 7159": "RFC 8259", "RFC 5750": "RFC 8550",
		"FIPS 180-3": "FIPS 180-4", "FIPS 186-4": "FIPS 186-5", "FIPS 140-2": "FIPS 140-3", "FIPS 203/ipd": "FIPS 203",
		"SP 800-56A/r2": "SP 800-56A Rev. 3", "SP 800-171/r2": "SP 800-171 Rev. 3",
	}
	for name, want := range replaced {
		label, edition, _ := strings.Cut(name, "/")
		p := Register{}.Publication(label, edition)
		if p.Successor != want || !p.Known || p.Withdrawn {
			t.Errorf("%s: successor %q, known %t, withdrawn %t, want %q", name, p.Successor, p.Known, p.Withdrawn, want)
		}
	}
	for _, label := range []string{"RFC 9147", "RFC 9846", "RFC 5280", "RFC 8032", "RFC 9180", "RFC 2119", "FIPS 180-4", "FIPS 186-5", "FIPS 203", "SP 800-56A", "IR 8547"} {
		if p := (Register{}).Publication(label, ""); p.Successor != "" || p.Withdrawn || !p.Known {
			t.Errorf("%s is said to be replaced by %q or withdrawn, or not to be known", label, p.Successor)
		}
	}
	for _, label := range []string{"FIPS 46-3", "FIPS 81", "FIPS 113", "SP 800-67"} {
		if p := (Register{}).Publication(label, ""); !p.Withdrawn {
			t.Errorf("%s is not said to be withdrawn", label)
		}
	}
	for _, label := range []string{"FIPS 299", "RFC 99999"} {
		if p := (Register{}).Publication(label, ""); p.Known {
			t.Errorf("%s is said to be known", label)
		}
	}
	got := Register{}.Publication("RFC 5246", "")
	want := refs.Publication{
		Known: true, URL: "https://www.rfc-editor.org/rfc/rfc5246", Successor: "RFC 9846",
		Title: "The Transport Layer Security (TLS) Protocol Version 1.2", Date: "2008-08",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("RFC 5246 (-want +got):\n%s", diff)
	}
}

func TestRFCsRefused(t *testing.T) {
	for name, tt := range map[string]struct{ lines, want string }{
		"not in order":         {`{"number": 9, "date": "2000-01", "successors": [30]}` + "\n" + `{"number": 8, "date": "2000-01", "successors": [30]}` + "\n", "rfcs.jsonl:2: RFC 8"},
		"nothing took it":      {`{"number": 9, "date": "2000-01", "successors": []}` + "\n", "RFC 9 has no successor"},
		"itself":               {`{"number": 9, "date": "2000-01", "successors": [9]}` + "\n", "RFC 9 cannot"},
		"obsolete itself":      {`{"number": 8, "date": "2000-01", "successors": [9]}` + "\n" + `{"number": 9, "date": "2000-01", "successors": [10]}` + "\n", "RFC 9 cannot"},
		"a field that is none": {`{"number": 9, "date": "2000-01", "successors": [30], "x": 1}` + "\n", "rfcs.jsonl:1"},
	} {
		if _, err := readRFCs(fstest.MapFS{rfcsFile: {Data: []byte(tt.lines)}}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", name, err, tt.want)
		}
	}
}
