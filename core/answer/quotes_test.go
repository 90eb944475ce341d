package answer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// TestGather checks that what is read together is quoted once, in reading order.
func TestGather(t *testing.T) {
	const (
		pears, apples = "Pears are green.", "Apples are red."
		list          = "Fruit is eaten:\n\n• raw on most days\n\n• cooked on some days"
	)
	d := sections("D", apples+" "+strings.Repeat("They are sold by weight here. ", 9)+pears, list)
	for _, c := range []struct {
		name   string
		claims [][]string // the quotes of each
		keys   [][]string
		texts  []string
	}{
		{"far apart", [][]string{{pears, apples}}, [][]string{{"c1"}}, []string{apples + "\n…\n" + pears}},
		{"neighbours", [][]string{{"Fruit is eaten:"}, {"• cooked on some days"}}, [][]string{{"c1"}, {"c1"}}, []string{list}},
		{"one in the other", [][]string{{list, "• raw on most days"}}, [][]string{{"c1"}}, []string{list}},
	} {
		var draft Draft
		for _, quotes := range c.claims {
			var keys []string
			for _, q := range quotes {
				at := strings.Index(d.Text, q)
				keys = append(keys, draft.Cite(d, core.Span{Start: at, End: at + len(q)}))
			}
			draft.claim("", keys...)
		}
		claims, cs := Gather(shelf{d}, draft.Claims, draft.Citations)
		var keys [][]string
		for _, claim := range claims {
			keys = append(keys, claim.Citations)
		}
		var texts []string
		for i := range cs {
			texts = append(texts, cs[i].Text())
			if at := d.Locate(cs[i].Span); at != cs[i].Locator || d.Quote(cs[i].Span) != cs[i].Quote {
				t.Errorf("%s: %q is not at its place", c.name, cs[i].Quote)
			}
		}
		if diff := cmp.Diff(c.keys, keys) + cmp.Diff(c.texts, texts); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", c.name, diff)
		}
	}
}
