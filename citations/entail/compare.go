package entail

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/internal/lex"
)

// compare says whether two elements are of one sort, and in what they differ.
func compare(e, f *element, w *reading) (bool, *conflict) {
	switch e.kind {
	case number:
		return compareNumbers(e, f)
	case name:
		return compareNames(e, f, w)
	}
	if f.kind == name && f.also.key == e.key && f.also.key != "" && !e.neg {
		if f.also.alt != e.alt {
			return true, &conflict{f.text, e.text, Word}
		}
		return true, nil
	}
	if f.key != e.key || f.kind != e.kind || comparatives[e.key] && strings.HasSuffix(e.text, "er") != strings.HasSuffix(f.text, "er") { // fast is not faster
		return false, nil
	}
	return true, differ(e, f, w)
}

// differ compares what two elements of one concept say.
func differ(e, f *element, w *reading) *conflict {
	if f.alt != e.alt {
		return &conflict{f.said(), e.said(), Word}
	}
	if (f.minus != f.neg) == (e.minus != e.neg) || e.neg && w.denies(f.clause) {
		return nil
	}
	return &conflict{f.said(), e.said(), Polarity}
}

func (e *element) said() string {
	if e.neg {
		return "not " + e.text
	}
	return e.text
}

// denies reports whether a clause says what must not be.
func (r *reading) denies(clause int) bool {
	return slices.ContainsFunc(r.marks, func(m mark) bool { return m.clause == clause && (m.kind == mustnot || m.kind == shouldnot) })
}

// allows reports whether a context says an element.
func (r *reading) allows(e *element) bool {
	if e.neg || e.minus || e.alt != 0 || e.class == "symbol" {
		return false
	}
	return slices.ContainsFunc(r.elements, func(f element) bool {
		if e.kind == number {
			return f.kind == number && f.value == e.value && f.slot == e.slot && e.slot != ""
		}
		return !f.neg && f.alt == 0 && !f.minus && (f.key == e.key || e.kind == name && f.kind == name && isOf(f.key, e.key))
	})
}

// has reports whether a reading has an element with a key.
func (r *reading) has(key string) bool {
	return slices.ContainsFunc(r.elements, func(f element) bool { return f.key == key && !f.neg })
}

func compareNumbers(e, f *element) (bool, *conflict) {
	if f.kind != number {
		return false, nil
	}
	if f.value == e.value && compatible(e.slot, f.slot) || e.isInOther(f) {
		switch {
		case e.neg != f.neg:
			return true, &conflict{f.said(), e.said(), Polarity}
		case !boundsDiffer(e.bound, f.bound):
			return true, nil
		case excludes(e.bound, f.bound) || excludes(f.bound, e.bound):
			return true, &conflict{f.measured(), e.measured(), Bound}
		}
		return true, &conflict{f.measured(), e.measured(), unsaid}
	}
	if e.slot != "" && f.slot != "" && (e.slot == f.slot || e.slot[0] == '*' && f.slot[0] == '*' && compatible(e.slot, f.slot)) {
		if places[e.slot] {
			return true, &conflict{f.text, e.text, unsaid}
		}
		return true, &conflict{f.text, e.text, Number}
	}
	return false, nil
}

// places are the slots of numbers that only say where something is.
var places = lex.Set("line step section page item chapter part appendix")

// opposite are bounds that exclude each other.
var opposite = map[kind]kind{atmost: atleast, morethan: atmost, lessthan: atleast}

// excludes reports whether a bound is opposite to another one.
func excludes(a, b kind) bool {
	k, ok := opposite[a]
	return ok && k == b
}

// unsaid is the reason for a difference that is no contradiction.
const unsaid Why = "unsaid"

var boundWords = map[kind]string{atmost: "at most ", atleast: "at least ", morethan: "more than ", lessthan: "less than "}

func (e *element) measured() string { return boundWords[e.bound] + e.text }

// isInOther reports whether two numbers are the same in bits and bytes.
func (e *element) isInOther(f *element) bool {
	if e.slot == "bit" && f.slot == "byte" {
		return e.value == times8(f.value)
	}
	return e.slot == "byte" && f.slot == "bit" && f.value == times8(e.value)
}

func times8(v string) string {
	n := 0
	for _, c := range v {
		if c < '0' || c > '9' || n > 1<<24 {
			return ""
		}
		n = 10*n + int(c-'0')
	}
	return string(appendInt(nil, 8*n))
}

func compatible(a, b string) bool {
	if a == b || a == "" || b == "" {
		return true
	}
	if a[0] == '*' && b[0] == '*' {
		for _, w := range strings.Fields(a[1:]) {
			if slices.Contains(strings.Fields(b[1:]), w) {
				return true
			}
		}
		return false
	}
	return strings.ContainsAny(a[:1]+b[:1], "*=")
}

// boundsDiffer reports whether a number of a claim is bounded otherwise than in the evidence.
func boundsDiffer(claim, there kind) bool {
	exact := func(k kind) bool { return k == word || k == about || k == exactly }
	return claim != there && !(exact(claim) && exact(there)) && !(claim == atmost && there == lessthan) && !(claim == atleast && there == morethan)
}

func compareNames(e, f *element, w *reading) (bool, *conflict) {
	if f.kind != name {
		return false, nil
	}
	if f.key == e.key || isOf(f.key, e.key) {
		return true, differ(e, f, w)
	}
	if e.class != "" && f.class == e.class {
		if c := e.class; c == "symbol" || c == "document" || c == "routine" && !strings.Contains(e.key, ".") || strings.Contains(e.key, "_") {
			return true, &conflict{f.said(), e.said(), unsaid}
		}
		return true, &conflict{f.said(), e.said(), Name}
	}
	return false, nil
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// isOf reports whether a name is of one of the things that another names: ML-KEM.Encaps of
// ML-KEM.
func isOf(long, short string) bool {
	return len(long) > len(short)+1 && strings.HasPrefix(long, short) && strings.IndexByte("-._", long[len(short)]) >= 0
}

var classes = []struct {
	class string
	names *regexp.Regexp
}{
	{"document", regexp.MustCompile(`^(?:fips|sp|ir|rfc)-\d`)},
	{"hash", regexp.MustCompile(`^c?(?:sha|shake|kmac|keccak)-?\d*(?:-\d+)?(?:/\d+)?$`)},
	{"set", regexp.MustCompile(`^(?:ml-kem|ml-dsa|slh-dsa|hqc|bike|mceliece)-?.*\d`)},
	{"scheme", regexp.MustCompile(`^(?:ml-kem|ml-dsa|slh-dsa|hqc|bike|classic-mceliece|sike|kyber|dilithium|falcon|fn-dsa|ntru|sphincsplus|rsa|ecdsa|eddsa|ecdh|dh|xmss|lms|hss|k-pke|fors|wotsplus|hashml-dsa|hash-slh-dsa|xmssmt|aes|rainbow|mlwe|msis)$`)},
	{"notion", regexp.MustCompile(`^(?:ind-c[cp]a2?|euf-cma|suf-cma|ow-cpa)$`)},
	{"symbol", regexp.MustCompile(`^(?:[a-z]|alpha|beta|gamma|delta|zeta|eta|lambda|mu|xi|rho|sigma|tau|omega|lg|kbar)(?:_\w+)?'*$`)},
	{"routine", regexp.MustCompile(`[._]|^(?:sample|byte|simple|hint|bit|ntt|expand|rej|power|compress|decompress|decompose|coef|skencode|skdecode|pkencode|pkdecode|sigencode|sigdecode)`)},
}

// classOf is the class of a name, of which a thing has one; "" if it has none.
func classOf(key string) string {
	for i := range classes {
		if classes[i].names.MatchString(key) {
			return classes[i].class
		}
	}
	return ""
}
