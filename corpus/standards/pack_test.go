package standards

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// small is a whole pack of one document.
func small() fstest.MapFS {
	file := func(lines ...string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(strings.Join(lines, "\n") + "\n")}
	}
	return fstest.MapFS{
		documentsFile: file(`{"id": "NIST.FIPS.203", "label": "FIPS 203", "title": "T", "status": "final", "date": "2024-08-13", ` +
			`"url": "https://example.org/a.pdf", "sha256": "` + goodHash + `", "bytes": 1, "pages": 9, "roman": 2, "arabic": 4, "families": ["ML-KEM"]}`),
		"structure/NIST.FIPS.203.jsonl": file(
			`{"id": "section-1", "kind": "section", "number": "1", "title": "One", "page": 4, "last": 5, "printed": "1"}`,
			`{"id": "algorithm-1", "kind": "algorithm", "number": "1", "title": "A", "page": 4, "last": 4, "printed": "1", "parent": "section-1", "inputs": ["x"], "runs": ["algorithm-1"], "refs": ["NIST.FIPS.203#section-1"]}`,
			`{"id": "table-1", "kind": "table", "number": "1", "title": "T", "page": 5, "last": 5, "printed": "2", "parent": "section-1"}`),
		"summaries/NIST.FIPS.203.jsonl": file(
			`{"at": "NIST.FIPS.203#section-1", "text": "Section one is one."}`,
			`{"at": "NIST.FIPS.203#algorithm-1", "text": "A does a."}`,
			`{"at": "NIST.FIPS.203#table-1", "pages": [4, 5], "text": "T lists t."}`),
		termsFile: file(
			`{"name": "ML-KEM", "old_names": ["Kyber"], "documents": ["NIST.FIPS.203"], "at": "NIST.FIPS.203#section-1", "text": "ML-KEM is a KEM."}`,
			`{"name": "ML-KEM-512", "family": "ML-KEM", "at": "NIST.FIPS.203#table-1", "pages": [5], "text": "ML-KEM-512 is small."}`),
		parametersFile:   file(`{"at": "NIST.FIPS.203#table-1", "page": 5, "of": "ML-KEM-512", "values": [{"name": "key", "value": 800, "unit": "bytes"}]}`),
		oidsFile:         file(`{"oid": "2.16.840.1.101.3.4.4.1", "name": "id-alg-ml-kem-512", "term": "ML-KEM-512", "source": "https://example.org/r"}`),
		publicationsFile: file(`{"label": "FIPS 46-3", "withdrawn": true, "source": "https://example.org/r"}`),
		relationsFile:    file(`{"text": "poly_*", "says": "an operation", "source": "a library", "term": "ML-KEM-512"}`),
		namingsFile:      file(`{"said": ["Kyber of 512"], "means": "ML-KEM-512", "source": "https://example.org/r"}`),
		identifiersFile:  file(`{"text": "MLKEM512_BYTES", "language": "c", "source": "a library", "term": "ML-KEM-512", "quantity": "key"}`),
	}
}

const goodHash = "fe1f12f32a7e44ec9fdebbf400cda843a40b506dee676725234dc6f7923b6cac"

func loadFiles(files fs.FS) (*pack, error) {
	c, err := readCatalogue(files)
	if err != nil {
		return nil, err
	}
	return readPack(files, c, func() (*lexicon, error) { return readLexicon(files, c) })
}

func TestLoad(t *testing.T) {
	p, err := loadFiles(small())
	if err != nil {
		t.Fatal(err)
	}
	if got := p.oids["2.16.840.1.101.3.4.4.1"].Term; got != "ML-KEM-512" {
		t.Errorf("the object identifier is that of %q", got)
	}
	d, err := p.document(&p.documents[0])
	if err != nil {
		t.Fatal(err)
	}
	want := "1 One\n\nSection one is one.\n\nML-KEM is a KEM.\n\nAlgorithm 1 A\nA does a.\nInput: x.\nRuns: Algorithm 1 (A).\n\n" +
		"Table 1. T\nparameter set\tkey\nML-KEM-512\t800\nT lists t.\n\nML-KEM-512 is small.\n\n"
	if d.Text != want {
		t.Errorf("document reads\n%q, want\n%q", d.Text, want)
	}
}

// TestLoadRefuses breaks one thing at a time: every error names file, line and
// what is wrong.
func TestLoadRefuses(t *testing.T) {
	const (
		structure = "structure/NIST.FIPS.203.jsonl"
		summaries = "summaries/NIST.FIPS.203.jsonl"
	)
	tests := []struct{ name, file, old, new, want string }{
		{"not JSON", documentsFile, `{"id"`, `{id`, "documents.jsonl:1: "},
		{"empty file", documentsFile, "*", "", "documents.jsonl: it holds no record"},
		{"not UTF-8", documentsFile, `"T"`, "\"\xff\"", "invalid UTF-8"},
		{"unknown field", documentsFile, `"bytes"`, `"size"`, `unknown object member name "size"`},
		{"field twice", documentsFile, `"bytes": 1`, `"bytes": 1, "bytes": 2`, `duplicate object member name "bytes"`},
		{"wrong type", documentsFile, `"bytes": 1`, `"bytes": "1"`, "documents.jsonl:1: "},
		{"no id", documentsFile, `"NIST.FIPS.203", "label"`, `"", "label"`, `id "" is empty`},
		{"label without a number", documentsFile, `"FIPS 203"`, `"FIPS"`, `label "FIPS" does not name`},
		{"no title", documentsFile, `"T"`, `""`, `title "" is empty`},
		{"unknown status", documentsFile, `"final"`, `"finished"`, `status "finished"`},
		{"month 13", documentsFile, "2024-08-13", "2024-13", `date "2024-13"`},
		{"plain http", documentsFile, "https:", "http:", "not a plain https address"},
		{"password", documentsFile, "example.org", "u:p@example.org", "not a plain https address"},
		{"fragment", documentsFile, "a.pdf", "a.pdf#page=2", "not a plain https address"},
		{"short hash", documentsFile, goodHash, goodHash[:62], "64 lower-case hex digits"},
		{"upper-case hash", documentsFile, goodHash, strings.ToUpper(goodHash), "64 lower-case hex digits"},
		{"no bytes", documentsFile, `"bytes": 1`, `"bytes": 0`, "must be positive"},
		{"page 1 before page i", documentsFile, `"arabic": 4`, `"arabic": 1`, "pages i and 1"},
		{"family that is no term", documentsFile, `["ML-KEM"]`, `["ML-DSA"]`, `family "ML-DSA", which is no term`},
		{"family twice", documentsFile, `["ML-KEM"]`, `["ML-KEM", "ML-KEM"]`, "name one twice"},

		{"missing file", structure, "", "", "file does not exist"},
		{"id twice", structure, `"table-1"`, `"algorithm-1"`, `jsonl:3: id "algorithm-1" is given twice`},
		{"id of another number", structure, `"number": "1", "title": "T"`, `"number": "2", "title": "T"`, `jsonl:3: id "table-1"`},
		{"page out of range", structure, `"last": 5, "printed": "2"`, `"last": 10, "printed": "2"`, `jsonl:3: "table-1" is on pages 5 to 10 of 9`},
		{"page before the element above", structure, `"page": 5`, `"page": 3`, "before the element above it"},
		{"wrong printed page", structure, `"printed": "2"`, `"printed": "3"`, `on printed page "3", page 5 has "2"`},
		{"unknown kind", structure, `"kind": "table"`, `"kind": "tabel"`, `kind "tabel"`},
		{"unknown parent", structure, `"parent": "section-1", "inputs"`, `"parent": "section-2", "inputs"`, `jsonl:2: "algorithm-1": parent: anchor "NIST.FIPS.203#section-2" does not exist`},
		{"own parent", structure, `"parent": "section-1", "inputs"`, `"parent": "algorithm-1", "inputs"`, "does not come before it"},
		{"calls what is no algorithm", structure, `"runs": ["algorithm-1"]`, `"runs": ["table-1"]`, "is no algorithm"},
		{"calls what does not exist", structure, `"runs": ["algorithm-1"]`, `"runs": ["algorithm-2"]`, "is no algorithm"},
		{"dead reference", structure, `#section-1"]`, `#section-9"]`, `anchor "NIST.FIPS.203#section-9" does not exist`},
		{"inputs of a table", structure, `"title": "T", "page"`, `"title": "T", "inputs": ["x"], "page"`, "is no algorithm and has inputs"},

		{"summary of nothing", summaries, "#table-1", "#table-2", `jsonl:3: anchor "NIST.FIPS.203#table-2" does not exist`},
		{"summary twice", summaries, "#table-1", "#section-1", "summarised twice"},
		{"summary of another document", summaries, "NIST.FIPS.203#table-1", "NIST.FIPS.204#table-1", "of another document"},
		{"no summary of an algorithm", summaries, "{\"at\": \"NIST.FIPS.203#algorithm-1\", \"text\": \"A does a.\"}\n", "", `"algorithm-1" has no summary`},
		{"summary without an end", summaries, "lists t.", "lists t", "does not end with a full stop"},
		{"endless summary", summaries, "lists t.", strings.Repeat("x", 700) + ".", "at most 600"},
		{"page beyond the last", summaries, "[4, 5]", "[4, 50]", `page 50 of "NIST.FIPS.203" is out of range`},
		{"pages out of order", summaries, "[4, 5]", "[5, 4]", "out of order"},

		{"no name", termsFile, `"name": "ML-KEM",`, `"name": "",`, `spelling "" is empty`},
		{"name twice", termsFile, `"name": "ML-KEM-512", "family": "ML-KEM"`, `"name": "ML-KEM"`, `is that of "ML-KEM" too`},
		{"name of another's old name", termsFile, `"name": "ML-KEM-512"`, `"name": "KYBER"`, `terms.jsonl:2: term "KYBER": spelling "KYBER" is that of "ML-KEM" too`},
		{"same but for the separator", termsFile, `"name": "ML-KEM-512"`, `"name": "ml kem"`, `is that of "ML-KEM" too`},
		{"accented name", termsFile, `"Kyber"`, `"K\u00fdber"`, "not plain text"},
		{"name of marks", termsFile, `"Kyber"`, `"+X"`, "does not start with"},
		{"endless name", termsFile, `"Kyber"`, `"` + strings.Repeat("a-", 20) + `"`, "more than 24 tokens"},
		{"endless word", termsFile, `"Kyber"`, `"` + strings.Repeat("a", 40) + `"`, "more than 32 bytes"},
		{"expansion with a line break", termsFile, `"old_names"`, `"expansion": "a\nb", "old_names"`, "expansion"},
		{"unknown document", termsFile, `"documents": ["NIST.FIPS.203"]`, `"documents": ["NIST.IR.8545"]`, `terms.jsonl:1: term "ML-KEM": document "NIST.IR.8545" is not listed`},
		{"unknown family", termsFile, `"family": "ML-KEM"`, `"family": "code"`, `family "code" is no other term`},
		{"own family", termsFile, `"family": "ML-KEM"`, `"family": "ML-KEM-512"`, "is no other term"},
		{"no text", termsFile, `"text": "ML-KEM is a KEM."`, `"text": ""`, "it has no summary"},
		{"explained nowhere", termsFile, `#section-1", "text"`, `#section-7", "text"`, `terms.jsonl:1: term "ML-KEM": anchor`},

		{"values of no table", parametersFile, "#table-1", "#section-1", "is no table"},
		{"values on another page", parametersFile, `"page": 5`, `"page": 6`, `parameters.jsonl:1: page 6 is outside`},
		{"value that is no value", parametersFile, "800", "[800]", "neither a number nor a string"},
		{"value without a name", parametersFile, `"name": "key"`, `"name": ""`, "unnamed"},
		{"no values", parametersFile, `{"name": "key", "value": 800, "unit": "bytes"}`, "", "names no set or no value"},

		{"OID that is none", oidsFile, "2.16.840.1.101.3.4.4.1", "2.16.840", "no object identifier"},
		{"OID of no term", oidsFile, `"ML-KEM-512"`, `"ML-KEM-513"`, `"ML-KEM-513" is no term`},
		{"OID without a source", oidsFile, "https://example.org/r", "", "not a plain https address"},

		{"publication of no series", publicationsFile, "FIPS 46-3", "FIPS", `publications.jsonl:1: label "FIPS"`},
		{"withdrawn and superseded", publicationsFile, `"withdrawn"`, `"successor": "FIPS 197", "withdrawn"`, "not one of superseded"},
		{"successor of no series", publicationsFile, `"withdrawn": true`, `"successor": "AES"`, `successor "AES"`},
		{"relation to two things", relationsFile, `"term"`, `"at": ["NIST.FIPS.203#table-1"], "term"`, "a term and a place, or neither"},
		{"relation to no term", relationsFile, `"ML-KEM-512"`, `"ML-KEM-513"`, `"ML-KEM-513" is no term`},
		{"relation that says nothing", relationsFile, `"an operation"`, `""`, "it lacks what it says"},
		{"naming without a meaning", namingsFile, `"means": "ML-KEM-512"`, `"means": ""`, "namings.jsonl:1: it lacks"},
		{"naming twice", namingsFile, `["Kyber of 512"]`, `["Kyber of 512", "kyber of 512"]`, "given twice"},
		{"goes on under another number", publicationsFile, `"withdrawn": true`, `"successor": "FIPS 197", "continued": true`, "does not go on under its number"},
		{"moved out of nothing", publicationsFile, `"withdrawn"`, `"moved": ["DES"], "withdrawn"`, "does not go on"},
		{"publication without a source", publicationsFile, "https://example.org/r", "", "not a plain https address"},

		{"identifier with blanks", identifiersFile, "MLKEM512_BYTES", "MLKEM512 BYTES", "is no identifier"},
		{"unknown language", identifiersFile, `"c"`, `"cobol"`, `language "cobol"`},
		{"identifier of nothing", identifiersFile, `, "term": "ML-KEM-512", "quantity": "key"`, "", "a term and a place, or neither"},
		{"unknown quantity", identifiersFile, `"key"`, `"lock"`, `no table has the value "lock"`},
		{"identifier without a source", identifiersFile, "a library", "", `source ""`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := small()
			data := string(files[tt.file].Data)
			switch {
			case tt.old == "":
				delete(files, tt.file)
			case tt.old == "*":
				data = tt.new
			case !strings.Contains(data, tt.old):
				t.Fatalf("%s does not hold %q", tt.file, tt.old)
			}
			if tt.old != "" {
				files[tt.file].Data = []byte(strings.Replace(data, tt.old, tt.new, 1))
				if tt.old == "*" {
					files[tt.file].Data = nil
				}
			}
			_, err := loadFiles(files)
			if err == nil {
				t.Fatal("load accepts it")
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %q does not say %q", err, tt.want)
			}
		})
	}
}

func FuzzLoad(f *testing.F) {
	good := small()
	f.Add(good[termsFile].Data, good["structure/NIST.FIPS.203.jsonl"].Data, good["summaries/NIST.FIPS.203.jsonl"].Data)
	f.Add([]byte(`{"name": []}`), []byte(`{}`), []byte("\xff"))
	f.Fuzz(func(t *testing.T, terms, structure, summaries []byte) {
		files := small()
		files[termsFile].Data, files["structure/NIST.FIPS.203.jsonl"].Data = terms, structure
		files["summaries/NIST.FIPS.203.jsonl"].Data = summaries
		p, err := loadFiles(files)
		if err != nil {
			return
		}
		for i := range p.terms {
			name := p.terms[i].Name
			if got := p.find(name); len(got) != 1 || got[0].Term.Name != name {
				t.Fatalf("term %q is found in its own name as %v", name, got)
			}
		}
		if _, err := p.document(&p.documents[0]); err != nil && !strings.Contains(err.Error(), "NIST.FIPS.203") && !strings.Contains(err.Error(), "want") {
			t.Fatalf("assemble: %v", err)
		}
	})
}
