package chatbot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/pqcite/pqcite/internal/discordtest"
)

// completed is what an option may become.
func (x *session) completed(it *discordtest.Interaction) []string {
	x.tb.Helper()
	callback, err := it.AwaitCallback(x.within())
	if err != nil {
		x.tb.Fatal(err)
	}
	if callback.Type != discordtest.CallbackChoices || len(callback.Choices) > 25 {
		x.tb.Errorf("callback of type %d with %d choices", callback.Type, len(callback.Choices))
	}
	if callback.After > 3*time.Second {
		x.tb.Errorf("the choices came after %v", callback.After)
	}
	var out []string
	for _, c := range callback.Choices {
		value, _ := c.Value.(string)
		for _, s := range []string{c.Name, value} {
			if n := len(utf16.Encode([]rune(s))); n < 1 || n > 100 {
				x.tb.Errorf("%q has %d characters", s, n)
			}
		}
		out = append(out, value)
	}
	if n := it.Callbacks(); n != 1 {
		x.tb.Errorf("there were %d callbacks, want 1", n)
	}
	return out
}

// What is offered can be taken, and then is what a user meant.
func TestAutocomplete(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		reader := x.User("reader")
		for _, c := range []struct {
			command, option, written string
			others                   []discordtest.Option
			most                     int // 0: any number, but some
			want                     string
		}{
			{"ask", "document", "", nil, 0, "FIPS 203"},
			{"ask", "document", "fips 2", []discordtest.Option{discordtest.Opt("question", "what?")}, 3, "FIPS 205"},
			{"ask", "document", "zzz", nil, -1, ""},
			{"cite", "reference", "", nil, 0, ""},
			{"cite", "reference", "alg 13", nil, 0, "Algorithm 13"},
			{"cite", "reference", "K-PKE.Dec", nil, 0, "Algorithm 15"},
			{"cite", "reference", "@everyone", nil, -1, ""},
			{"term", "term", "", nil, 0, ""},
			{"term", "term", "ml-kem-7", nil, 0, "ML-KEM-768"},
			{"term", "term", strings.Repeat("𝕏", 50), nil, -1, ""},
			{"compare", "a", "ml-d", nil, 0, "ML-DSA"},
			{"compare", "b", "slh", []discordtest.Option{discordtest.Opt("a", "ML-DSA")}, 0, "SLH-DSA"},
		} {
			got := x.completed(x.Autocomplete(reader, c.command, c.option, c.written, c.others...))
			switch {
			case c.most < 0 && len(got) > 0, c.most >= 0 && len(got) == 0, c.most > 0 && len(got) > c.most:
				t.Errorf("/%s %s:%q is completed to %q", c.command, c.option, c.written, got)
			case !strings.Contains(strings.Join(got, "\n"), c.want):
				t.Errorf("/%s %s:%q is completed to %q, want %q among it", c.command, c.option, c.written, got, c.want)
			}
			if c.command != "cite" && c.command != "term" || len(got) == 0 {
				continue
			}
			it := x.Slash(reader, c.command, discordtest.Opt(c.option, got[0]))
			if m := x.message(it); strings.Contains(m.Text(), says("invalid.nearest")) || m.Flags&discordtest.Ephemeral != 0 {
				t.Errorf("/%s does not know %q, which it has offered: %s", c.command, got[0], m.Text())
			}
		}
	})
}

// Two hundred users write at once.
func TestAutocompleteBurst(t *testing.T) {
	aloneOnBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		written := []string{"", "a", "alg", "ml-kem", "k-pke.encrypt", "section 7", "table 3", "nothing like it"}
		var burst []*discordtest.Interaction
		for i := range crowd(200) {
			u := x.User(fmt.Sprintf("user %d", i))
			switch text := written[i%len(written)]; i % 3 {
			case 0:
				burst = append(burst, x.Autocomplete(u, "cite", "reference", text))
			case 1:
				burst = append(burst, x.Autocomplete(u, "term", "term", text))
			default:
				burst = append(burst, x.Autocomplete(u, "ask", "document", text))
			}
		}
		for _, it := range burst {
			x.completed(it)
		}
	})
}
