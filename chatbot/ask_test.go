package chatbot_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/internal/discordtest"
)

func TestAsk(t *testing.T) {
	private := discordtest.Opt("private", true)
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		for _, c := range []struct {
			name, question string
			options        []discordtest.Option
			private        bool
			want           []string
			buttons        string
		}{
			{
				"answer", "How large is an ML-KEM-768 key?", nil, false,
				[]string{"> How large is an ML-KEM-768 key?", "FIPS 203, Table 3", "`[1]`", says("certainty.certain")}, "evidence why follow up down",
			},
			{"private", "What is ML-KEM?", []discordtest.Option{private}, true, []string{"Table 3", says("button.share")}, "evidence why follow up down share"},
			{"public by choice", "What is ML-KEM?", []discordtest.Option{discordtest.Opt("private", false)}, false, []string{"Table 3"}, "evidence why follow up down"},
			{"pages", "Tell all of ML-KEM", nil, false, []string{"Page 1 of", "▶"}, "page page page evidence why follow up down"},
			{
				"short", "Tell all of ML-KEM", []discordtest.Option{discordtest.Opt("detail", "short")}, false,
				[]string{says("button.full"), "There are several algorithms"}, "evidence why follow up down full",
			},
			{
				"near miss", "What is FrodoKEM?", nil, false,
				[]string{"No answer", says("refusal.kind.near_miss"), "FrodoKEM", "Algorithm 20", says("refusal.nothing")}, "why follow up down",
			},
			{"scoped refusal", "What is FrodoKEM?", []discordtest.Option{discordtest.Opt("document", "FIPS 203")}, false, []string{"No answer"}, "retry why follow up down"},
			{"off corpus", "Who won the cup?", nil, false, []string{says("refusal.kind.off_corpus"), "FIPS 204", says("refusal.advice.off_corpus")}, "why follow up down"},
			{"outage", "Give me an error", nil, false, []string{says("notice.outage")}, ""},
			{"private outage", "Give me an error", []discordtest.Option{private}, true, []string{says("notice.outage")}, ""},
			{"panic", "Now panic", nil, false, []string{says("notice.outage")}, ""},
			{
				"markup", "Is **ML-KEM** @everyone <@1> [x](https://example.org) `[9]` fine?", nil, false,
				[]string{"ML-KEM"}, "evidence why follow up down",
			},
		} {
			t.Run(c.name, func(t *testing.T) {
				x := x.in(t)
				it := x.ask(x.User(c.name), c.question, c.options...)
				m := x.message(it, c.want...)
				x.private(it, c.private)
				x.sound(it)
				if got := strings.Join(verbs(m), " "); got != c.buttons {
					t.Errorf("buttons %q, want %q", got, c.buttons)
				}
			})
		}
	})
}

// verbs are what the buttons of a message do.
func verbs(m discordtest.Message) []string {
	var out []string
	for _, b := range m.Buttons() {
		if parts := strings.Split(b.CustomID, ":"); len(parts) == 4 {
			out = append(out, parts[1])
		}
	}
	return out
}

// What can't be asked is said to the user alone, and is not asked.
func TestAskWrongly(t *testing.T) {
	ask, calls := heard()
	t.Cleanup(func() {
		if len(calls) > 0 {
			t.Errorf("%q was asked", (<-calls).question)
		}
	})
	onBoth(t, setup{asker: ask, guild: "elsewhere"}, func(t *testing.T, x *session) {
		reader := x.User("reader")
		for _, c := range []struct {
			name, question, document string
			want                     []string
		}{
			{"empty", "   ", "", []string{says("invalid.empty")}},
			{"no word", "?! …", "", []string{says("invalid.empty")}},
			{"control character", "What is\x01 ML-KEM?", "", []string{"can't be read"}},
			{"too long", strings.Repeat("ü", 3000), "", []string{"3000", "1024"}},
			{"unknown document", "What is ML-KEM?", "FIPS 999", []string{"FIPS 999", "FIPS 203"}},
		} {
			var options []discordtest.Option
			if c.document != "" {
				options = append(options, discordtest.Opt("document", c.document))
			}
			it := x.ask(reader, c.question, options...)
			x.message(it, c.want...)
			x.private(it, true)
			x.sound(it)
		}
	})
}

// The bot speaks the user's language, and English to who speaks none that it has.
func TestLocales(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		for locale, language := range map[string]string{"de": "de", "fr": "fr", "ja": "ja", "zh-CN": "zh-CN", "en-GB": "en", "pt-BR": "en", "": "en", "x-klingon": "en"} {
			u := x.User("reader " + locale).Speaking(locale)
			w := words.For(language)
			for question, k := range map[string]words.Key{"ML-KEM": "answer.sources", "FrodoKEM": "refusal.title", "error": "notice.outage"} {
				it := x.ask(u, question)
				m := x.message(it, w.Text(k, nil))
				x.sound(it)
				if k == "answer.sources" && !strings.Contains(m.Text(), w.Text("button.evidence", nil)) {
					t.Errorf("%s: the buttons are not in %s: %s", locale, language, m.Text())
				}
			}
		}
	})
}

// A question that is kept to a document is asked so, and after a refusal again in all.
func TestScopeAndRetry(t *testing.T) {
	onBothHeard(t, func(t *testing.T, x *session, calls <-chan call) {
		reader := x.User("reader")
		for _, private := range []bool{false, true} {
			it := x.ask(reader, "What is FrodoKEM?", discordtest.Opt("document", "fips 204"), discordtest.Opt("private", private))
			m := x.message(it, says("refusal.title"), says("button.retry"))
			if got := <-calls; !slices.Equal(got.scope, []string{"NIST.FIPS.204"}) {
				t.Errorf("it was asked in %q", got.scope)
			}
			again := x.pressed(reader, m, "retry")
			n := x.message(again, says("refusal.title"))
			if got := <-calls; len(got.scope) != 0 || got.question != "What is FrodoKEM?" {
				t.Errorf("it was asked again as %+v", got)
			}
			if _, offered := buttonOf(n, "retry"); offered {
				t.Error("what was asked in all documents can be asked in all again")
			}
			x.private(again, private)
			x.sound(again)
		}
	})
}

func TestCompare(t *testing.T) {
	onBothHeard(t, func(t *testing.T, x *session, calls <-chan call) {
		reader := x.User("reader")
		compare := func(a, b string) *discordtest.Interaction {
			return x.Slash(reader, "compare", discordtest.Opt("a", a), discordtest.Opt("b", b))
		}
		it := compare("ML-KEM-512", "ML-KEM-768")
		x.message(it, "ML-KEM-512", "ML-KEM-768", says("answer.sources"))
		x.private(it, false)
		x.sound(it)
		if got := (<-calls).question; !strings.Contains(got, "ML-KEM-512") || !strings.Contains(got, "ML-KEM-768") {
			t.Errorf("%q was asked", got)
		}
		for _, c := range [][3]string{{"ML-KEM", " ml-kem ", "Both sides"}, {"  ", "ML-KEM", says("invalid.side")}} {
			wrong := compare(c[0], c[1])
			x.message(wrong, c[2])
			x.private(wrong, true)
			x.sound(wrong)
		}
	})
}
