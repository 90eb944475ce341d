package plan

import (
	"slices"
	"strings"
	"unicode"
)

// numbers changes parameter sets, and numbers of other things, to those of a fragment that
// is nothing but numbers.
func (c *change) numbers() bool {
	if counted.MatchString(c.own.text) {
		return c.sameCount()
	}
	var sets []string
	for _, word := range joins.Split(c.own.text, -1) {
		word = strings.TrimSuffix(strings.TrimSuffix(word, " one"), "-bit")
		if word == "one" || word == "variant" || word == "set" || word == "version" || word == "" {
			continue
		}
		if letter := speeds[strings.ToLower(word)]; letter != "" && c.hasSet(letter) {
			word = letter
		}
		if !number.MatchString(word) {
			return false
		}
		sets = append(sets, word)
	}
	if len(sets) == 0 {
		return false
	}
	schemes := c.to.of(classScheme)
	for _, s := range slices.Backward(schemes) {
		names, ok := c.members(s, sets)
		switch {
		case ok && c.to.joined(s).class == classAlgorithm:
			c.set(c.to.text + " for " + names)
			return true
		case ok:
			c.set(c.to.replace(named(schemes, s.name), names))
			return true
		}
	}
	return c.elsewhere(schemes, sets) || c.numberedDocument(sets) || c.lastNumber(schemes, sets)
}

// speeds are the letters by which the names of parameter sets say what they are best at.
var speeds = map[string]string{"fast": "f", "faster": "f", "small": "s", "smaller": "s", "slow": "s"}

// hasSet reports whether a scheme of the question has a parameter set that a word distinguishes.
func (c *change) hasSet(word string) bool {
	return slices.ContainsFunc(c.to.of(classScheme), func(s slot) bool { _, ok := c.member(s.name, word); return ok })
}

// elsewhere changes the scheme to one of an earlier question that has such sets.
func (c *change) elsewhere(schemes []slot, sets []string) bool {
	if len(schemes) == 0 {
		return false
	}
	from := named(schemes, schemes[len(schemes)-1].name)
	for i := len(c.before) - 1; i >= 0; i-- {
		for _, s := range c.before[i].of(classScheme) {
			if names, ok := c.members(s, sets); ok {
				c.set(c.to.replace(from, names))
				return true
			}
		}
	}
	if name := c.onlySet(sets); name != "" {
		c.set(c.to.replace(from, name))
		return true
	}
	return false
}

// numberedDocument changes the document to the FIPS of a number: "and in 204?".
func (c *change) numberedDocument(words []string) bool {
	own := c.frame("FIPS " + words[0])
	docs := own.of(classDocument)
	if c.prep != "in" || len(words) != 1 || len(docs) != 1 || c.document(docs[0].doc) == nil {
		return false
	}
	c.own = own
	c.documents()
	return c.done
}

// onlySet is the one parameter set in the tables of the library whose name ends in a
// word, "" if there is none or several.
func (c *change) onlySet(words []string) string {
	found := ""
	for _, d := range c.Library.Documents() {
		for i := range d.Tables {
			for _, label := range rowLabels(d, &d.Tables[i]) {
				if len(words) != 1 || label == found || !strings.HasSuffix(label, "-"+words[0]) || !c.isSet(label) {
					continue
				}
				if found != "" {
					return ""
				}
				found = label
			}
		}
	}
	return found
}

// lastNumber changes the last number of a question, in a name before anywhere else.
func (c *change) lastNumber(schemes []slot, sets []string) bool {
	if len(sets) != 1 {
		return false
	}
	for _, s := range slices.Backward(schemes) {
		if m := digitsIn.FindAllStringIndex(s.name, -1); m != nil {
			at := m[len(m)-1]
			c.set(c.to.replace(named(schemes, s.name), s.name[:at[0]]+sets[0]+s.name[at[1]:]))
			return true
		}
	}
	m := digitsIn.FindAllStringIndex(c.to.text, -1)
	if counts := counted.FindAllStringIndex(c.to.text, -1); counts != nil {
		m = digitsIn.FindAllStringIndex(c.to.text[:counts[len(counts)-1][1]], -1)
	}
	switch {
	case len(digitsIn.FindString(sets[0])) == 0:
		return false
	case m != nil:
		at := m[len(m)-1]
		for _, other := range m {
			if strings.Contains(sets[0], ".") && strings.Contains(c.to.text[other[0]:other[1]], ".") {
				at = other
			}
		}
		c.set(c.to.text[:at[0]] + sets[0] + c.to.text[at[1]:])
	case len(schemes) > 0:
		s := schemes[len(schemes)-1]
		c.set(c.to.replace(named(schemes, s.name), s.name+"-"+sets[0]))
	default:
		return false
	}
	return true
}

// sameCount changes what is counted: "category 5" for "category 3".
func (c *change) sameCount() bool {
	to := counted.FindString(c.own.text)
	kind, _, _ := strings.Cut(strings.ToLower(to), " ")
	for _, m := range counted.FindAllStringIndex(c.to.text, -1) {
		if strings.HasPrefix(strings.ToLower(c.to.text[m[0]:m[1]]), kind) {
			c.set(c.to.text[:m[0]] + to + c.to.text[m[1]:])
			return true
		}
	}
	return false
}

// members are the names of a family's parameter sets that words distinguish.
func (c *change) members(s slot, words []string) (string, bool) {
	var out []slot
	for _, w := range words {
		name, ok := c.member(s.name, w)
		if !ok {
			return "", false
		}
		out = append(out, slot{name: name})
	}
	return nameOf(out), true
}

// member is the parameter set with the same name but for one part: ML-KEM-512 for
// ML-KEM-768 and "512".
func (c *change) member(name, word string) (string, bool) {
	word = strings.TrimPrefix(word, "-")
	if strings.EqualFold(word, "SHAKE") || strings.EqualFold(strings.ReplaceAll(word, "-", ""), "SHA2") {
		word = strings.ToUpper(strings.ReplaceAll(word, "-", ""))
	}
	parts := strings.Split(name, "-")
	last := parts[len(parts)-1]
	ending := strings.TrimLeftFunc(last, unicode.IsDigit)
	var tried []string
	for i := len(parts) - 1; i > 0; i-- {
		other := slices.Clone(parts)
		other[i] = word
		tried = append(tried, strings.Join(other, "-"))
		if i == len(parts)-1 && ending != last {
			other[i] = word + ending
			tried = append(tried, strings.Join(other, "-"))
			other[i] = strings.TrimSuffix(last, ending) + word
			tried = append(tried, strings.Join(other, "-"))
		}
	}
	tried = append(tried, name+"-"+word)
	for _, t := range tried {
		if c.isSet(t) {
			return t, true
		}
	}
	return "", false
}

// isSet reports whether a name is that of a parameter set, or of several.
func (c *change) isSet(name string) bool {
	terms := c.Reader.Terms(c.Reader.Plain(name))
	return len(terms) > 0 && !slices.ContainsFunc(terms, func(t Term) bool { return t.Rank != RankSet })
}
