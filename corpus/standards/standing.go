package standards

import "strings"

// Standing says how much a word means by itself.
type Standing byte

// The standings of words.
const (
	// Everyday words mean something else in most texts: "signature", "chain", "AES".
	Everyday Standing = iota
	// Notation is how the documents write their values; others use it as well:
	// "SK.seed", "gamma1".
	Notation
	// Proper names are of the documents' schemes: "ML-KEM-768", "K-PKE".
	Proper
)

// schemeMarks are what the names of schemes have in them, folded.
var schemeMarks = []string{"mlkem", "mldsa", "slhdsa", "kpke", "fndsa", "kyber", "dilithium", "sphincs"}

// StandingOf returns the standing of a spelling of a term or algorithm.
func StandingOf(spelling string) Standing {
	folded, _ := foldCode(spelling)
	for _, m := range schemeMarks {
		if strings.Contains(folded, m) {
			return Proper
		}
	}
	last := spelling[max(0, len(spelling)-1):]
	switch {
	case strings.ContainsAny(spelling, "_."), !strings.ContainsAny(spelling, " -") && strings.ToLower(spelling) == spelling && strings.ContainsAny(last, "0123456789"):
		return Notation
	}
	return Everyday
}

// Subjects returns the ids of the documents that the names in a text show it to be
// about: names of schemes, old ones among them, in prose or in identifiers and the
// paths of imports. Every third byte is looked at.
func Subjects(text string) []string {
	var found []string
	var seen [len(subjects)]bool
	for i := 2; i < len(text) && len(found) < len(seen); i += 3 {
		places := inSubject[text[i]]
		for start := i - 2; places != 0 && start <= i; start++ {
			here := places & (1 << (i - start))
			places &^= here
			if here == 0 || start+3 > len(text) {
				continue
			}
			if n := subjectAt(text, start); n >= 0 && !seen[n] {
				seen[n] = true
				found = append(found, subjects[n])
			}
		}
	}
	return found
}

// subjects are the documents that names can show.
var subjects = [...]string{"NIST.FIPS.203", "NIST.FIPS.204", "NIST.FIPS.205"}

// inSubject has, as bits, the positions of a byte in the trigrams that subjectAt knows.
var inSubject = func() (places [256]byte) {
	for _, trigram := range []string{"kem", "kyb", "k-p", "k_p", "kpk", "dsa", "dil", "sph", "spx"} {
		for at := range len(trigram) {
			places[trigram[at]] |= 1 << at
			places[strings.ToUpper(trigram)[at]] |= 1 << at
		}
	}
	return places
}()

// subjectAt returns which of the subjects a trigram at an offset belongs to the name
// of; -1 if to none.
func subjectAt(text string, at int) int {
	follows := func(s string) bool {
		return text[at+1]|0x20 == s[1]|0x20 && len(text)-at >= len(s) && strings.EqualFold(text[at:at+len(s)], s)
	}
	switch text[at] | 0x20 {
	case 'k':
		if follows("kyber") || follows("kem") && behind(text, at, "ml") || follows("k-pke") || follows("kpke") || follows("k_pke") {
			return 0
		}
	case 'd':
		switch {
		case follows("dilithium"), follows("dsa") && behind(text, at, "ml"):
			return 1
		case follows("dsa") && behind(text, at, "slh"):
			return 2
		}
	case 's':
		if follows("sphincs") || follows("spx_") {
			return 2
		}
	}
	return -1
}

// behind reports whether a word is directly before an offset, or before a separator
// there.
func behind(text string, at int, word string) bool {
	for _, end := range []int{at, at - 1} {
		if end < at && end >= 0 && strings.IndexByte("-_. ", text[end]) < 0 {
			continue
		}
		if start := end - len(word); start >= 0 && strings.EqualFold(text[start:end], word) {
			return true
		}
	}
	return false
}
