package standards

import (
	"strings"
	"sync"

	"github.com/pqcite/pqcite/core"
)

// IdentifierAt returns what the identifier of program code at an offset of a text
// denotes. One that the pack lists counts as it is, with or without its qualifiers; any
// other by the name of the scheme or parameter set in it:
// "pqcrystals_kyber768_ref_SECRETKEYBYTES".
func IdentifierAt(text string, offset int) (Identifier, core.Span, bool) {
	word := runAt(text, offset, isASCIIWord)
	if word.Len() == 0 {
		return Identifier{}, word, false
	}
	p := embedded()
	for _, span := range qualified(text, word) {
		if id, ok := p.identifier[text[span.Start:span.End]]; ok {
			return p.aged(id), span, true
		}
	}
	if id, ok := p.bareIdentifier(text[word.Start:word.End]); ok {
		return p.aged(id), word, true
	}
	id, ok := p.coined(text[word.Start:word.End])
	return id, word, ok
}

// qualified returns the word with the qualifiers around it, longest first.
func qualified(text string, word core.Span) []core.Span {
	spans := []core.Span{word}
	for _, sep := range []string{".", "::"} {
		wide := word
		for strings.HasSuffix(text[:wide.Start], sep) {
			left := runAt(text[:wide.Start-len(sep)], wide.Start-len(sep), isASCIIWord)
			if left.Len() == 0 {
				break
			}
			wide.Start = left.Start
			spans = append([]core.Span{wide}, spans...)
		}
		if strings.HasPrefix(text[word.End:], sep) {
			right := runAt(text, word.End+len(sep), isASCIIWord)
			spans = append([]core.Span{{Start: word.Start, End: right.End}}, spans...)
		}
	}
	return spans
}

// bareIdentifier finds a listed identifier by its last word, where that says
// enough alone: it has a digit in it.
func (p *pack) bareIdentifier(word string) (Identifier, bool) {
	p.bareOnce.Do(func() {
		p.bare = make(map[string]Identifier)
		for text, id := range p.identifier {
			last := text[strings.LastIndexAny(text, ".:")+1:]
			if last != text && strings.ContainsAny(last, "0123456789") {
				p.bare[last] = id
			}
		}
	})
	id, ok := p.bare[word]
	return id, ok
}

// lazy are the parts of a pack that are made when they are first needed.
type lazy struct {
	bareOnce  sync.Once
	bare      map[string]Identifier
	coinOnce  sync.Once
	codewords map[string]codeword // by the folded spelling
}

// codeword is the name of a scheme or parameter set as identifiers have it.
type codeword struct {
	term string
	old  string // the name, where it is one from before standardization
}

// coined reads an identifier that the pack does not list by the scheme or
// parameter set whose name is in it.
func (p *pack) coined(word string) (Identifier, bool) {
	if len(word) > window || len(word) < minCodeword || !schemeInside(word) {
		return Identifier{}, false
	}
	p.coinOnce.Do(p.coin)
	folded, at := foldCode(word)
	// joined reports whether a digit directly follows another.
	joined := func(i int) bool {
		return i < len(folded) && isDigit(folded[i]) && isDigit(folded[i-1]) && at[i] == at[i-1]+1
	}
	for start := range folded {
		if start > 0 && !startsCode(word, at[start]) {
			continue
		}
		for end := len(folded); end-start >= minCodeword; end-- {
			found, ok := p.codewords[folded[start:end]]
			if !ok || joined(end) {
				continue
			}
			c := coinage{pack: p, codeword: found, word: word, folded: folded, at: at, start: start, end: end}
			return c.identifier(), true
		}
	}
	return Identifier{}, false
}

// schemeInside reports whether a word can have the name of a scheme in it.
func schemeInside(word string) bool {
	for i := range len(word) - 2 {
		switch strings.ToLower(word[i : i+3]) {
		case "kem", "dsa", "kyb", "dil", "sph":
			return true
		}
	}
	return false
}

// minCodeword is the length of the shortest name that is looked for in
// identifiers: "mlkem".
const minCodeword = 5

// coin folds the names of the schemes and parameter sets.
func (p *pack) coin() {
	p.codewords = make(map[string]codeword)
	for i := range p.terms {
		t := &p.terms[i]
		if !t.isScheme() {
			continue
		}
		for _, s := range t.spellings() {
			if key, _ := foldCode(s); len(key) >= minCodeword && !strings.Contains(s, " ") {
				if _, known := p.codewords[key]; !known { // of "Kyber768" and "Kyber-768" the first
					p.codewords[key] = codeword{t.Name, t.oldName(s)}
				}
			}
		}
	}
}

// isScheme reports whether the term is a scheme that a document specifies, or a
// parameter set of one.
func (t *Term) isScheme() bool {
	switch t.Family {
	case "ML-KEM", "ML-DSA", "SLH-DSA":
		return strings.HasPrefix(t.Name, t.Family)
	}
	return t.Name == "ML-KEM" || t.Name == "ML-DSA" || t.Name == "SLH-DSA" || t.Name == "HashML-DSA" || t.Name == "HashSLH-DSA"
}

// foldCode reduces a word to letters and digits in lower case, with their positions.
func foldCode(word string) (string, []int) {
	var b strings.Builder
	var at []int
	for i := range len(word) {
		if c := word[i]; isLetter(c) || isDigit(c) {
			b.WriteByte(c)
			at = append(at, i)
		}
	}
	return strings.ToLower(b.String()), at
}

// startsCode reports whether a part of an identifier can start at an offset: after an
// underscore or a digit, or at a capital after a small letter.
func startsCode(word string, at int) bool {
	before, here := word[at-1], word[at]
	return !isLetter(before) || before >= 'a' && here < 'a'
}

// quantities are the words by which identifiers name a size.
var quantities = []struct {
	words string
	names []string // of the value in the tables, by scheme
}{
	{"ciphertext ct", []string{"ciphertext"}},
	{"publickey encapsulationkey pubkey public pk ek", []string{"encapsulation key", "Public Key", "pk bytes"}},
	{"secretkey privatekey decapsulationkey seckey private secret sk dk", []string{"decapsulation key", "Private Key"}},
	{"sharedsecret sharedkey ss", []string{"shared secret key"}},
	{"signature sig", []string{"Signature Size", "sig bytes"}},
}

// quantityOf reads the size that the rest of an identifier names; "" if it names
// none.
func (p *pack) quantityOf(term, rest string) string {
	if !strings.Contains(rest, "bytes") && !strings.Contains(rest, "size") && !strings.Contains(rest, "length") && !strings.HasSuffix(rest, "len") {
		return ""
	}
	for _, q := range quantities {
		for word := range strings.FieldsSeq(q.words) {
			if !strings.Contains(rest, word) {
				continue
			}
			for _, name := range q.names {
				if p.quantities[[2]string{term, name}] {
					return name
				}
			}
		}
	}
	return ""
}
