package retrieval_test

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval"
)

// digest is the library's: the tests that reuse an index keep to one
// library for each directory.
var digest = strings.Repeat("ab", 32)

// passage is a passage of a test document. A form feed in its text starts a
// page.
type passage struct {
	text    string
	kind    core.PassageKind // prose if empty
	section string           // id of its section
	starts  []core.Anchor    // kind, number and title; the rest is filled in
}

// document makes a document of passages that satisfies core's invariants.
func document(t testing.TB, id, label string, passages ...passage) *core.Document {
	t.Helper()
	d := &core.Document{ID: id, Label: label, Title: label, SHA256: strings.Repeat("0", 64), Format: core.FormatPDF}
	pageStart := 0
	endPage := func() {
		n := len(d.Pages) + 1
		d.Pages = append(d.Pages, core.Page{Number: n, Span: core.Span{Start: pageStart, End: len(d.Text)}})
		pageStart = len(d.Text)
	}
	for _, p := range passages {
		start := len(d.Text)
		for i, onPage := range strings.Split(p.text+"\n", "\f") {
			if i > 0 {
				endPage()
			}
			d.Text += onPage
		}
		d.Passages = append(d.Passages, core.Passage{
			Kind: p.kind, Section: p.section, Span: core.Span{Start: start, End: len(d.Text)},
		})
		if p.kind == "" {
			d.Passages[len(d.Passages)-1].Kind = core.PassageProse
		}
	}
	endPage()
	for i := range d.Passages {
		p := &d.Passages[i]
		p.StartPage, p.EndPage = d.PageAt(p.Span.Start).Number, d.PageAt(p.Span.End-1).Number
		for _, a := range passages[i].starts {
			a.ID, a.Span = core.AnchorID(a.Kind, a.Number), p.Span
			a.StartPage, a.EndPage = p.StartPage, p.EndPage
			d.Anchors = append(d.Anchors, a)
			p.Anchors = append(p.Anchors, a.ID)
		}
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	return d
}

func section(number, title string) core.Anchor {
	return core.Anchor{Kind: core.KindSection, Number: number, Title: title}
}

func algorithm(number, title string) core.Anchor {
	return core.Anchor{Kind: core.KindAlgorithm, Number: number, Title: title}
}

// library has two documents, each with an Algorithm 2; KEM has five pages, SIG
// three.
func library(t testing.TB) []*core.Document {
	return []*core.Document{
		document(t, "SIG", "STD 202",
			passage{text: "Contents 1 Signing Algorithm 2 Sign", kind: core.PassageContents},
			passage{
				text: "\f1 Signing. A signature binds a message to a key pair.", section: "section-1",
				starts: []core.Anchor{section("1", "Signing")},
			},
			passage{
				text: "\fAlgorithm 2 Sign. Input: private key, message. Output: signature.", kind: core.PassageAlgorithm,
				section: "section-1", starts: []core.Anchor{algorithm("2", "Sign")},
			},
		),
		document(t, "KEM", "STD 201",
			passage{text: "Contents 1 Encapsulation 2 Sizes Algorithm 1 Algorithm 2 Table 1", kind: core.PassageContents},
			passage{
				text: "\f1 Encapsulation. A key-encapsulation mechanism transports a shared secret.", section: "section-1",
				starts: []core.Anchor{section("1", "Encapsulation")},
			},
			passage{
				text: "Algorithm 1 ML-KEM.KeyGen. It generates an encapsulation key and a decapsulation key.\fThe seed is hashed with J.",
				kind: core.PassageAlgorithm, section: "section-1", starts: []core.Anchor{algorithm("1", "ML-KEM.KeyGen")},
			},
			passage{
				text: "\fAlgorithm 2 ML-KEM.Encaps. Input: encapsulation key. Output: shared secret, ciphertext.",
				kind: core.PassageAlgorithm, section: "section-1", starts: []core.Anchor{algorithm("2", "ML-KEM.Encaps")},
			},
			passage{
				text: "\f2 Sizes. ML-KEM-512 has 800 bytes, ML-KEM-768 has 1,184 bytes. The failure rate is 2^{-138.8}.", section: "section-2",
				starts: []core.Anchor{section("2", "Sizes"), {Kind: core.KindAppendix, Number: "A.1", Title: "Rates"}},
			},
		),
	}
}

// bareLegs are parameters without rerank weights: the legs are tested by
// themselves.
func bareLegs() []retrieval.Option {
	p := retrieval.DefaultParams()
	p.Rerank = retrieval.NoRerank
	return []retrieval.Option{retrieval.WithParams(p)}
}

func open(t testing.TB, docs []*core.Document, options ...retrieval.Option) *retrieval.Engine {
	t.Helper()
	if len(options) == 0 {
		options = bareLegs()
	}
	e, err := retrieval.Open("", docs, digest, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}
