package main

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/pqcite/pqcite/chatbot/state"
	"github.com/pqcite/pqcite/core"
)

// bot fills the folder of a bot as a day of it would: bot DIR. With -open the bot
// runs until the script ends. $TODAY is that day, $SINCE the first of a report.
func bot(ts *testscript.TestScript, neg bool, args []string) {
	open := len(args) == 2 && args[0] == "-open"
	if neg || len(args) != 1 && !open {
		ts.Fatalf("usage: bot [-open] DIR")
	}
	s, err := state.Open(context.Background(), ts.MkAbs(args[len(args)-1]), state.Options{Guild: &state.Guild{Feedback: true, KeepQuestions: true}})
	ts.Check(err)
	ts.Check(askBot(context.Background(), s))
	now := time.Now().UTC()
	ts.Setenv("TODAY", now.Format(time.DateOnly))
	ts.Setenv("SINCE", now.AddDate(0, 0, -30).Format(time.DateOnly))
	if open {
		ts.Defer(func() { ts.Check(s.Close()) })
		return
	}
	ts.Check(s.Close())
}

// The guild and the users of the script's bot. They must not show in a report.
const (
	botGuild = "100000000000000001"
	botUser  = "20000000000000000"
)

// askBot has three users ask, be refused and vote.
func askBot(ctx context.Context, s *state.Store) error {
	refuse := func(user int, question string, reason core.RefusalReason) {
		s.Record(state.Asked{Guild: botGuild, User: s.User(fmt.Sprint(botUser, user)), Locale: "de", Took: 12 * time.Millisecond, Outcome: &core.Outcome{
			Question: question, Status: core.Refused, RefusalReason: reason,
			Nearest: []core.Nearest{{DocID: "NIST.FIPS.203", Anchor: "table-3", Title: "FIPS 203, Table 3. Sizes", StartPage: 48, PrintedPage: "39"}},
		}})
	}
	refuse(1, "How fast is Falcon?", core.RefusalOffCorpus)
	refuse(2, "how fast is  falcon", core.RefusalOffCorpus)
	refuse(3, "Ask <@"+botUser+"1> | about \x1b[31m<b>", core.RefusalMissingFact)
	o := core.Outcome{
		Question: "How long is a key?", Status: core.Answered, ShortAnswer: "800 bytes.", Claims: []core.Claim{{Text: "800 bytes.", Citations: []string{"c1"}, Verdict: core.Verbatim}},
		Citations: []core.Citation{{Key: "c1", Quote: "800", Locator: core.Locator{DocID: "NIST.FIPS.203", Title: "FIPS 203", Anchor: "table-3", StartPage: 48, PrintedPage: "39", URL: "https://doi.org/10.6028/NIST.FIPS.203"}}},
	}
	s.Record(state.Asked{Guild: botGuild, Private: true, Took: time.Second, Outcome: &o})
	s.Record(state.Asked{Guild: botGuild, Took: time.Second})
	for i, value := range []state.Value{state.Down, state.Up, state.Up} {
		o.ShortAnswer = []string{"800 bytes.", "800 bytes.", "32 bytes."}[i]
		id, err := s.Save(ctx, state.Saved{Guild: botGuild, UserHash: s.User(fmt.Sprint(botUser, i)), Question: o.Question, Outcome: o})
		if err != nil {
			return err
		}
		reason := ""
		if value == state.Down {
			reason = "Wrong key, see <@" + botUser + "2>"
		}
		if _, err := s.Vote(ctx, id, s.User(fmt.Sprint(botUser, i)), value, reason); err != nil {
			return err
		}
	}
	return nil
}

func TestSpan(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"30d": 720 * time.Hour, "0d": 0, "12h": 12 * time.Hour, "90m": 90 * time.Minute, "3660d": maxSpan,
		"": -1, "d": -1, "-1d": -1, "3661d": -1, "1.5d": -1, "30": -1, "-2h": -1, "99999999h": -1, "99999999999999999999d": -1, "yesterday": -1,
	} {
		got, err := span(text)
		if want < 0 {
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", text)) {
				t.Errorf("span(%q) = %v, %v, want an error that names it", text, got, err)
			}
		} else if err != nil || got != want {
			t.Errorf("span(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
}

func TestRounded(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 1234: "1µs", 12345678: "12.3ms", 1234567890: "1.23s", 17*time.Minute + 123456789: "17m0s",
	} {
		if got := rounded(d).String(); got != want {
			t.Errorf("rounded(%d) = %s, want %s", d, got, want)
		}
	}
}
