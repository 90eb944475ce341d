package state

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestGuild(t *testing.T) {
	dir := t.TempDir()
	s := store(t, dir, Options{Guild: &Guild{Documents: []string{"NIST.FIPS.203"}, KeepQuestions: true}})
	want := Guild{Documents: []string{"NIST.FIPS.203"}, KeepQuestions: true}
	check := func(id string) {
		t.Helper()
		got, err := s.Guild(ctx, id)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("guild %q (-want +got): %v\n%s", id, err, diff)
		}
		if len(got.Documents) > 0 {
			got.Documents[0] = "spoilt" // must not reach the next reader
		}
	}
	check(guildA)
	check(guildA)
	want.KeepQuestions = false
	check("") // direct messages keep no questions
	want = Guild{Private: true, Channels: []string{"5", "6"}, Documents: []string{}, Language: "pt-BR", PerMinute: MaxPerMinute, PerHour: MaxPerHour, Feedback: true}
	if err := s.UpdateGuild(ctx, guildA, func(g *Guild) error { *g = want; return nil }); err != nil {
		t.Fatal(err)
	}
	check(guildA)
	closeStore(t, s)
	s = store(t, dir, Options{})
	check(guildA)
	want = DefaultGuild()
	check(guildB)
}

func TestGuildChecks(t *testing.T) {
	list := func(n int) []string {
		var l []string
		for i := range n {
			l = append(l, fmt.Sprint(i))
		}
		return l
	}
	s := store(t, t.TempDir(), Options{})
	for want, g := range map[string]Guild{
		"channels is a list of 51, want at most 50":        {Channels: list(51)},
		`channels is "#general", want ids of channels`:     {Channels: []string{"1", "#general"}},
		`channels is "7" twice, want each once`:            {Channels: []string{"7", "8", "7"}},
		"documents is a list of 51, want at most 50":       {Documents: list(51)},
		`documents is "", want ids of documents`:           {Documents: []string{""}},
		"of at most 128 characters":                        {Documents: []string{strings.Repeat("ü", 129)}},
		`language is "German", want a locale such as "de"`: {Language: "German"},
		"per_minute is 61, want 0 to 60":                   {PerMinute: 61},
		"per_minute is -1, want 0 to 60":                   {PerMinute: -1},
		"per_hour is 601, want 0 to 600":                   {PerHour: 601},
	} {
		var invalid *Invalid
		err := s.UpdateGuild(ctx, guildA, func(old *Guild) error { *old = g; return nil })
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("UpdateGuild fails with %v, want %q", err, want)
		}
	}
	no := errors.New("no")
	if err := s.UpdateGuild(ctx, guildA, func(g *Guild) error { g.Private = true; return no }); !errors.Is(err, no) {
		t.Errorf("UpdateGuild fails with %v, want that of the change", err)
	}
	if err := s.UpdateGuild(ctx, "", func(*Guild) error { return nil }); err == nil {
		t.Error("direct messages were given settings")
	}
	if g, err := s.Guild(ctx, guildA); err != nil || g.Private {
		t.Errorf("after changes that failed the guild is %+v, %v", g, err)
	}
	full := Guild{Channels: list(50), Documents: list(50), Language: "es-419"}
	if err := full.Validate(); err != nil {
		t.Errorf("the largest settings: %v", err)
	}
}

func TestAnswersIn(t *testing.T) {
	for _, c := range []struct {
		channels        []string
		channel, parent string
		want            bool
	}{
		{nil, "1", "", true},
		{[]string{"1"}, "1", "", true},
		{[]string{"1"}, "2", "", false},
		{[]string{"1"}, "2", "1", true}, // a thread of it
		{[]string{"1"}, "2", "3", false},
		{[]string{"2"}, "2", "1", true}, // a thread alone
	} {
		g := Guild{Channels: c.channels}
		if got := g.Answers(c.channel, c.parent); got != c.want {
			t.Errorf("with %v it answers in %s of %q: %v, want %v", c.channels, c.channel, c.parent, got, c.want)
		}
	}
}

// TestGuildStopsKeeping wants what is kept of a guild gone, and only that, when it
// stops to keep questions, and nothing to be kept from then on but counts.
func TestGuildStopsKeeping(t *testing.T) {
	c := newClock()
	dir := t.TempDir()
	s := store(t, dir, keeping(c))
	ask := func(guild, question string) {
		t.Helper()
		s.Record(Asked{Guild: guild, User: s.User("1"), Took: time.Second, Outcome: refused(question, core.RefusalOffCorpus)})
		id := mustSave(t, s, saved(s, guild, "1", "Voted: "+question))
		if _, err := s.Vote(ctx, id, s.User("1"), Down, "bad"); err != nil {
			t.Fatal(err)
		}
	}
	ask(guildA, "In A?")
	ask(guildB, "In B?")
	ask("", "In private?")
	if err := s.UpdateGuild(ctx, guildA, func(g *Guild) error { g.KeepQuestions = false; return nil }); err != nil {
		t.Fatal(err)
	}
	ask(guildA, "Later in A?")
	if err := s.flush(ctx); err != nil {
		t.Fatal(err)
	}
	f, err := ReadFeedback(ctx, dir, FeedbackQuery{Since: c.now()})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Unanswered) != 1 || f.Unanswered[0].Question != "In B?" || len(f.Down) != 1 || f.Down[0].Question != "Voted: In B?" || f.Withheld != 3 {
		t.Errorf("what is kept: %+v", f)
	}
	if f.Stats.Refused != 4 || f.Stats.Down != 4 {
		t.Errorf("%d refusals and %d votes are counted, want 4 and 4", f.Stats.Refused, f.Stats.Down)
	}
}
