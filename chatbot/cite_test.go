package chatbot_test

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/internal/discordtest"
)

// A place of a standard and a word of the field have a card; what is neither has what
// comes nearest, for the user alone.
func TestCards(t *testing.T) {
	onBoth(t, setup{asker: simple, budgets: wide()}, func(t *testing.T, x *session) {
		reader := x.User("reader")
		for _, c := range []struct {
			command, option, written string
			private                  bool
			want                     []string
		}{
			{"cite", "reference", "FIPS 203, Algorithm 13", false, []string{"Algorithm 13", "FIPS 203", "K-PKE.KeyGen"}},
			{"cite", "reference", "  fips 203   table 3 ", false, []string{"Table 3"}},
			{"cite", "reference", "NIST.FIPS.204", false, []string{"FIPS 204"}},
			{"cite", "reference", "FIPS 203, Algorithm 99", false, []string{"FIPS 203", says("card.nearest")}},
			{"cite", "reference", "KeyGenn", true, []string{"KeyGenn", "is not a place"}},
			{"cite", "reference", "@everyone [x](https://example.org)", true, []string{"is not a place"}},
			{"cite", "reference", " ", true, []string{"is not a place"}},
			{"cite", "reference", strings.Repeat("ü", 100), true, []string{"is not a place"}},
			{"term", "term", "ML-KEM", false, []string{"ML-KEM"}},
			{"term", "term", "MLKEM768_CIPHERTEXTBYTES", false, []string{"1088"}},
			{"term", "term", "2.16.840.1.101.3.4.4.2", false, []string{"ML-KEM-768"}},
			{"term", "term", "ML-KEMM", true, []string{"ML-KEMM", "not a known term"}},
			{"term", "term", "flowers", true, []string{"flowers", "not a known term"}},
		} {
			it := x.Slash(reader, c.command, discordtest.Opt(c.option, c.written))
			m := x.message(it, c.want...)
			if m.ID == "" || strings.Contains(m.Text(), "](https://example.org)") {
				t.Errorf("%q got %q", c.written, m.Text())
			}
			x.private(it, c.private)
			x.sound(it)
		}
	})
}

// A word that is nearly known is answered with those that are.
func TestNearest(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		for _, c := range [][4]string{
			{"term", "term", "encapsul", "ncapsulation"},
			{"cite", "reference", "Decaps_", "Decaps"},
		} {
			it := x.Slash(x.User("reader"), c[0], discordtest.Opt(c[1], c[2]))
			x.message(it, says("invalid.nearest")+": ", c[3])
			x.private(it, true)
			x.sound(it)
		}
	})
}
