package standards_test

import (
	"crypto/mlkem"
	"encoding/asn1"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cloudflare/circl/kem/schemes"
	"github.com/cloudflare/circl/sign"
	signschemes "github.com/cloudflare/circl/sign/schemes"

	"github.com/pqcite/pqcite/corpus/standards"
)

// value returns a value of a parameter set as the pack has it.
func value(t *testing.T, set, name string) int {
	t.Helper()
	for _, p := range standards.ParametersOf(set) {
		for _, v := range p.Values {
			if v.Name == name {
				n, err := strconv.Atoi(v.Text())
				if err != nil {
					t.Fatalf("%s of %s is %q", name, set, v.Text())
				}
				return n
			}
		}
	}
	t.Fatalf("the pack has no %q of %q", name, set)
	return 0
}

func same(t *testing.T, set, name string, want int) {
	t.Helper()
	if got := value(t, set, name); got != want {
		t.Errorf("%s of %s is %d, the implementation has %d", name, set, got, want)
	}
}

// TestSizesOfKEMs holds the tables against an implementation that was not made
// from them.
func TestSizesOfKEMs(t *testing.T) {
	for _, set := range []string{"ML-KEM-512", "ML-KEM-768", "ML-KEM-1024"} {
		s := schemes.ByName(set)
		if s == nil {
			t.Errorf("the implementation does not know %q", set)
			continue
		}
		same(t, set, "encapsulation key", s.PublicKeySize())
		same(t, set, "decapsulation key", s.PrivateKeySize())
		same(t, set, "ciphertext", s.CiphertextSize())
		same(t, set, "shared secret key", s.SharedKeySize())
	}
	same(t, "ML-KEM-768", "ciphertext", mlkem.CiphertextSize768)
	same(t, "ML-KEM-768", "encapsulation key", mlkem.EncapsulationKeySize768)
	same(t, "ML-KEM-1024", "ciphertext", mlkem.CiphertextSize1024)
	same(t, "ML-KEM-1024", "encapsulation key", mlkem.EncapsulationKeySize1024)
}

func TestSizesOfSignatures(t *testing.T) {
	names := map[bool][3]string{
		true:  {"Public Key", "Private Key", "Signature Size"}, // ML-DSA
		false: {"pk bytes", "", "sig bytes"},
	}
	n := 0
	for _, set := range standards.ParameterSets() {
		lattice := strings.HasPrefix(set, "ML-DSA")
		if !lattice && !strings.HasPrefix(set, "SLH-DSA") {
			continue
		}
		n++
		s := signschemes.ByName(set)
		if s == nil {
			t.Errorf("the implementation does not know %q", set)
			continue
		}
		same(t, set, names[lattice][0], s.PublicKeySize())
		if lattice {
			same(t, set, names[lattice][1], s.PrivateKeySize())
		}
		same(t, set, names[lattice][2], s.SignatureSize())
	}
	if n != 15 {
		t.Errorf("compared %d parameter sets, want 15", n)
	}
}

// oidScheme is a scheme that knows its object identifier.
type oidScheme interface{ Oid() asn1.ObjectIdentifier }

func TestOIDs(t *testing.T) {
	checked := 0
	for _, s := range signschemes.All() {
		known, has := s.(oidScheme)
		if !has || !strings.HasPrefix(s.Name(), "ML-DSA") {
			continue
		}
		checked++
		if o, _ := standards.ByOID(known.Oid().String()); o.Term != s.Name() {
			t.Errorf("%s is that of %q, in the implementation of %q", known.Oid(), o.Term, s.Name())
		}
	}
	if checked != 3 {
		t.Errorf("checked %d object identifiers, want those of ML-DSA", checked)
	}
	var _ sign.Scheme // the schemes above are of this type
}

// TestOIDsOfTheRegister checks the form of the register: the arcs are counted
// through, each number once.
func TestOIDsOfTheRegister(t *testing.T) {
	arcs := map[string][]int{}
	for _, o := range standards.OIDs() {
		i := strings.LastIndexByte(o.OID, '.')
		n, err := strconv.Atoi(o.OID[i+1:])
		if err != nil {
			t.Fatal(err)
		}
		arcs[o.OID[:i]] = append(arcs[o.OID[:i]], n)
		name := strings.ToLower(strings.NewReplacer(" ", "-", "SHA-", "SHA").Replace(o.Term))
		register := strings.NewReplacer("id-alg-", "", "id-hash-", "hash", "id-", "").Replace(o.Name)
		if register != name {
			t.Errorf("%q is called %q in the register", o.Term, o.Name)
		}
	}
	for arc, want := range map[string][2]int{"2.16.840.1.101.3.4.4": {1, 3}, "2.16.840.1.101.3.4.3": {17, 46}} {
		slices.Sort(arcs[arc])
		if !slices.Equal(arcs[arc], between(want[0], want[1])) {
			t.Errorf("arc %s has %v, want %v", arc, arcs[arc], want)
		}
	}
}

// goSources are the packages that the pack's Go identifiers come from.
var goSources = map[string][]string{
	"Go crypto/mlkem": {"crypto/mlkem"},
	"circl kem/mlkem": {
		"github.com/cloudflare/circl/kem/mlkem/mlkem512", "github.com/cloudflare/circl/kem/mlkem/mlkem768",
		"github.com/cloudflare/circl/kem/mlkem/mlkem1024",
	},
	"circl sign/mldsa": {
		"github.com/cloudflare/circl/sign/mldsa/mldsa44", "github.com/cloudflare/circl/sign/mldsa/mldsa65",
		"github.com/cloudflare/circl/sign/mldsa/mldsa87",
	},
	"circl sign/slhdsa":                {"github.com/cloudflare/circl/sign/slhdsa"},
	"Go crypto/internal/fips140/mlkem": {"crypto/internal/fips140/mlkem"},
}

// TestGoIdentifiers looks the Go identifiers up in the packages that have them.
func TestGoIdentifiers(t *testing.T) {
	declared := map[string]map[string]bool{}
	for source, paths := range goSources {
		declared[source] = map[string]bool{}
		for _, path := range paths {
			declare(t, path, declared[source])
		}
	}
	n := 0
	for _, id := range standards.Identifiers() {
		if id.Language != "go" {
			continue
		}
		n++
		if declared[id.Source] == nil || !declared[id.Source][id.Text] {
			t.Errorf("%s does not declare %q", id.Source, id.Text)
		}
	}
	if n < 40 {
		t.Errorf("looked up %d identifiers, want 40 and more", n)
	}
}

// declare adds the package's name and its top-level names, with and without it.
func declare(t *testing.T, path string, names map[string]bool) {
	t.Helper()
	p, err := build.Import(path, ".", 0)
	if err != nil {
		t.Fatal(err)
	}
	names[p.Name] = true
	for _, file := range p.GoFiles {
		f, err := parser.ParseFile(token.NewFileSet(), p.Dir+"/"+file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for name := range topLevel(f) {
			names[name], names[p.Name+"."+name] = true, true
		}
	}
}

func topLevel(f *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names[d.Name.Name] = true
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names[n.Name] = true
					}
				}
			}
		}
	}
	return names
}
