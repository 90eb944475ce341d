package refs

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func anchored(id, label string, anchors ...core.Anchor) *core.Document {
	d := &core.Document{ID: id, Label: label, Identity: core.IdentityPublished}
	for _, a := range anchors {
		a.ID = core.AnchorID(a.Kind, a.Number)
		d.Anchors = append(d.Anchors, a)
	}
	return d
}

func anchor(kind core.AnchorKind, number, title string) core.Anchor {
	return core.Anchor{Kind: kind, Number: number, Title: title}
}

func testLibrary() []*core.Document {
	return []*core.Document{
		anchored("NIST.FIPS.203", "FIPS 203",
			anchor(core.KindSection, "7", "The key-encapsulation mechanism"),
			anchor(core.KindSection, "7.1", "Key generation"),
			anchor(core.KindSection, "7.2", "Encapsulation"),
			anchor(core.KindSection, "8", "Parameter sets"),
			anchor(core.KindEquation, "4.7", ""),
			anchor(core.KindAlgorithm, "13", "K-PKE.KeyGen(d)"),
			anchor(core.KindAlgorithm, "16", "ML-KEM.KeyGen_internal(d, z)"),
			anchor(core.KindAlgorithm, "19", "ML-KEM.KeyGen()"),
			anchor(core.KindAlgorithm, "21", "ML-KEM.Decaps(dk, c)"),
			anchor(core.KindAppendix, "A", "Precomputed values"),
			anchor(core.KindTable, "2", "Parameter sets"),
		),
		anchored("NIST.FIPS.204", "FIPS 204", anchor(core.KindTable, "2", "Sizes"), anchor(core.KindTable, "3", "Limits")),
		anchored("NIST.IR.8547.ipd", "NIST IR 8547 ipd", anchor(core.KindSection, "4.1", "Transition")),
		anchored("NIST.SP.800-56Ar3", "SP 800-56A Rev. 3", anchor(core.KindSection, "A.1", "Notes")),
		anchored("rfc9180", "RFC 9180", anchor(core.KindSection, "5.1", "Setup")),
	}
}

func TestResolve(t *testing.T) {
	tests := []struct {
		text    string
		status  Status
		targets []string
		nearest []string
	}{
		{"FIPS 203", Resolved, []string{"NIST.FIPS.203"}, nil},
		{"fips-203 alg. 13", Resolved, []string{"NIST.FIPS.203 algorithm-13"}, nil},
		{"§7.2 of NIST.FIPS.203", Resolved, []string{"NIST.FIPS.203 section-7.2"}, nil},
		{"IR 8547 Section 4.1", Resolved, []string{"NIST.IR.8547.ipd section-4.1"}, nil},
		{"NISTIR 8547", Resolved, []string{"NIST.IR.8547.ipd"}, nil},
		{"RFC9180 Section 5.1", Resolved, []string{"rfc9180 section-5.1"}, nil},
		{"FIPS 203, Definition 4.7", Resolved, []string{"NIST.FIPS.203 equation-4.7"}, nil},
		{"Appendix A.1 of SP 800-56A", Resolved, []string{"NIST.SP.800-56Ar3 section-A.1"}, nil},
		{"Section A.1 of SP 800-56Ar3", Resolved, []string{"NIST.SP.800-56Ar3 section-A.1"}, nil},
		{"Algorithm 19", Resolved, []string{"NIST.FIPS.203 algorithm-19"}, nil},
		{"Table 2", Ambiguous, []string{"NIST.FIPS.203 table-2", "NIST.FIPS.204 table-2"}, nil},
		{"FIPS 206", UnknownDocument, nil, nil},
		{"SP 800-56C, Section 4", UnknownDocument, nil, nil},
		{"FIPS 203, Algorithm 14", Dangling, nil,
			[]string{"NIST.FIPS.203 algorithm-13", "NIST.FIPS.203 algorithm-16", "NIST.FIPS.203 algorithm-19"}},
		{"FIPS 203, Algorithm 99 (ML-KEM.Decaps)", Dangling, nil,
			[]string{"NIST.FIPS.203 algorithm-21", "NIST.FIPS.203 algorithm-19", "NIST.FIPS.203 algorithm-16"}},
		{"FIPS 203 Section 7.4", Dangling, nil,
			[]string{"NIST.FIPS.203 section-7", "NIST.FIPS.203 section-7.2", "NIST.FIPS.203 section-7.1"}},
		{"FIPS 204, Algorithm 3", Dangling, nil, nil},
		{"Figure 3", Dangling, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			refs := Find(tt.text)
			if len(refs) != 1 {
				t.Fatalf("References(%q) = %v, want one", tt.text, show(refs))
			}
			got := NewResolver(testLibrary()).Resolve(refs[0])
			if got.Status != tt.status {
				t.Errorf("status %q, want %q", got.Status, tt.status)
			}
			if diff := cmp.Diff(tt.targets, names(got.Targets)); diff != "" {
				t.Errorf("targets (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.nearest, names(got.Nearest)); diff != "" {
				t.Errorf("nearest (-want +got):\n%s", diff)
			}
		})
	}
}

func names(ts []Target) []string {
	var out []string
	for _, t := range ts {
		s := t.Document.ID
		if t.Anchor != nil {
			s += " " + t.Anchor.ID
		}
		out = append(out, s)
	}
	return out
}

func TestResolverDocuments(t *testing.T) {
	r := NewResolver(append(testLibrary(), anchored("NIST.FIPS.203.ipd", "FIPS 203")))
	for name, want := range map[string]int{
		"fips203": 2, "NIST FIPS PUB 203": 2, "NIST.FIPS.203.ipd": 2, "IR-8547": 1, "8547": 0, "": 0, "..": 0,
	} {
		if got := len(r.Documents(name)); got != want {
			t.Errorf("Documents(%q) finds %d, want %d", name, got, want)
		}
	}
}

func TestDocumentKeyKeepsNumbers(t *testing.T) {
	keys := make(map[string]string)
	for _, label := range []string{"FIPS 203", "FIPS 204", "FIPS 140-3", "SP 800-22", "SP 800-227", "SP 800-56A", "SP 800-56C", "RFC 9180", "RFC 918"} {
		key := documentKey(label)
		if other, ok := keys[key]; ok {
			t.Errorf("%q and %q have the same key %q", label, other, key)
		}
		keys[key] = label
		if !strings.Contains(label, key[:2]) {
			t.Errorf("key of %q is %q", label, key)
		}
	}
}

func BenchmarkResolve(b *testing.B) {
	r := NewResolver(testLibrary())
	ref := Find("FIPS 203, Algorithm 19")[0]
	b.ReportAllocs()
	for b.Loop() {
		r.Resolve(ref)
	}
}
