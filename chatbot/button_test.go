package chatbot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/internal/discordtest"
)

// Evidence turns through the quotes of an answer, before the user alone.
func TestEvidence(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		asker, reader := x.User("asker"), x.User("reader")
		answer := x.message(x.ask(asker, "all of ML-KEM"), "Page 1 of")
		first := x.pressed(reader, answer, "evidence")
		m := x.message(first, "Evidence 1 of 12", "`[1]`", says("evidence.proves"), "Sentence 1")
		x.private(first, true)
		x.sound(first)
		second := x.Press(reader, m, next(t, m))
		n := x.message(second, "Evidence 2 of 12", "`[2]`", "Sentence 2")
		if callback, _ := second.Callback(); callback.Type != discordtest.CallbackUpdate {
			t.Errorf("the next quote came with a callback of type %d, want it in place", callback.Type)
		}
		if n.ID != m.ID {
			t.Error("the next quote stands in another message")
		}
		if now, _ := first.Original(); now.Text() != n.Text() || strings.Contains(now.Text(), "Evidence 1 of") {
			t.Errorf("the message is %q", now.Text())
		}
	})
}

// next is the button that turns to the next page.
func next(tb testing.TB, m discordtest.Message) string {
	tb.Helper()
	for _, b := range m.Buttons() {
		if b.Label == "▶" && !b.Disabled {
			return b.CustomID
		}
	}
	tb.Fatalf("the message can't be turned: %v", m.Buttons())
	return ""
}

// A quote that is longer than a message comes as a file, in the first answer or in place
// of another.
func TestAttachments(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		asker := x.User("asker")
		answer := x.message(x.ask(asker, "wordy ML-KEM"), "Table 3")
		it := x.pressed(asker, answer, "evidence")
		m := x.message(it, says("evidence.attached"))
		if len(m.Attachments) != 1 || m.Attachments[0].Name != "quote.txt" || !strings.HasSuffix(string(m.Attachments[0].Data), "and so on") {
			t.Errorf("the files are %+v", m.Attachments)
		}
		x.private(it, true)
		x.sound(it)
		id := "pq1:evidence:" + strings.Split(x.button(answer, "evidence"), ":")[2] + ":1"
		turned := x.Press(asker, x.Write(asker, buttons(id)), id)
		if m := x.message(turned, says("evidence.attached")); len(m.Attachments) != 1 {
			t.Errorf("the files are %+v", m.Attachments)
		}
		x.sound(turned)
		if !x.made.overHTTP { // sent again with all that is in it
			x.Fail(discordtest.PostCallback, discordtest.Fault{DropConnection: true}, 1)
			if m := x.message(x.pressed(asker, answer, "evidence")); len(m.Attachments) != 1 || len(m.Attachments[0].Data) < 1000 {
				t.Errorf("the files are %+v", m.Attachments)
			}
		}
	})
}

func TestWhy(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		for question, want := range map[string]string{"ML-KEM": "✅ verbatim", "FrodoKEM": "FrodoKEM"} {
			it := x.pressed(x.User("reader"), x.message(x.ask(x.User("asker"), question)), "why")
			x.message(it, says("why.title"), want)
			x.private(it, true)
			x.sound(it)
		}
	})
}

// Who has asked turns the pages in place, everybody else in a copy.
func TestPages(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		asker, reader := x.User("asker"), x.User("reader")
		it := x.ask(asker, "all of ML-KEM")
		m := x.message(it, "Page 1 of")
		other := x.Press(reader, m, next(t, m))
		copied := x.message(other, "Page 2 of")
		x.private(other, true)
		x.sound(other)
		if now, _ := it.Original(); copied.ID == m.ID || !strings.Contains(now.Text(), "Page 1 of") {
			t.Error("a reader has turned the page of somebody else's answer")
		}
		further := x.Press(reader, copied, x.button(copied, "page"))
		if n := x.message(further, "Page 1 of"); n.ID != copied.ID {
			t.Error("a copy is not turned in place")
		}
		own := x.Press(asker, m, next(t, m))
		if n := x.message(own, "Page 2 of"); n.ID != m.ID {
			t.Error("the asker's own answer is not turned in place")
		}
		x.sound(it)
	})
}

func TestFull(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		asker := x.User("asker")
		m := x.message(x.ask(asker, "all of ML-KEM", discordtest.Opt("detail", "short")), says("button.full"))
		if strings.Contains(m.Text(), "Sentence 2") {
			t.Errorf("a short answer has all sentences: %s", m.Text())
		}
		other := x.pressed(x.User("reader"), m, "full")
		x.message(other, "Sentence 2")
		x.private(other, true)
		it := x.pressed(asker, m, "full")
		if n := x.message(it, "Sentence 2"); n.ID != m.ID {
			t.Error("the whole answer does not take the place of the short one")
		}
		x.sound(it)
	})
}

// Share posts a private answer where all see it; only who has asked can do it.
func TestShare(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		asker, reader := x.User("asker"), x.User("reader")
		m := x.message(x.ask(asker, "What is ML-KEM?", discordtest.Opt("private", true)), "Table 3")
		if n := len(x.Posted(asker.Place.Channel)); n != 0 {
			t.Fatalf("%d messages stand in the channel", n)
		}
		id := x.button(m, "share")
		foreign := x.Press(reader, x.Write(reader, buttons(id)), id)
		x.message(foreign, says("denied.asker_only"))
		x.private(foreign, true)
		it := x.Press(asker, m, id)
		shared := x.message(it, "Table 3")
		x.private(it, false)
		x.sound(it)
		if _, offered := buttonOf(shared, "share"); offered {
			t.Error("a shared answer can be shared again")
		}
		found := false
		for _, p := range x.Posted(asker.Place.Channel) {
			found = found || p.ID == shared.ID
		}
		if !found {
			t.Error("the shared answer does not stand in the channel")
		}
	})
}

// buttons is a message with buttons of these ids, whoever made them up.
func buttons(ids ...string) discordtest.Message {
	row := discordtest.Component{Type: 1}
	for _, id := range ids {
		row.Components = append(row.Components, discordtest.Component{Type: 2, Style: 2, Label: "press", CustomID: id})
	}
	return discordtest.Message{Content: "press", Components: []discordtest.Component{row}}
}

// A button that can't be read, or whose answer is gone, says so.
func TestOldButtons(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		reader := x.User("reader")
		for _, id := range []string{
			"pq0:why:abcdefghijkl:0", "pq2:why:abcdefghijkl:0", "pq1:eat:abcdefghijkl:0", "pq1:why:ABCDEFGHIJKL:0", "pq1:why:abc:0", "pq1:why:abcdefghijkl:-1",
			"pq1:why:abcdefghijkl", "pq1:follow-modal:abcdefghijkl:0", "vote", ":::", strings.Repeat("x", 100), "pq1:why:abcdefghijk🦊:0",
			"pq1:evidence:abcdefghijkl:0", "pq1:evidence:abcdefghijkl:99999", "pq1:why:abcdefghijkl:0", "pq1:page:abcdefghijkl:2", "pq1:full:abcdefghijkl:0",
			"pq1:follow:abcdefghijkl:0", "pq1:share:abcdefghijkl:0", "pq1:up:abcdefghijkl:0", "pq1:down:abcdefghijkl:0", "pq1:retry:abcdefghijkl:0",
			"pq1:check:abcdefghijkl:1",
		} {
			it := x.Press(reader, x.Write(reader, buttons(id)), id)
			x.message(it, says("notice.old_button"))
			x.private(it, true)
			x.sound(it)
		}
	})
}

// A page that an answer does not have is its last.
func TestPageBeyond(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		asker := x.User("asker")
		m := x.message(x.ask(asker, "all of ML-KEM"), "Page 1 of")
		id := x.button(m, "page")
		beyond := id[:strings.LastIndex(id, ":")] + ":99999"
		it := x.Press(x.User("reader"), x.Write(asker, buttons(beyond)), beyond)
		if n := x.message(it, "Page "); strings.Contains(n.Text(), "Page 1 of") {
			t.Errorf("got %q", n.Text())
		}
		x.sound(it)
	})
}

// The buttons of an answer do what they do after the bot was started anew on the same
// store, and stop when the answer's time is over.
func TestButtonsAfterRestart(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		asker := x.User("asker")
		m := x.message(x.ask(asker, "all of ML-KEM", discordtest.Opt("private", true)), "Page 1 of")
		y := x.again()
		for verb, want := range map[string]string{
			"evidence": "Evidence 1 of", "why": says("why.title"), "up": says("notice.voted_up"), "page": "Page 2 of", "share": "Page 1 of",
		} {
			it := y.pressed(asker, m, verb)
			y.message(it, want)
			y.sound(it)
		}
		y.Advance(31 * 24 * time.Hour)
		it := y.pressed(asker, m, "why")
		y.message(it, says("notice.old_button"))
		y.sound(it)
	})
}
