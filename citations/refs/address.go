package refs

import (
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// maxAddress bounds a web address in bytes.
const maxAddress = 300

func isAddress(text string, at int) bool {
	return strings.HasPrefix(text[at:], "https://") || strings.HasPrefix(text[at:], "http://")
}

// address reads a web address: as the document that it is the place of, with the
// page or section that it ends with, or as a foreign document.
func address(text string, at int) mention {
	end := addressEnd(text, at)
	m := mention{span: core.Span{Start: at, End: end}, doc: foreign}
	path, fragment, _ := strings.Cut(text[at:end], "#")
	if doc, ok := addressed(path); ok {
		m.doc, m.edition = doc.doc, doc.edition
		m.page, m.kind, m.number = fragmentOf(fragment)
	}
	return m
}

// addressEnd returns the end of an address without the punctuation of the
// sentence around it.
func addressEnd(text string, at int) int {
	end := at
	for end < len(text) && end-at < maxAddress && text[end] > ' ' && text[end] < 0x7f && strings.IndexByte("<>\"`{}|\\^[]", text[end]) < 0 {
		end++
	}
	address := strings.TrimRight(text[at:end], ".,;:!?'*")
	for strings.HasSuffix(address, ")") && strings.Count(address, "(") < strings.Count(address, ")") {
		address = strings.TrimRight(strings.TrimSuffix(address, ")"), ".,;:!?'*")
	}
	return at + len(address)
}

// addressed finds the document that an address is the place of: the last part of
// its path that names one.
func addressed(path string) (mention, bool) {
	_, rest, _ := strings.Cut(path, "://")
	host, rest, _ := strings.Cut(rest, "/")
	for _, official := range officialHosts {
		if host != official && !strings.HasSuffix(host, "."+official) {
			continue
		}
		if m, ok := catalogued(rest); ok {
			return m, true
		}
		parts := strings.Split(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(rest, ".pdf"), ".html"), ".txt"), "/")
		for i := len(parts) - 1; i >= 0; i-- {
			if m, ok := docName(parts[i], 0); ok && m.span.End == len(parts[i]) {
				return m, true
			}
		}
	}
	return mention{}, false
}

// officialHosts are the places where the documents of the grammar are published.
var officialHosts = []string{"nist.gov", "doi.org", "rfc-editor.org", "ietf.org"}

// catalogued reads the addresses of NIST's catalogue, whose documents are named
// by folders: "pubs/fips/203/final", "pubs/sp/800/227/final".
func catalogued(path string) (mention, bool) {
	rest, ok := strings.CutPrefix(path, "pubs/")
	if !ok {
		return mention{}, false
	}
	parts := strings.Split(rest, "/")
	var name string
	switch {
	case len(parts) >= 2 && (parts[0] == "fips" || parts[0] == "ir"):
		name = parts[0] + " " + parts[1]
	case len(parts) >= 3 && parts[0] == "sp":
		name = "sp " + parts[1] + "-" + parts[2]
		if len(parts) > 3 && len(parts[3]) == 1 {
			name += parts[3]
		}
	default:
		return mention{}, false
	}
	m, ok := docName(name, 0)
	if ok && parts[len(parts)-1] == "ipd" {
		m.edition = "ipd"
	}
	return m, ok && m.span.End == len(name)
}

// fragmentOf reads the fragment of an address: "page=48", "section-5.1",
// "appendix-A".
func fragmentOf(fragment string) (page int, kind core.AnchorKind, number string) {
	if n, ok := strings.CutPrefix(fragment, "page="); ok {
		end := digits(n, 0, 1, 4)
		page, _ = strconv.Atoi(n[:end])
		return page, "", ""
	}
	word, number, ok := strings.Cut(fragment, "-")
	kind = anchorWords[word].kind
	if !ok || kind == "" || kind == kindPage {
		return 0, "", ""
	}
	n, ok := anchorNumber(number, 0, kind)
	if !ok || n.span.End != len(number) {
		return 0, "", ""
	}
	return 0, kind, n.text
}
