package chatbot_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// form opens the form of a button.
func (x *session) form(u discordtest.User, m discordtest.Message, verb string) *discordtest.Interaction {
	x.tb.Helper()
	it := x.pressed(u, m, verb)
	callback, err := it.AwaitCallback(x.within())
	if err != nil || callback.Modal == nil {
		x.tb.Fatalf("no form: %+v, %v", callback, err)
	}
	x.sound(it)
	return it
}

// A question that follows an answer is asked with what the answer was about, as often
// as one likes, and no longer than the conversation lives.
func TestFollowUp(t *testing.T) {
	onBothHeard(t, func(t *testing.T, x *session, calls <-chan call) {
		asker := x.User("asker")
		m := x.message(x.ask(asker, "How large is an ML-KEM-768 key?", discordtest.Opt("document", "FIPS 203")), "Table 3")
		<-calls
		next := x.Submit(asker, x.form(asker, m, "follow"), map[string]string{"question": "And how\nlarge is it?"})
		n := x.message(next, "> And how large is it?", "Follows: How large is an ML")
		x.private(next, false)
		x.sound(next)
		got := <-calls
		if got.question != "And how large is it?" || len(got.scope) != 1 || !slices.Equal(got.earlier, []string{"How large is an ML-KEM-768 key?"}) {
			t.Errorf("it was asked %+v, want it after the question before", got)
		}
		if n.ID == m.ID {
			t.Error("the new answer has taken the place of the old one")
		}
		named := x.Submit(asker, x.form(asker, n, "follow"), map[string]string{"question": "Is ML-DSA like that?"})
		x.message(named, "Follows: And how large is it?")
		if got := <-calls; len(got.earlier) != 2 || len(got.scope) != 1 {
			t.Errorf("it was asked %+v, want it after two questions", got)
		}
		third := x.Submit(asker, x.form(asker, n, "follow"), map[string]string{"question": "And FrodoKEM?"})
		last := x.message(third, says("refusal.title"))
		got = <-calls
		x.message(x.pressed(asker, last, "retry"), "Follows: And how large is it?")
		if again := <-calls; len(again.scope) != 0 || again.question != got.question {
			t.Errorf("%q was asked again as %+v", got.question, again)
		}
		other := x.Submit(asker, x.form(asker, n, "follow"), map[string]string{"question": "In FIPS 204?"})
		x.message(other, "Follows: And how large is it?")
		if got := <-calls; len(got.scope) != 0 {
			t.Errorf("it was asked in %q, want the documents of the server: it names another", got.scope)
		}
	})
}

// A conversation is answered with what it leaves out filled in, and Why shows that.
func TestConversation(t *testing.T) {
	answers := func(ctx context.Context, question string, scope []string, o core.Observer) (core.Outcome, error) {
		earlier, _ := ctx.Value(earlierKey{}).([]string)
		return packLibrary().Ask(ctx, question, pqcite.AskOptions{Scope: scope, Context: earlier, Observer: o})
	}
	onBoth(t, setup{asker: answers}, func(t *testing.T, x *session) {
		asker := x.User("asker")
		m := x.message(x.ask(asker, "How big is the ML-KEM-768 encapsulation key?"), "1184")
		for _, turn := range []struct{ question, full, says string }{
			{"and for 512?", "How big is the ML-KEM-512 encapsulation key?", "800"},
			{"and its ciphertext?", "How big is the ML-KEM-512 ciphertext?", "768"},
			{"and 1024?", "How big is the ML-KEM-1024 ciphertext?", "1568"},
			{"and 640?", "How big is the ML-KEM-640 ciphertext?", "ML-KEM-640"}, // a refusal
			{"sorry, 1024", "How big is the ML-KEM-1024 ciphertext?", "1568"},
			{"its encapsulation key?", "How big is the ML-KEM-1024 encapsulation key?", "1568"},
		} {
			x.Advance(time.Minute) // what one may ask in that time
			m = x.message(x.Submit(asker, x.form(asker, m, "follow"), map[string]string{"question": turn.question}), turn.says)
			x.message(x.pressed(asker, m, "why"), "> "+turn.question, "> "+turn.full)
		}
	})
}

// The follow-up of a private answer is private, whoever asks: nobody else sees the form.
func TestPrivateFollowUp(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		asker := x.User("asker")
		m := x.message(x.ask(asker, "What is ML-KEM?", discordtest.Opt("private", true)), "Table 3")
		it := x.Submit(asker, x.form(asker, m, "follow"), map[string]string{"question": "How large is it?"})
		x.message(it, "Follows: ")
		x.private(it, true)
		x.sound(it)
	})
}

func TestFollowUpWrongly(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		asker := x.User("asker")
		m := x.message(x.ask(asker, "What is ML-KEM?"), "Table 3")
		blank := x.Submit(asker, x.form(asker, m, "follow"), map[string]string{"question": " \n "})
		x.message(blank, says("invalid.empty"))
		x.private(blank, true)
		x.sound(blank)
		opened := x.form(asker, m, "follow")
		x.Advance(31 * time.Minute)
		for _, late := range []*discordtest.Interaction{x.pressed(asker, m, "follow"), x.Submit(asker, opened, map[string]string{"question": "How large is it?"})} {
			x.message(late, says("notice.expired"))
			x.private(late, true)
			x.sound(late)
		}
	})
}
