package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sampleEntry(t testing.TB, id string) Entry {
	t.Helper()
	s := smallSample(t, id, "")
	return newEntry(s.doc, Encode(s.doc), s.name)
}

func sampleManifest(t testing.TB) manifest {
	t.Helper()
	return manifest{Format: manifestVersion, Generation: 7, Documents: []Entry{sampleEntry(t, "A"), sampleEntry(t, "B")}}
}

func mustEncode(t testing.TB, m manifest) []byte {
	t.Helper()
	file, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestManifestRoundTrip(t *testing.T) {
	odd := sampleManifest(t)
	odd.Documents[0].Name = "<\"\\\u2028\x00é\n.pdf"
	for name, want := range map[string]manifest{
		"two documents": sampleManifest(t),
		"odd name":      odd,
		"empty":         {Format: manifestVersion, Generation: 1, Documents: []Entry{}},
	} {
		got, err := decodeManifest(mustEncode(t, want))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(manifest{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestManifestFindsEveryDamagedByte(t *testing.T) {
	file := mustEncode(t, sampleManifest(t))
	for at := range file {
		for bits := 1; bits < 256; bits++ {
			damaged := bytes.Clone(file)
			damaged[at] ^= byte(bits)
			if _, err := decodeManifest(damaged); !errors.Is(err, ErrCorrupt) {
				t.Fatalf("byte %d ^ %#x: error is %v, want ErrCorrupt", at, bits, err)
			}
		}
	}
	for n := range file {
		if _, err := decodeManifest(file[:n:n]); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("first %d bytes: error is %v, want ErrCorrupt", n, err)
		}
	}
}

// resealed is a manifest file with a text in it replaced, and the checksum that
// it has then.
func resealed(t testing.TB, file []byte, from, to string) []byte {
	t.Helper()
	body := string(file[:len(file)-sealSize])
	if !strings.Contains(body, from) {
		t.Fatalf("manifest has no %q:\n%s", from, body)
	}
	body = strings.Replace(body, from, to, 1)
	return []byte(body + sealStart + hashOf([]byte(body)) + sealEnd)
}

func TestManifestRefusesForgeries(t *testing.T) {
	m := sampleManifest(t)
	file, a := mustEncode(t, m), m.Documents[0]
	for _, test := range []struct {
		name, from, to string
		want           error
	}{
		{"newer", `"format": 2`, `"format": 3`, ErrVersion},
		{"newer with unknown fields", `"format": 2`, `"shards": [], "format": 3`, ErrVersion},
		{"older", `"format": 2`, `"format": 0`, ErrVersion},
		{"unknown field", `"format": 2`, `"format": 2, "shards": []`, ErrCorrupt},
		{"no JSON", `{`, `[`, ErrCorrupt},
		{"format is text", `"format": 2`, `"format": "2"`, ErrCorrupt},
		{"generation is negative", `"generation": 7`, `"generation": -7`, ErrCorrupt},
		{"id of another", `"id": "A"`, `"id": "C"`, ErrCorrupt},
		{"same id twice", `"id": "B"`, `"id": "A"`, ErrCorrupt},
		{"no id", `"id": "A"`, `"id": ""`, ErrCorrupt},
		{"file elsewhere", a.File, "../../" + a.File, ErrCorrupt},
		{"absolute file", a.File, "/etc/passwd", ErrCorrupt},
		{"source elsewhere", a.Source, "../" + a.Source, ErrCorrupt},
		{"source of another", a.Source, m.Documents[1].Source, ErrCorrupt},
		{"source without extension", a.Source, strings.TrimSuffix(a.Source, ".pdf"), ErrCorrupt},
		{"source with a path for extension", a.Source, a.Source + "/../../x", ErrCorrupt},
		{"source hash is short", a.SHA256, a.SHA256[:63], ErrCorrupt},
		{"source hash is no hex", a.SHA256, strings.Repeat("g", 64), ErrCorrupt},
		{"file hash is upper case", a.FileSHA256, strings.ToUpper(a.FileSHA256), ErrCorrupt},
		{"identity that nobody has", `"id": "A"`, `"identity": "official", "id": "A"`, ErrCorrupt},
		{"another id in its file", `"id": "A"`, `"file_id": "Z", "id": "A"`, ErrCorrupt},
		{"negative size", `"file_size": `, `"file_size": -`, ErrCorrupt},
	} {
		if _, err := decodeManifest(resealed(t, file, test.from, test.to)); !errors.Is(err, test.want) {
			t.Errorf("%s: error is %v, want %v", test.name, err, test.want)
		}
	}
}

func TestReadManifestNamesFileAndRemedy(t *testing.T) {
	good := mustEncode(t, sampleManifest(t))
	for name, test := range map[string]struct {
		file []byte
		want error
		text string
	}{
		"damaged":         {good[1:], ErrCorrupt, "move the folder away"},
		"empty file":      {nil, ErrCorrupt, "move the folder away"},
		"another version": {resealed(t, good, `"format": 2`, `"format": 9`), ErrVersion, "found 9, this pqcite reads 2; use that pqcite"},
	} {
		home := t.TempDir()
		path := filepath.Join(home, manifestName)
		if err := os.WriteFile(path, test.file, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := readManifest(home)
		if !errors.Is(err, test.want) || !strings.Contains(err.Error(), fmt.Sprintf("%q", path)) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: error is %v, want %v with %q and %q", name, err, test.want, path, test.text)
		}
	}
}

func TestDocumentPath(t *testing.T) {
	hash := strings.Repeat("0123456789abcdef", 4)
	for id, want := range map[string]string{
		"NIST.FIPS.203":                    "documents/NIST.FIPS.203-0123456789abcdef.doc",
		"../../etc/passwd":                 "documents/etc-passwd-0123456789abcdef.doc",
		".hidden":                          "documents/hidden-0123456789abcdef.doc",
		"a b\x00c\\d:e":                    "documents/a-b-c-d-e-0123456789abcdef.doc",
		"é":                                "documents/-0123456789abcdef.doc",
		"CON":                              "documents/CON-0123456789abcdef.doc",
		strings.Repeat("long", 50):         "documents/" + strings.Repeat("long", 16) + "-0123456789abcdef.doc",
		strings.Repeat("x", 63) + "é, cut": "documents/" + strings.Repeat("x", 63) + "--0123456789abcdef.doc",
	} {
		got := documentPath(id, hash)
		if got != want {
			t.Errorf("%q: path is %q, want %q", id, got, want)
		}
		if !filepath.IsLocal(got) || !documentPattern.MatchString(filepath.Base(got)) {
			t.Errorf("%q: path %q is none that a sweep would find", id, got)
		}
	}
}

func FuzzDecodeManifest(f *testing.F) {
	f.Add(string(mustEncode(f, sampleManifest(f))))
	f.Add(string(mustEncode(f, manifest{Format: manifestVersion})))
	f.Add(`{"format": 1, "documents": [{}]}`)
	f.Fuzz(func(t *testing.T, file string) {
		// The seal is no news: give the rest a chance.
		body := strings.TrimSuffix(file, "\n}")
		if len(file) >= sealSize && strings.HasSuffix(file, sealEnd) {
			body = file[:len(file)-sealSize]
		}
		m, err := decodeManifest([]byte(body + sealStart + hashOf([]byte(body)) + sealEnd))
		if err != nil {
			if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrVersion) {
				t.Fatalf("error is %v, want ErrCorrupt or ErrVersion", err)
			}
			return
		}
		for _, e := range m.Documents {
			if !filepath.IsLocal(e.File) || !filepath.IsLocal(e.Source) {
				t.Fatalf("entry leads out of its home: %+v", e)
			}
		}
		again, err := decodeManifest(mustEncode(t, m))
		if err != nil || !m.equal(&again) {
			t.Fatalf("encoding again gives %+v and error %v, want %+v", again, err, m)
		}
	})
}
