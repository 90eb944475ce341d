package typed

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// frame is what a question asks, or a sentence says: properties of parameter sets.
type frame struct {
	sets       []string
	properties []*property // in their order
	bits       bool        // sizes in bits as well
	number     string      // of the category whose members are asked for; "" for other questions
	lacks      string      // why there is no such property
	total      bool        // the sizes of a set are asked for as one
	whole      bool        // sizes are asked for without saying of what
	meant      bool        // what the symbol stands for is asked for as well
	symbolOnly bool        // no set and no scheme is named
	without    string      // a property that is asked for besides others and that there is not
}

// choose finds the properties that are asked for. One without a size word is asked for
// its size only where it has nothing else: a symbol or a category.
func (f *frame) choose(asked []string, keys, all, sized bool) {
	f.whole = len(asked) == 0
	kinds := map[kind]bool{}
	for _, set := range f.sets {
		kinds[schemeOf(set).kind] = true
	}
	for i := range properties {
		p := &properties[i]
		fits := func(k kind) bool { return p.of(k) && kinds[k] }
		if !fits(kem) && !fits(signatures) {
			continue
		}
		said := slices.ContainsFunc(asked, func(s string) bool { return slices.Contains(p.said, s) })
		whole := keys && strings.Contains(p.label, " key") && !strings.HasPrefix(p.label, "shared") || len(asked) == 0 && !keys && !all && p.sized
		switch {
		case p.sized && sized && (said || whole), !p.sized && said, all && p.symbol():
			f.properties = append(f.properties, p)
		}
	}
	f.missing(asked, kinds, sized)
}

// missing says which of the properties that are asked for no set can have.
func (f *frame) missing(asked []string, kinds map[kind]bool, sized bool) {
	if len(kinds) != 1 || !sized {
		return
	}
	have := kem
	if kinds[signatures] {
		have = signatures
	}
	for i := range properties {
		p := &properties[i]
		if !p.sized || p.of(have) || !slices.ContainsFunc(asked, func(s string) bool { return slices.Contains(p.said, s) }) {
			continue
		}
		other := func(q property) bool {
			return q.of(have) && slices.ContainsFunc(asked, func(s string) bool { return slices.Contains(q.said, s) && slices.Contains(p.said, s) })
		}
		if slices.ContainsFunc(properties, other) {
			continue // a word of both kinds
		}
		what, has := "a key-encapsulation mechanism", "an encapsulation key (public key), a decapsulation key (private key), a ciphertext and a shared secret key"
		if have == signatures {
			what, has = "a digital signature scheme", "a public key, a private key and a signature"
		}
		if len(f.properties) > 0 {
			f.without = p.label
			return
		}
		f.lacks = fmt.Sprintf("%s is %s and has no %s; it has %s.", schemeOf(f.sets[0]).name, what, p.label, has)
		return
	}
}

// say writes the sentence of a frame, with the places of its values; false where the
// library does not have all of them.
func (f *Facts) say(fr frame) (core.TypedAnswer, bool) {
	if fr.number != "" {
		return f.sayMembers(fr)
	}
	var a core.TypedAnswer
	rows := make([]row, 0, len(fr.sets))
	for _, set := range fr.sets {
		r := row{set: set}
		for _, p := range fr.properties {
			if !p.of(schemeOf(set).kind) {
				continue
			}
			v, ok := f.value(set, p)
			if !ok && (p.symbol() || fr.whole) && len(fr.properties) > 1 && !p.ofScheme(f, set) {
				continue // the symbols of other schemes, and sizes that no document gives
			}
			if !ok {
				return a, false
			}
			r.items, r.values = append(r.items, p.item(v.text, fr.bits)), append(r.values, v.text)
			a.Places = append(a.Places, v.places...)
		}
		if len(r.items) == 0 {
			return a, false
		}
		rows = append(rows, r)
	}
	a.Sentence = fr.sentence(merged(rows))
	more := f.more(&fr, rows, &a)
	if fr.symbolOnly && fr.meant && len(more) == 0 {
		return a, false // what it is is asked for above all
	}
	for _, more := range more {
		a.Sentence = strings.TrimSuffix(a.Sentence, ".") + "; " + more + "."
	}
	return a, len(strings.Fields(a.Sentence)) <= maxWords
}

// more is what a sentence says after its values: their sum, what a symbol is, and what there
// is not.
func (f *Facts) more(fr *frame, rows []row, a *core.TypedAnswer) []string {
	var out []string
	s := schemeOf(fr.sets[0])
	if n := sum(rows); fr.total && n > 0 {
		out = append(out, fmt.Sprintf("together %d bytes", n))
	}
	if fr.meant && len(fr.properties) == 1 && fr.properties[0].symbol() {
		if text, places := f.meaning(s, fr.properties[0]); text != "" {
			out, a.Places = append(out, fr.properties[0].label+isOrAre(fr.properties[0].label)+text), append(a.Places, places...)
		}
	}
	if fr.without != "" {
		out = append(out, s.name+" has no "+fr.without)
	}
	return out
}

// isOrAre is the verb after a symbol, or after two.
func isOrAre(label string) string {
	if strings.Contains(label, ",") {
		return " are "
	}
	return " is "
}

// sum is the sum of the sizes of one set, 0 where there are several sets or no sizes.
func sum(rows []row) int {
	total := 0
	for _, v := range rows[0].values {
		n, err := strconv.Atoi(v)
		if err != nil || len(rows) > 1 {
			return 0
		}
		total += n
	}
	return total
}

// maxWords bounds a sentence.
const maxWords = 45

// ofScheme reports whether a set of the same scheme has the property.
func (p *property) ofScheme(f *Facts, set string) bool {
	return slices.ContainsFunc(schemeOf(set).sets(), func(s string) bool {
		_, ok := f.value(s, p)
		return ok
	})
}

// row is what is said of a set, or of sets of which the same is said.
type row struct {
	set    string
	items  []string
	values []string
}

// merged joins the rows that say the same: those of a whole scheme, and the sets of
// SLH-DSA that differ in their hash function alone.
func merged(rows []row) []row {
	if s := schemeOf(rows[0].set); len(rows) > 1 && len(rows) == len(s.sets()) && same(rows) && allOf(rows, s) {
		return []row{{set: "every " + s.name, items: rows[0].items, values: rows[0].values}}
	}
	var out []row
	for _, r := range rows {
		i := slices.IndexFunc(out, func(o row) bool { return slices.Equal(o.items, r.items) && twin(o.set) == r.set })
		if i >= 0 {
			out[i].set += " and " + r.set
			continue
		}
		out = append(out, r)
	}
	return out
}

// twin is the set of SLH-DSA with the other hash function.
func twin(set string) string { return strings.Replace(set, "-SHA2-", "-SHAKE-", 1) }

func same(rows []row) bool {
	return !slices.ContainsFunc(rows, func(r row) bool { return !slices.Equal(r.items, rows[0].items) })
}

func allOf(rows []row, s *scheme) bool {
	return !slices.ContainsFunc(rows, func(r row) bool { return schemeOf(r.set) != s })
}

// sentence is what rows say.
func (f *frame) sentence(rows []row) string {
	if len(rows) == 1 && len(rows[0].items) == 1 {
		return f.one(&rows[0])
	}
	if p := f.shared(rows); p != nil {
		return p.across(rows, f.bits)
	}
	var parts []string
	for _, r := range rows {
		parts = append(parts, subjectOf(r.set)+": "+strings.Join(r.items, ", "))
	}
	return strings.Join(parts, "; ") + "."
}

// shared is the one property that all rows have, nil where they have several.
func (f *frame) shared(rows []row) *property {
	var shared *property
	for _, p := range f.properties {
		if !slices.ContainsFunc(rows, func(r row) bool { return len(r.items) != 1 || r.items[0] != p.item(r.values[0], f.bits) }) {
			shared = p
		}
	}
	return shared
}

// across says one property of several sets: "k = 2 in ML-KEM-512, 3 in
// ML-KEM-768 and …".
func (p *property) across(rows []row, bits bool) string {
	var values []string
	sets := map[string][]string{}
	for _, r := range rows {
		if sets[r.values[0]] == nil {
			values = append(values, r.values[0])
		}
		sets[r.values[0]] = append(sets[r.values[0]], shortened(subjectOf(r.set)))
	}
	for i, v := range values {
		values[i] = p.measured(v, bits) + " in " + listed(sets[v])
	}
	of := ""
	if s := schemeOf(rows[0].set); allOf(rows, s) {
		of = s.name + " "
	}
	said := strings.Join(values, "; ")
	if !strings.Contains(said, " and ") {
		said = listed(values)
	}
	switch {
	case !p.symbol():
		return "The " + of + p.label + " is " + said + "."
	case of == "SLH-DSA ":
		return "In SLH-DSA, " + p.label + " = " + said + "."
	}
	return p.label + " = " + said + "."
}

// bothHashes matches two sets of SLH-DSA that differ in their hash function alone.
var bothHashes = regexp.MustCompile(`^SLH-DSA-SHA2-(\w+) and SLH-DSA-SHAKE-\w+$`)

// shortened is the name of such two sets without what they share.
func shortened(set string) string { return bothHashes.ReplaceAllString(set, "$1") }

// subjectOf is how a sentence names a set: "every ML-KEM" is all of the scheme.
func subjectOf(set string) string {
	if name, ok := strings.CutPrefix(set, "every "); ok {
		return "Every " + name + " parameter set"
	}
	return set
}

// one is the sentence of a single value.
func (f *frame) one(r *row) string {
	p := f.properties[0]
	for _, q := range f.properties {
		if strings.HasPrefix(r.items[0], q.label) {
			p = q
		}
	}
	name, every := strings.CutPrefix(r.set, "every ")
	plural := strings.Contains(r.set, " and ")
	switch {
	case p.symbol() && every:
		return fmt.Sprintf("In every %s parameter set, %s.", name, r.items[0])
	case p.symbol():
		return fmt.Sprintf("In %s, %s.", r.set, r.items[0])
	case p.label == category && plural:
		return fmt.Sprintf("%s are in security category %s.", r.set, r.values[0])
	case p.label == category:
		return fmt.Sprintf("%s is in security category %s.", r.set, r.values[0])
	case every:
		return fmt.Sprintf("The %s %s is %s in every parameter set.", name, p.label, p.measured(r.values[0], f.bits))
	}
	return fmt.Sprintf("The %s %s is %s.", r.set, p.label, p.measured(r.values[0], f.bits))
}
