package chatbot_test

import (
	"flag"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/internal/discordtest"
	"github.com/pqcite/pqcite/internal/race"
)

// TestMain wants that no test leaves anything running. An opening handshake in which
// Discord asks for a reconnection never comes back from the library. The tests wait
// for most of their time, so that more of them run at once than there are cores.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "16"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/bwmarrin/discordgo.(*Session).Open"))
}

// transports are the ways in which a scenario is run.
var transports = map[string]bool{"gateway": false, "http": true}

// onBoth runs a scenario over the gateway and over HTTP.
func onBoth(t *testing.T, s setup, scenario func(*testing.T, *session)) {
	t.Parallel()
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := s
			s.overHTTP = overHTTP
			scenario(t, begin(t, s).ready())
		})
	}
}

// aloneOnBoth is onBoth for scenarios that need the whole machine: nothing else runs at
// the same time.
func aloneOnBoth(t *testing.T, s setup, scenario func(*testing.T, *session)) {
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			s := s
			s.overHTTP = overHTTP
			scenario(t, begin(t, s).ready())
		})
	}
}

// crowd is how many users a test has at once, where it would like to have some
// number: fewer under the race detector, which makes all of it ten times slower.
func crowd(n int) int {
	if race.Enabled {
		return n / 4
	}
	return n
}

// onBothHeard is onBoth, with what the asker is asked.
func onBothHeard(t *testing.T, scenario func(*testing.T, *session, <-chan call)) {
	t.Parallel()
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ask, calls := heard()
			scenario(t, begin(t, setup{asker: ask, overHTTP: overHTTP}).ready(), calls)
		})
	}
}

// says is a text of the bot's own, in English.
func says(k words.Key) string { return words.For("en").Text(k, nil) }

// ask has a user ask a question.
func (x *session) ask(u discordtest.User, question string, more ...discordtest.Option) *discordtest.Interaction {
	x.tb.Helper()
	return x.Slash(u, "ask", append([]discordtest.Option{discordtest.Opt("question", question)}, more...)...)
}

// pressed has a user press the button of a verb on a message.
func (x *session) pressed(u discordtest.User, m discordtest.Message, verb string) *discordtest.Interaction {
	x.tb.Helper()
	return x.Press(u, m, x.button(m, verb))
}

// button is the id of the button of a verb.
func (x *session) button(m discordtest.Message, verb string) string {
	x.tb.Helper()
	id, found := buttonOf(m, verb)
	if !found {
		x.tb.Fatalf("the message has no button %q, only %v", verb, m.Buttons())
	}
	return id
}

// buttonOf is the id of the first button of a verb that can be pressed.
func buttonOf(m discordtest.Message, verb string) (string, bool) {
	for _, b := range m.Buttons() {
		if parts := strings.Split(b.CustomID, ":"); len(parts) == 4 && parts[1] == verb && !b.Disabled {
			return b.CustomID, true
		}
	}
	return "", false
}

// private wants an answer that only its user sees, public one that all see.
func (x *session) private(it *discordtest.Interaction, want bool) {
	x.tb.Helper()
	callback, err := it.AwaitCallback(x.within())
	if err != nil || callback.Ephemeral() != want {
		x.tb.Errorf("callback %+v, %v; want it private: %v", callback, err, want)
	}
}

// sound wants that an interaction was answered once, that nobody is left waiting, and
// that the numbers of all it has shown lead to their sources.
func (x *session) sound(it *discordtest.Interaction) {
	x.tb.Helper()
	if n := it.Callbacks(); n != 1 {
		x.tb.Errorf("there were %d callbacks, want 1", n)
	}
	if it.Thinking() {
		x.tb.Error("the user still sees that the bot is thinking")
	}
	shown := it.Edits()
	if m, there := it.Original(); there {
		shown = append(shown, m)
	}
	for _, m := range shown {
		if fault := numbering(m); fault != "" {
			x.tb.Errorf("%s:\n%s", fault, m.Text())
		}
	}
}

var (
	mark = regexp.MustCompile("`\\[(\\d+)\\]`")
	head = regexp.MustCompile("(?m)^`\\[(\\d+)\\]` ")
)

// numbering says what is wrong with the numbers in a message: each in the text must
// have one source in the list, and each source must be named in the text.
func numbering(m discordtest.Message) string {
	text, list, listed := m.Content, "", false
	for _, e := range m.Embeds {
		if isSources(e.Title) {
			list, listed = list+e.Description, true
			continue
		}
		text += "\n" + e.Description
		for _, f := range e.Fields {
			text += "\n" + f.Value
		}
	}
	if !listed {
		return "" // evidence shows one source alone, and what is no answer has no numbers
	}
	named, sources := numbers(mark, text), numbers(head, list)
	all := len(sources)
	slices.Sort(sources)
	slices.Sort(named)
	sources, named = slices.Compact(sources), slices.Compact(named)
	switch {
	case len(sources) != all:
		return "a number has two sources"
	case all == 0:
		return "an answer has no source"
	case !slices.Equal(named, sources):
		return "the text has " + strings.Join(named, " ") + ", the sources are " + strings.Join(sources, " ")
	}
	return ""
}

func numbers(of *regexp.Regexp, text string) []string {
	var out []string
	for _, found := range of.FindAllStringSubmatch(text, -1) {
		out = append(out, found[1])
	}
	return out
}

func isSources(title string) bool {
	return slices.ContainsFunc(words.Languages(), func(l string) bool { return title == words.For(l).Text("answer.sources", nil) })
}

func TestNumbering(t *testing.T) {
	t.Parallel()
	sources := func(text string) discordtest.Embed { return discordtest.Embed{Title: "Sources", Description: text} }
	for _, c := range []struct {
		name, text, list string
		sound            bool
	}{
		{"as it should be", "a `[1]`, b `[2]` and `[1]`", "`[1]` x\n> [4]\n`[2]` y", true},
		{"a number without a source", "a `[1]` `[2]`", "`[1]` x", false},
		{"a source without a number", "a `[1]`", "`[1]` x\n`[2]` y", false},
		{"two sources of a number", "a `[1]`", "`[1]` x\n`[1]` y", false},
		{"no source", "a", "", false},
	} {
		m := discordtest.Message{Content: c.text, Embeds: []discordtest.Embed{sources(c.list)}}
		if fault := numbering(m); (fault == "") != c.sound {
			t.Errorf("%s: %q", c.name, fault)
		}
	}
}
