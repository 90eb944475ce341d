package refs

import (
	"strings"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// series maps the words that a document's name starts with, in lower case, to
// the series as it is written in a label. Those with an empty label only appear
// before another one.
var series = map[string]string{
	"fips": "FIPS", "sp": "SP", "ir": "IR", "nistir": "IR", "rfc": "RFC", "rfcs": "RFC",
	"nist": "", "special": "",
}

// docMentions appends a document's name and the list that it starts.
func docMentions(ms []mention, text string, at int) []mention {
	next, ok := docName(text, at)
	name, _, _ := strings.Cut(next.doc, " ")
	for n := 0; ok && n < maxList; n++ {
		ms = append(ms, next)
		next, ok = nextDoc(text, next, name)
	}
	return ms
}

// docName reads one document's name: "FIPS 203", "NIST SP 800-227",
// "NIST.IR.8547.ipd", "RFC9180".
func docName(text string, at int) (mention, bool) {
	name, numberAt, ok := seriesName(text, at)
	if !ok {
		return mention{}, false
	}
	number, numberEnd := docNumber(text, numberAt, name)
	if number == "" {
		return mention{}, false
	}
	end := draftSuffix(text, numberEnd)
	if !endsToken(text, end) || namesPath(text, at, end) {
		return mention{}, false
	}
	m := mention{span: core.Span{Start: at, End: end}, doc: label(text[at:end], name, number)}
	m.edition = editionOf(text[numberAt:end])
	return m, true
}

// label is the canonical label of a document: what is written itself where it starts so,
// as most do, since a copy costs more than the rest.
func label(written, series, number string) string {
	n := len(series) + 1 + len(number)
	if len(written) >= n && written[:len(series)] == series && written[len(series)] == ' ' && written[len(series)+1:n] == number {
		return written[:n]
	}
	return series + " " + number
}

// editionOf reads the edition that a document's number ends with: "r3" for a
// revision, "ipd" for a draft.
func editionOf(number string) string {
	low := strings.TrimSuffix(strings.ToLower(number), ")")
	for _, draft := range []string{"ipd", "fpd", "2pd", "draft"} {
		if strings.HasSuffix(low, draft) {
			return draft
		}
	}
	rest := strings.TrimRight(low, "0123456789")
	if len(rest) < len(low) && strings.ContainsRune(rest, 'r') && strings.HasPrefix(low, "800-") {
		return "r" + low[len(rest):]
	}
	return ""
}

// seriesName reads the words before a document's number.
func seriesName(text string, at int) (name string, numberAt int, ok bool) {
	end := asciiWord(text, at)
	name, ok = lex.Lookup(series, text[at:end])
	if !ok {
		return "", 0, false
	}
	word := strings.ToLower(text[at:end])
	switch word {
	case "nist":
		next := afterNIST(text, end)
		if next == end {
			return "", 0, false
		}
		end = asciiWord(text, next)
		word = strings.ToLower(text[next:end])
		if name = series[word]; name == "" && word != "special" || name == "RFC" {
			return "", 0, false
		}
	}
	if word == "special" || word == "fips" {
		if end, ok = publication(text, end, word == "special"); !ok {
			return "", 0, false
		}
	}
	if word == "special" {
		name = "SP"
	}
	return name, numberGap(text, end), true
}

// afterNIST returns where the series starts after the word NIST, or the offset.
func afterNIST(text string, at int) int {
	if at < len(text) && strings.IndexByte(".-_", text[at]) >= 0 {
		return at + 1
	}
	return gap(text, at)
}

// publication reads the word Publication after Special, or PUB after FIPS.
func publication(text string, at int, must bool) (int, bool) {
	i := gap(text, at)
	end := asciiWord(text, i)
	switch strings.ToLower(text[i:end]) {
	case "pub", "publication", "publications":
		if i > at {
			return end, true
		}
	}
	return at, !must
}

// numberGap returns the end of what may appear between a series and a number:
// nothing, a blank, a hyphen or a point.
func numberGap(text string, at int) int {
	if at < len(text) && text[at] == '.' {
		return at + 1
	}
	if n := dash(text, at); n > 0 {
		return at + n
	}
	return markupGap(text, at)
}

// docNumber reads a document's number as its series writes it and returns it in
// canonical form, or "".
func docNumber(text string, at int, name string) (number string, end int) {
	switch name {
	case "FIPS":
		return fipsNumber(text, at)
	case "SP":
		return specialNumber(text, at)
	case "IR":
		return letterNumber(text, at)
	}
	if end = digits(text, at, 2, 5); end > at && endsToken(text, end) {
		return text[at:end], end
	}
	return "", at
}

// fipsNumber reads 203, 140-3 or 46-3.
func fipsNumber(text string, at int) (string, int) {
	end := digits(text, at, 2, 3)
	if end == at {
		return "", at
	}
	if n := dash(text, end); n > 0 {
		if edition := digits(text, end+n, 1, 2); edition > end+n && endsToken(text, edition) {
			return text[at:end] + "-" + text[end+n:edition], edition
		}
	}
	if end-at == 2 {
		return "", at
	}
	return text[at:end], end
}

// specialNumber reads 800-227 or 800-56A, with a revision that is read over.
func specialNumber(text string, at int) (string, int) {
	head := digits(text, at, 3, 4)
	n := dash(text, head)
	if h := text[at:head]; n == 0 || h != "800" && h != "1800" && h != "500" {
		return "", at
	}
	tail := digits(text, head+n, 1, 3)
	if tail == head+n {
		return "", at
	}
	end, letter := tail, ""
	if end < len(text) && strings.IndexByte("abcdABCD", text[end]) >= 0 {
		letter = strings.ToUpper(text[end : end+1])
		end++
	}
	return text[at:head] + "-" + text[head+n:tail] + letter, revision(text, end)
}

// revision returns the end of a revision such as r3, Rev. 3, -r2 or ", Revision
// 1", or the offset.
func revision(text string, at int) int {
	i := at
	n := dash(text, i)
	comma := i < len(text) && text[i] == ','
	switch {
	case n > 0:
		i += n
	case comma:
		i = gap(text, i+1)
	default:
		i = gap(text, i)
	}
	end := asciiWord(text, i)
	switch strings.ToLower(text[i:end]) {
	case "r":
		if comma {
			return at
		}
	case "rev", "revision":
		if end < len(text) && text[end] == '.' {
			end++
		}
		end = gap(text, end)
	default:
		return at
	}
	if n := digits(text, end, 1, 2); n > end && endsToken(text, n) {
		return n
	}
	return at
}

// letterNumber reads the number of an internal report: 8547 or 8319A.
func letterNumber(text string, at int) (string, int) {
	end := digits(text, at, 4, 4)
	if end == at {
		return "", at
	}
	if end < len(text) && 'A' <= text[end] && text[end] <= 'E' {
		end++
	}
	return text[at:end], end
}

// draftSuffix returns the end of a draft's mark such as .ipd or (draft), or the
// offset.
func draftSuffix(text string, at int) int {
	if at >= len(text) || strings.IndexByte(".- ", text[at]) < 0 {
		return at
	}
	start := at + 1
	opened := start < len(text) && text[start] == '('
	if opened {
		start++
	}
	end := start
	for end < len(text) && end-start <= maxWord && (isASCIILetter(text[end]) || lex.IsDigit(rune(text[end]))) {
		end++
	}
	switch strings.ToLower(text[start:end]) {
	case "ipd", "fpd", "2pd":
	case "draft":
		if !opened && text[at] != '.' {
			return at // "FIPS 203 draft" may go on: "draft implementations"
		}
	default:
		return at
	}
	if opened {
		if end >= len(text) || text[end] != ')' {
			return at
		}
		end++
	}
	return end
}

// namesPath reports whether a name in lower case is a package or a part of a
// path rather than a document: fips203.Encrypt, fips203/mlkem, x-fips203.
func namesPath(text string, start, end int) bool {
	if text[start] < 'a' {
		return false
	}
	if start > 0 && strings.IndexByte("-@:", text[start-1]) >= 0 {
		return true
	}
	if end+1 >= len(text) || strings.IndexByte("./-:", text[end]) < 0 {
		return false
	}
	return text[end] == '-' || isASCIILetter(text[end+1]) || text[end+1] == '/' || text[end+1] == '_'
}

// nextDoc reads the next member of a list of documents: the 204 of "FIPS 203 and
// 204".
func nextDoc(text string, last mention, name string) (mention, bool) {
	end := last.span.End
	at := listGap(text, end)
	if at == end && end < len(text) && text[end] == '/' {
		at = end + 1
	}
	through := at == end
	if through {
		at = docRange(text, end)
	}
	if at == end {
		return mention{}, false
	}
	number, stop := docNumber(text, at, name)
	if through && (len(name)+1+len(number) != len(last.doc) || name+" "+number <= last.doc) {
		return mention{}, false
	}
	if number == "" || !plausibleNumber(name, number) || !endsToken(text, stop) || measures(text, stop) {
		return mention{}, false
	}
	m := mention{span: core.Span{Start: at, End: draftSuffix(text, stop)}, doc: name + " " + number}
	m.edition = editionOf(text[at:m.span.End])
	return m, true
}

// docRange returns the end of what is between the ends of a range of documents, as
// in "RFC 7230 through 7235" and "FIPS 203-205", or the offset. Only the ends are read.
func docRange(text string, at int) int {
	if n := dash(text, at); n > 0 {
		return at + n
	}
	i := gap(text, at)
	if end := asciiWord(text, i); i > at && strings.EqualFold(text[i:end], "through") {
		return gap(text, end)
	}
	return at
}

// plausibleNumber reports whether a number without its series can be
// one of it: current FIPS lie between 140 and 299, internal reports from 7000 on.
func plausibleNumber(name, number string) bool {
	switch name {
	case "FIPS":
		return len(number) > 3 && number[3] == '-' || len(number) == 3 && number >= "180" && number < "220"
	case "IR":
		return number >= "7000"
	case "RFC":
		return len(number) == 4
	}
	return true
}

// measures reports whether a unit, the word "times" or a decimal follows: the
// number counts something.
func measures(text string, at int) bool {
	if at+1 < len(text) && text[at] == '.' && lex.IsDigit(rune(text[at+1])) {
		return true
	}
	i := gap(text, at)
	if n := dash(text, i); n > 0 {
		i += n
	}
	end := asciiWord(text, i)
	word := strings.ToLower(text[i:end])
	return word == "times" || quote.WordClass(word) == quote.EditUnit
}
