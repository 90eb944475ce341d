package standards

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestDocuments(t *testing.T) {
	type row struct {
		ID, Label string
		Status    core.Status
		Date      string
	}
	want := []row{
		{"NIST.FIPS.203", "FIPS 203", core.StatusFinal, "2024-08-13"},
		{"NIST.FIPS.204", "FIPS 204", core.StatusFinal, "2024-08-13"},
		{"NIST.FIPS.205", "FIPS 205", core.StatusFinal, "2024-08-13"},
		{"NIST.SP.800-227", "SP 800-227", core.StatusFinal, "2025-09"},
		{"NIST.IR.8545", "IR 8545", core.StatusFinal, "2025-03"},
		{"NIST.IR.8547.ipd", "IR 8547", core.StatusDraft, "2024-11"},
	}
	var got []row
	for _, d := range Documents() {
		got = append(got, row{d.ID, d.Label, d.Status, d.Date})
		if base := d.URL[strings.LastIndex(d.URL, "/")+1:]; base != d.ID+".pdf" {
			t.Errorf("%s: URL %q does not end in the id", d.ID, d.URL)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}

// TestDocumentsAreTheFiles checks size and hash against the official files.
func TestDocumentsAreTheFiles(t *testing.T) {
	dir := os.Getenv("PQCITE_TEST_CORPUS")
	if dir == "" {
		t.Skip("PQCITE_TEST_CORPUS is not set: it names the folder with the six official PDF files")
	}
	for _, d := range Documents() {
		data, err := os.ReadFile(filepath.Join(dir, d.ID+".pdf"))
		if err != nil {
			t.Error(err)
			continue
		}
		sum := sha256.Sum256(data)
		if got := hex.EncodeToString(sum[:]); got != d.SHA256 {
			t.Errorf("%s: file has the hash %s, pack says %s", d.ID, got, d.SHA256)
		}
		if int64(len(data)) != d.Bytes {
			t.Errorf("%s: file has %d bytes, pack says %d", d.ID, len(data), d.Bytes)
		}
	}
}

func TestLookup(t *testing.T) {
	for _, d := range Documents() {
		for name, find := range map[string]func() (Standard, bool){
			"id":    func() (Standard, bool) { return ByID(d.ID) },
			"hash":  func() (Standard, bool) { return BySHA256(d.SHA256) },
			"label": func() (Standard, bool) { return ByLabel(d.Label) },
		} {
			got, ok := find()
			if diff := cmp.Diff(d, got); !ok || diff != "" {
				t.Errorf("%s by %s: found %v (-want +got):\n%s", d.ID, name, ok, diff)
			}
		}
	}
	if got, ok := ByID("nist.fips.203"); ok {
		t.Errorf("ByID in another case found %q", got.ID)
	}
	if got, ok := BySHA256(""); ok {
		t.Errorf("BySHA256 of nothing found %q", got.ID)
	}
}

func TestByLabel(t *testing.T) {
	tests := map[string]string{
		"fips-203": "NIST.FIPS.203", "FIPS203": "NIST.FIPS.203", "Fips 203": "NIST.FIPS.203",
		"NIST.FIPS.203": "NIST.FIPS.203", "nist fips 203": "NIST.FIPS.203", "FIPS PUB 203": "NIST.FIPS.203",
		"FIPS_203": "NIST.FIPS.203", "FIPS\u2011203": "NIST.FIPS.203", "FIPS\u00a0203": "NIST.FIPS.203",
		"Federal Information Processing Standards Publication 204": "NIST.FIPS.204",
		" FIPS  205 ":     "NIST.FIPS.205",
		"nist sp 800-227": "NIST.SP.800-227", "SP800-227": "NIST.SP.800-227", "sp 800 227": "NIST.SP.800-227",
		"NIST Special Publication 800-227": "NIST.SP.800-227", "NIST.SP.800-227": "NIST.SP.800-227",
		"NISTIR 8545": "NIST.IR.8545", "NIST IR 8545": "NIST.IR.8545", "ir8545": "NIST.IR.8545",
		"NIST Internal Report 8545": "NIST.IR.8545",
		"IR 8547":                   "NIST.IR.8547.ipd", "NIST IR 8547 ipd": "NIST.IR.8547.ipd",
		"nist.ir.8547.ipd": "NIST.IR.8547.ipd", "IR 8547 (initial public draft)": "NIST.IR.8547.ipd",

		// Other documents, other editions, no documents.
		"": "", "FIPS": "", "203": "", "FIPS 20-3": "", "FIPS 2033": "", "FIPS 203 ipd": "", "SP 800227": "",
		"FIPS 203, Algorithm 13": "", "FIPS 203/204": "", "FIPS 203\xff": "", "IR 203": "", "RFC 203": "",
		"nist": "", "-": "", strings.Repeat("FIPS ", 1000) + "203": "",
	}
	for label, want := range tests {
		got, ok := ByLabel(label)
		if got.ID != want || ok != (want != "") {
			t.Errorf("ByLabel(%q) = %q, %v, want %q", label, got.ID, ok, want)
		}
	}
}

// TestResultsAreCopies writes into what the functions return: the next caller
// must not see it.
func TestResultsAreCopies(t *testing.T) {
	Documents()[0].Families[0] = "x"
	Terms()[0].Aliases[0] = "x"
	FindTerms("Kyber")[0].Term.Documents[0] = "x"
	d, _ := ByID("NIST.FIPS.203")
	if diff := cmp.Diff([]string{"ML-KEM"}, d.Families); diff != "" {
		t.Errorf("families (-want +got):\n%s", diff)
	}
	if got := Terms()[0]; got.Aliases[0] == "x" || got.Documents[0] == "x" {
		t.Errorf("the pack was changed through a result: %+v", got)
	}
}

func FuzzByLabel(f *testing.F) {
	for _, s := range []string{"FIPS 203", "nist sp 800-227", "NISTIR8547ipd", "\xff", "FIPS\u2010203"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, label string) {
		got, ok := ByLabel(label)
		if ok != (got.ID != "") {
			t.Fatalf("ByLabel(%q) = %q, %v", label, got.ID, ok)
		}
		if key := labelKey(label); ok && labelKey(key) != key {
			t.Fatalf("key of %q is %q, whose key is %q", label, key, labelKey(key))
		}
	})
}
