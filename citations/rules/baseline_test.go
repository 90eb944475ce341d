package rules

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/prose"
)

// knownIn are the findings of a file by their fingerprints.
func knownIn(t *testing.T, file string) KnownFindings {
	t.Helper()
	r, err := ignoringScanner().Read(t.Context(), file, &prose.Go, nil)
	if err != nil {
		t.Fatal(err)
	}
	severities := DefaultSeverities()
	known := make(KnownFindings)
	for _, b := range Breaches(r.Found, nil, r.Unread, &severities) {
		known[b.Fingerprint(file)]++
	}
	return known
}

// TestFingerprint: which changes of a file leave its findings the known ones.
func TestFingerprint(t *testing.T) {
	const before = "package a\n\n// As in FIPS 999, twice.\nfunc f() {}\n"
	for _, test := range []struct {
		name, after string
		isNew       int // findings of after that are not known
		stale       int
	}{
		{"nothing", before, 0, 0},
		{"moved", "package a\n\n\n// more\nvar x int\n\n// As in FIPS 999, twice.\nfunc f() {}\n", 0, 0},
		{"indented", "package a\n\n\t\t//   As in FIPS 999, twice.\nfunc f() {}\n", 0, 0},
		{"in a starred comment", "package a\n\n/*\n * As in FIPS 999, twice.\n */\nfunc f() {}\n", 0, 0},
		{"Windows lines", strings.ReplaceAll(before, "\n", "\r\n"), 0, 0},
		{"other neighbours", "// x\n// As in FIPS 999, twice.\n// y\n", 0, 0},
		{"another number", strings.ReplaceAll(before, "999", "998"), 1, 1},
		{"another sentence", strings.ReplaceAll(before, "twice", "once"), 1, 1},
		{"one more of them", before + "\n// As in FIPS 999, twice.\n", 1, 0},
		{"mended", strings.ReplaceAll(before, "999", "203"), 0, 1},
	} {
		known := knownIn(t, before)
		if len(known) != 1 {
			t.Fatalf("%d known findings, want 1", len(known))
		}
		isNew := 0
		for f, count := range knownIn(t, test.after) {
			for range count {
				if !known.Take(f) {
					isNew++
				}
			}
		}
		if isNew != test.isNew || known.Left() != test.stale {
			t.Errorf("%s: %d new and %d stale, want %d and %d", test.name, isNew, known.Left(), test.isNew, test.stale)
		}
	}
}

// TestFingerprintBounds: a citation in a line as long as a file is known by what stands
// around it.
func TestFingerprintBounds(t *testing.T) {
	filler := strings.Repeat("x ", 5000)
	a := knownIn(t, "// "+filler+"FIPS 999 "+filler)
	b := knownIn(t, "// y "+filler+"FIPS 999 "+filler+"y")
	for f := range a {
		if b[f] != 1 || len(a) != 1 {
			t.Errorf("%v is not known any more: %v", f, b)
		}
	}
}

func TestBaseline(t *testing.T) {
	one := Fingerprint{Rule: "dangling", Text: "FIPS 203, Algorithm 9", Context: "0123456789abcdef"}
	two := Fingerprint{Rule: "draft", Text: "<IR 8547>", Context: "0123456789abcde0"}
	var b Baseline
	b.Add("b/c.go", KnownFindings{one: 2})
	b.Add("a.go", KnownFindings{two: 1})
	b.Add("a.go", KnownFindings{one: 1})
	const want = `{
  "version": 1,
  "findings": [
    {"file":"a.go","rule":"dangling","text":"FIPS 203, Algorithm 9","context":"0123456789abcdef","count":1},
    {"file":"a.go","rule":"draft","text":"<IR 8547>","context":"0123456789abcde0","count":1},
    {"file":"b/c.go","rule":"dangling","text":"FIPS 203, Algorithm 9","context":"0123456789abcdef","count":2}
  ]
}
`
	for range 5 {
		var out bytes.Buffer
		if err := b.Encode(&out); err != nil || out.String() != want {
			t.Fatalf("got %v\n%s\nwant\n%s", err, out.String(), want)
		}
	}
	read, err := DecodeBaseline([]byte(want))
	if err != nil {
		t.Fatal(err)
	}
	if read.Len() != 4 || len(read.Files()) != 2 {
		t.Errorf("%d findings of %q", read.Len(), read.Files())
	}
	of := read.Of("b/c.go")
	for i, want := range []bool{true, true, false} {
		if got := of.Take(one); got != want {
			t.Errorf("take %d of a finding that is known twice: %v", i+1, got)
		}
	}
	if of.Take(two) || of.Left() != 0 || read.Of("b/c.go").Left() != 2 {
		t.Error("two findings can be taken, by each who asks")
	}
	if none := read.Of("z.go"); none.Take(one) || none.Left() != 0 {
		t.Error("a file without findings knows some")
	}
	var empty Baseline
	var out bytes.Buffer
	if err := empty.Encode(&out); err != nil || out.String() != "{\n  \"version\": 1,\n  \"findings\": []\n}\n" {
		t.Errorf("an empty one: %v %q", err, out.String())
	}
	if _, err := DecodeBaseline(out.Bytes()); err != nil {
		t.Errorf("an empty one is not read: %v", err)
	}
}

func TestBaselineIsStrict(t *testing.T) {
	const entry = `{"file":"a.go","rule":"draft","text":"x","context":"0123456789abcdef","count":1}`
	whole := func(entries string) string { return `{"version":1,"findings":[` + entries + `]}` }
	if _, err := DecodeBaseline([]byte(whole(entry))); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{
		"nothing": "", "no JSON": "x", "no object": "[]", "no findings": `{"version":1}`, "another version": `{"version":2,"findings":[]}`, "more behind it": whole("") + "{}",
		"an unknown name": whole(strings.Replace(entry, `"count"`, `"line":1,"count"`, 1)), "twice": whole(entry + "," + entry),
		"a rule that is none": whole(strings.Replace(entry, "draft", "drfat", 1)), "a rule that can't be known": whole(strings.Replace(entry, "draft", "not-read", 1)),
		"an absolute path": whole(strings.Replace(entry, "a.go", "/a.go", 1)), "a path that is not clean": whole(strings.Replace(entry, "a.go", "a/../a.go", 1)),
		"no file": whole(strings.Replace(entry, "a.go", "", 1)), "no text": whole(strings.Replace(entry, `"x"`, `""`, 1)), "a short context": whole(strings.Replace(entry, "abcdef", "abc", 1)),
		"other digits": whole(strings.Replace(entry, "abcdef", "ABCDEF", 1)), "none of it": whole(strings.Replace(entry, `"count":1`, `"count":0`, 1)), "a text of 1 KB": whole(strings.Replace(entry, `"x"`, `"`+strings.Repeat("x", 1024)+`"`, 1)),
	} {
		if _, err := DecodeBaseline([]byte(file)); !errors.Is(err, errBaseline) {
			t.Errorf("%s: %v, want ErrBaseline", name, err)
		}
	}
}

// FuzzDecodeBaseline: what is read is written and read again as the same.
func FuzzDecodeBaseline(f *testing.F) {
	f.Add([]byte(`{"version":1,"findings":[{"file":"a.go","rule":"draft","text":"x","context":"0123456789abcdef","count":1}]}`))
	f.Add([]byte(`{"version":1,"findings":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := DecodeBaseline(data)
		if err != nil {
			return
		}
		var out, again bytes.Buffer
		if err := b.Encode(&out); err != nil {
			t.Fatal(err)
		}
		read, err := DecodeBaseline(out.Bytes())
		if err != nil {
			t.Fatalf("%s is not read: %v", out.Bytes(), err)
		}
		if err := read.Encode(&again); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Errorf("%s\nbecomes\n%s", out.Bytes(), again.Bytes())
		}
	})
}
