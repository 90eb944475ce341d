package chatbot_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// A fault of ours in the middle of anything is an apology, and the bot goes on.
func TestPanics(t *testing.T) {
	// An answer that cites what is nowhere, and one whose observer gets nonsense.
	broken := func(ctx context.Context, question string, scope []string, o core.Observer) (core.Outcome, error) {
		switch {
		case strings.Contains(question, "nothing"):
			return core.Outcome{}, nil
		case strings.Contains(question, "no evidence"):
			return core.Outcome{Status: core.Answered, ShortAnswer: "Trust me.", Claims: []core.Claim{{Text: "Trust me.", Citations: []string{"c9"}}}}, nil
		case strings.Contains(question, "event"):
			o(core.Event{Kind: core.EventRetrieval})
			o(core.Event{Kind: "unheard-of"})
		case strings.Contains(question, "nil"):
			var none *core.Outcome
			return *none, nil
		}
		return simple(ctx, question, scope, o)
	}
	onBoth(t, setup{asker: broken}, func(t *testing.T, x *session) {
		for question, want := range map[string]string{
			"nil": says("notice.outage"), "panic": says("notice.outage"), "event of ML-KEM": "Table 3", "no evidence": says("answer.unclear"),
			"nothing": says("refusal.title"),
		} {
			it := x.ask(x.User("reader of "+question), question)
			m := x.message(it, want)
			if strings.Contains(m.Text(), "Trust me") {
				t.Errorf("%q is answered without a proof: %s", question, m.Text())
			}
			x.sound(it)
		}
		x.message(x.ask(x.User("reader"), "What is ML-KEM?"), "Table 3")
	})
}

// A store that fails is an apology too.
func TestBrokenStore(t *testing.T) {
	t.Parallel()
	x := begin(t, setup{asker: simple}).ready()
	reader := x.User("reader")
	m := x.message(x.ask(reader, "What is ML-KEM?"), "Table 3")
	x.breakStore()
	manager := reader.With(discordtest.ManageGuild)
	for _, c := range []struct {
		it   *discordtest.Interaction
		want words.Key
	}{
		{x.pressed(reader, m, "why"), "notice.outage_other"}, {x.pressed(reader, m, "up"), "notice.outage_other"}, {x.pressed(reader, m, "follow"), "notice.outage_other"},
		{x.Slash(reader, "privacy"), "notice.outage_other"}, {x.Slash(manager, "stats"), "notice.outage_other"},
		{x.Slash(manager, "config", discordtest.Opt("private", true)), "notice.outage_config"}, {x.Slash(manager, "config"), "notice.outage_config"},
	} {
		x.message(c.it, says(c.want))
		x.private(c.it, true)
		x.sound(c.it)
	}
	// An answer does without its buttons, and is for the user alone: the server may have
	// set so.
	it := x.ask(reader, "What is ML-KEM?")
	if n := x.message(it, "Table 3"); len(n.Buttons()) > 0 {
		t.Errorf("an answer that is not kept has buttons: %q", verbs(n))
	}
	x.private(it, true)
	x.sound(it)
}
