package standards

import (
	"fmt"
	"strings"
	"testing"
)

const (
	goodDocuments = `[{"id": "NIST.FIPS.203", "label": "FIPS 203", "title": "T", "status": "final", "date": "2024-08-13",
		"url": "https://example.org/a.pdf", "sha256": "` + goodHash + `", "bytes": 1, "pages": 1, "families": ["ML-KEM"]}]`
	goodHash  = "fe1f12f32a7e44ec9fdebbf400cda843a40b506dee676725234dc6f7923b6cac"
	goodTerms = `[{"name": "ML-KEM", "aliases": ["Kyber"], "documents": ["NIST.FIPS.203"]}]`
)

func TestLoad(t *testing.T) {
	p, err := load([]byte(goodDocuments), []byte(goodTerms))
	if err != nil {
		t.Fatal(err)
	}
	if len(p.documents) != 1 || len(p.terms) != 1 {
		t.Errorf("loaded %d documents and %d terms, want one each", len(p.documents), len(p.terms))
	}
}

func TestLoadRefusesDocuments(t *testing.T) {
	second := func(old, new string) string { // a second document that differs from the first
		doc := goodDocuments[1 : len(goodDocuments)-1]
		return "[" + doc + "," + strings.Replace(doc, old, new, 1) + "]"
	}
	other := strings.Repeat("ab", 32)
	with := func(old, new string) string { return strings.Replace(goodDocuments, old, new, 1) }
	tests := []struct{ name, documents, want string }{
		{"not JSON", `[{]`, "invalid character"},
		{"empty", ``, "EOF"},
		{"null", `null`, "lists no document"},
		{"no documents", `[]`, "lists no document"},
		{"not UTF-8", with(`"T"`, "\"T\xff\""), "not valid UTF-8"},
		{"text behind", goodDocuments + `[]`, "more text follows"},
		{"deep nesting", strings.Repeat("[", 1000), "nested deeper"},
		{"unknown field", with(`"bytes"`, `"size": 1, "bytes"`), `unknown field "size"`},
		{"field twice", with(`"bytes"`, `"bytes": 2, "bytes"`), `field "bytes" is given twice`},
		{"field twice in another case", with(`"bytes"`, `"Bytes": 2, "bytes"`), `field "bytes" is given twice`},
		{"wrong type", with(`"bytes": 1`, `"bytes": "1"`), "cannot unmarshal"},
		{"no id", with(`"id": "NIST.FIPS.203", `, ``), "id \"\" is empty"},
		{"label without a number", with(`"FIPS 203"`, `"FIPS"`), `label "FIPS" does not name`},
		{"no title", with(`"T"`, `""`), `title "" is empty`},
		{"blank behind the title", with(`"T"`, `"T "`), `title "T " is empty or not plain`},
		{"unknown status", with(`"final"`, `"finished"`), `status "finished"`},
		{"month 13", with("2024-08-13", "2024-13"), `date "2024-13"`},
		{"30 February", with("2024-08-13", "2024-02-30"), `date "2024-02-30"`},
		{"date in words", with("2024-08-13", "August 2024"), `date "August 2024"`},
		{"plain http", with("https:", "http:"), "not a plain https address"},
		{"no host", with("https://example.org", "https://"), "not a plain https address"},
		{"password", with("example.org", "u:p@example.org"), "not a plain https address"},
		{"fragment", with("a.pdf", "a.pdf#page=2"), "not a plain https address"},
		{"broken escape", with("a.pdf", "%zz"), "parse the URL"},
		{"short hash", with(goodHash, goodHash[:62]), "64 lower-case hex digits"},
		{"upper-case hash", with(goodHash, strings.ToUpper(goodHash)), "64 lower-case hex digits"},
		{"hash with a stray letter", with(goodHash, "g"+goodHash[1:]), "64 lower-case hex digits"},
		{"no bytes", with(`"bytes": 1`, `"bytes": 0`), "must be positive"},
		{"negative pages", with(`"pages": 1`, `"pages": -1`), "must be positive"},
		{"family twice", with(`["ML-KEM"]`, `["ML-KEM", "ML-KEM"]`), "name one twice"},
		{"family that is no term", with(`["ML-KEM"]`, `["ML-DSA"]`), `family "ML-DSA", which is no term`},
		{"id twice", second("FIPS 203", "FIPS 204"), `id "NIST.FIPS.203" is given twice`},
		{"hash twice", second("NIST.FIPS.203", "NIST.FIPS.204"), "hash"},
		{"label twice", strings.Replace(second("NIST.FIPS.203", "NIST.FIPS.204"), goodHash, other, 1), `have the same label "FIPS 203"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := load([]byte(tt.documents), []byte(goodTerms))
			checkError(t, err, "documents.json", tt.want)
		})
	}
}

func TestLoadRefusesTerms(t *testing.T) {
	term := func(fields string) string { return strings.TrimSuffix(goodTerms, "]") + `,{` + fields + `}]` }
	tests := []struct{ name, terms, want string }{
		{"no terms", `[]`, "lists no term"},
		{"unknown field", term(`"name": "X-Y", "oid": "1"`), `unknown field "oid"`},
		{"no name", term(`"aliases": ["X"]`), `spelling "" is empty`},
		{"name twice", term(`"name": "ML-KEM"`), `is that of "ML-KEM" too`},
		{"name of another's alias", term(`"name": "KYBER"`), `"KYBER" is that of "ML-KEM" too`},
		{"same but for the separator", term(`"name": "ml kem"`), `is that of "ML-KEM" too`},
		{"own alias twice", term(`"name": "HQC", "aliases": ["hqc"]`), `is that of "HQC" too`},
		{"accented name", term(`"name": "Frod\u00f3"`), "not plain text"},
		{"name of marks", term(`"name": "+X"`), "does not start with"},
		{"endless name", term(`"name": "` + strings.Repeat("a-", 20) + `"`), "more than 24 tokens"},
		{"endless word", term(`"name": "` + strings.Repeat("a", 40) + `"`), "more than 32 bytes"},
		{"expansion with a line break", term(`"name": "HQC", "expansion": "a\nb"`), "expansion"},
		{"unknown document", term(`"name": "HQC", "documents": ["NIST.IR.8545"]`), `document "NIST.IR.8545" is not listed`},
		{"document twice", term(`"name": "HQC", "documents": ["NIST.FIPS.203", "NIST.FIPS.203"]`), "name one twice"},
		{"unknown family", term(`"name": "HQC", "family": "code"`), `family "code" is no other term`},
		{"own family", term(`"name": "HQC", "family": "HQC"`), `family "HQC" is no other term`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := load([]byte(goodDocuments), []byte(tt.terms))
			checkError(t, err, "terms.json", tt.want)
		})
	}
}

func checkError(t *testing.T, err error, wants ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("load accepts it")
	}
	for _, want := range wants {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not say %q", err, want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(goodDocuments), []byte(goodTerms))
	f.Add([]byte(`[{"id": null}]`), []byte(`[{"name": []}]`))
	f.Add([]byte(`{}`), []byte("\xff"))
	f.Fuzz(func(t *testing.T, documents, terms []byte) {
		p, err := load(documents, terms)
		if err != nil {
			return
		}
		for i := range p.terms {
			name := p.terms[i].Name
			if got := p.find(name); len(got) != 1 || got[0].Term.Name != name {
				t.Fatalf("term %q is found in its own name as %s", name, fmt.Sprint(got))
			}
		}
	})
}
