package render

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/core"
)

// comparison shows a field for each aspect, with a line for each side: a table is too
// wide for a phone.
func (a *answer) comparison(claims []*core.Claim) []block {
	var aspects []string
	lines := map[string][]line{}
	for _, c := range claims {
		if c.Side == "" {
			continue
		}
		aspect := plain(c.Aspect)
		if !slices.Contains(aspects, aspect) {
			aspects = append(aspects, aspect)
		}
		lines[aspect] = append(lines[aspect], a.side(c))
	}
	var out []block
	for _, aspect := range aspects {
		name, _ := fit(aspect, maxFieldName, func(s string) string { return Escape(scripts(s)) })
		if name == "" {
			name = noWidth
		}
		for _, part := range stacked(lines[aspect]) {
			out = append(out, block{field: &discordgo.MessageEmbedField{Name: name, Value: part.text, Inline: units(part.text) <= maxInline}, numbers: part.numbers})
		}
	}
	return out
}

// maxInline is how large a field may be to be placed next to others on a wide screen.
const maxInline = 120

// line is what is said of one side.
type line struct {
	text    string
	numbers []int
}

func (a *answer) side(c *core.Claim) line {
	name, _ := fit(plain(c.Side), 80, func(s string) string { return bold(Escape(s)) })
	text, cut := fit(unlabelled(c), maxCell, func(s string) string { return Escape(scripts(s)) })
	a.cut = a.cut || cut
	numbers := a.sources.of(c)
	return line{joined(" ", name, text) + " " + markers(numbers), shown(numbers)}
}

func union(a, b []int) []int {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// unlabelled is what a claim says apart from the labels around it: its side, and its
// aspect, whose bracketed part the claim may omit.
func unlabelled(c *core.Claim) string {
	if rest, ok := strings.CutPrefix(flat(c.Text), plain(c.Side)+" "); ok { // "ML-DSA is …": the label starts the sentence
		return rest
	}
	said, ok := strings.CutPrefix(flat(c.Text), plain(c.Side)+", ")
	if label, value, found := strings.Cut(said, ": "); ok && found && value != "" && strings.HasPrefix(plain(c.Aspect), label) {
		return value
	}
	return flat(c.Text)
}

// stacked puts lines below each other, in fields of bounded size with as many sources
// as one claim may show.
func stacked(lines []line) []line {
	var out []line
	for _, l := range lines {
		last := len(out) - 1
		if last >= 0 && units(out[last].text)+1+units(l.text) <= maxFieldText {
			numbers := union(out[last].numbers, l.numbers)
			if len(numbers) <= maxMarkers {
				out[last] = line{out[last].text + "\n" + l.text, numbers}
				continue
			}
		}
		out = append(out, l)
	}
	return out
}
