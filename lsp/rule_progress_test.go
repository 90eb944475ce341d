package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lsptest"
)

// reported is an Asker that reports some events and refuses.
func reported(_ context.Context, question string, o core.Observer) (core.Outcome, error) {
	for _, e := range []core.Event{
		{Kind: core.EventStart, Start: &core.Start{}},
		{Kind: core.EventPlan, State: "plan", AtUS: 7, Plan: &core.Plan{Intent: core.IntentSteps}},
		{Kind: core.EventRetrieval, Retrieval: &core.Retrieval{Round: 2, Hits: make([]core.HitRef, 5)}},
		{Kind: core.EventAssess, Assessment: &core.Assessment{Confidence: 0.625}},
		{Kind: core.EventDraft, Draft: &core.DraftEvent{Claims: 3}},
		{Kind: core.EventModel, Exchange: &core.Exchange{}},
		{Kind: core.EventEnd, End: &core.End{}},
	} {
		o(e)
	}
	return refused(question), nil
}

func refused(question string) core.Outcome {
	return core.Outcome{Question: question, Status: core.Refused, RefusalReason: core.RefusalOffCorpus, Detail: "Nothing in the library is about it."}
}

// steps are the steps of a session's progress, one line each.
func (s *session) steps() []string {
	var out []string
	for _, p := range s.Progress() {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s%s", p.Token, p.Kind, p.Title, p.Message)))
	}
	return out
}

func wantSteps(token string) []string {
	return []string{
		token + " begin Asking the standards",
		token + " report Reading the question: algorithm steps",
		token + " report Searching, round 2: 5 passages",
		token + " report Assessing: confidence 0.62",
		token + " report Checking 3 sentences against their pages",
		token + " report Waiting for the model",
		token + " end",
	}
}

func TestRule13Progress(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		capabilities string
		token        any  // workDoneToken of the request
		refuse       bool // the client creates no progress
		creates      int
		want         []string
	}{
		{"the server's own", `{}`, nil, false, 1, wantSteps(`"pqcite-1"`)},
		{"a client that knows none", `{"window": {"workDoneProgress": null}}`, nil, false, 0, nil},
		{"a client that wants none", `{"window": {"workDoneProgress": false}}`, nil, false, 0, nil},
		{"no window at all", `{"window": null}`, nil, false, 0, nil},
		{"a client that creates none", `{}`, nil, true, 1, nil},
		{"the client's own token", `{}`, "mine", false, 0, wantSteps(`"mine"`)},
		{"a token that is a number", `{"window": null}`, 7, false, 0, wantSteps(`7`)},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := begin(t, pack{reported}, lsptest.Options{Capabilities: client(t, test.capabilities)})
			if test.refuse {
				s.Handle("window/workDoneProgress/create", func(json.RawMessage) (any, error) { return nil, errors.New("no") })
			}
			s.Initialize()
			p := commandParams(t, "pqcite.ask", map[string]any{"question": "What is it?", "quiet": true})
			if test.token != nil {
				p["workDoneToken"] = test.token
			}
			if err := s.Call(ctx, "workspace/executeCommand", p, nil); err != nil {
				t.Fatal(err)
			}
			if got := len(s.Requests("window/workDoneProgress/create")); got != test.creates {
				t.Errorf("got %d progresses created, want %d", got, test.creates)
			}
			if diff := cmp.Diff(test.want, s.steps()); diff != "" {
				t.Errorf("steps differ (-want +got):\n%s", diff)
			}
			for _, left := range s.Unfinished() {
				if strings.HasPrefix(left, "progress") {
					t.Error(left)
				}
			}
		})
	}
}

// TestRule13CancelByProgress cancels a question where its progress is shown.
func TestRule13CancelByProgress(t *testing.T) {
	t.Parallel()
	w := newWaiting()
	s := begin(t, pack{w.ask}, lsptest.Options{})
	s.Initialize()
	_, wait := s.asked("What is it?")
	w.awaitStart(t)
	s.Notify("window/workDoneProgress/cancel", map[string]any{"token": "pqcite-2"})
	s.Notify("window/workDoneProgress/cancel", map[string]any{"token": 1})
	s.Notify("window/workDoneProgress/cancel", nil)
	s.Notify("window/workDoneProgress/cancel", map[string]any{"token": "pqcite-1"})
	_, err := wait(ctx)
	if got := codeOf(t, err); got != -32800 {
		t.Errorf("got code %d, want -32800", got)
	}
	w.awaitEnd(t)
	s.Notify("window/workDoneProgress/cancel", map[string]any{"token": "pqcite-1"})
	if diff := cmp.Diff([]string{`"pqcite-1" begin Asking the standards`, `"pqcite-1" report Reading the question: comparison`, `"pqcite-1" end`}, s.steps()); diff != "" {
		t.Errorf("steps differ (-want +got):\n%s", diff)
	}
}

// TestRule13CancelByOwnToken cancels a question by the token that came with it: once its
// progress is shown, and at once, when it is not known yet whether there will be any.
func TestRule13CancelByOwnToken(t *testing.T) {
	t.Parallel()
	for _, token := range []any{"mine", 7, 0} {
		for _, shown := range []bool{true, false} {
			t.Run(fmt.Sprint(token, " shown ", shown), func(t *testing.T) {
				t.Parallel()
				w := newWaiting()
				s := begin(t, pack{w.ask}, lsptest.Options{Capabilities: client(t, `{"window": null}`)})
				s.Initialize()
				p := commandParams(t, "pqcite.ask", map[string]any{"question": "What is it?", "quiet": true})
				p["workDoneToken"] = token
				_, wait := s.Begin("workspace/executeCommand", p)
				if shown {
					w.awaitStart(t)
				}
				s.Notify("window/workDoneProgress/cancel", map[string]any{"token": fmt.Sprint("another ", token)})
				s.Notify("window/workDoneProgress/cancel", map[string]any{"token": token})
				_, err := wait(ctx)
				if got := codeOf(t, err); got != -32800 {
					t.Errorf("got code %d, want -32800", got)
				}
				if shown {
					w.awaitEnd(t)
				}
				steps := s.steps()
				if last := len(steps) - 1; last < 1 || !strings.HasSuffix(steps[last], " end") {
					t.Errorf("got the steps %q, want a begin and an end", steps)
				}
			})
		}
	}
}

// TestRule13CancelOfQueued cancels by their tokens requests that wait for others.
func TestRule13CancelOfQueued(t *testing.T) {
	t.Parallel()
	w := newWaiting()
	s := begin(t, pack{w.ask}, lsptest.Options{Capabilities: client(t, `{"window": null}`)})
	s.Initialize()
	var waits []func(context.Context) (json.RawMessage, error)
	for n := range 12 {
		p := commandParams(t, "pqcite.ask", map[string]any{"question": "What is it?", "quiet": true})
		p["workDoneToken"] = n
		_, wait := s.Begin("workspace/executeCommand", p)
		waits = append(waits, wait)
	}
	for n := len(waits) - 1; n >= 0; n-- {
		s.Notify("window/workDoneProgress/cancel", map[string]any{"token": n})
		_, err := waits[n](ctx)
		if got := codeOf(t, err); got != -32800 {
			t.Errorf("request %d: got code %d, want -32800", n, got)
		}
	}
}

// TestRule13CancelAWalk cancels what reads the files of a workspace.
func TestRule13CancelAWalk(t *testing.T) {
	t.Parallel()
	files := make(map[string]string)
	for n := range 300 {
		files[fmt.Sprintf("f%d.go", n)] = "package a\n" + strings.Repeat("// FIPS 203, Algorithm 99 and FIPS 204, Table 99 say so.\n", 200)
	}
	folder := workspace(t, files)
	for _, test := range []struct{ name, method string }{{"check", "workspace/executeCommand"}, {"references", "textDocument/references"}} {
		for _, by := range []string{"window/workDoneProgress/cancel", "$/cancelRequest"} {
			t.Run(test.name+" by "+by, func(t *testing.T) {
				s := begin(t, pack{}, lsptest.Options{RootURI: folder})
				s.Initialize()
				s.Open(noteA, "go", oneReference)
				params := commandParams(t, "pqcite.checkWorkspace", nil)
				if test.method == "textDocument/references" {
					params = hoverParams(noteA)
					params["context"] = map[string]any{"includeDeclaration": false}
				}
				id, wait := s.Begin(test.method, params)
				s.Await("the progress", func() bool { return len(s.Progress()) > 0 })
				if by == "$/cancelRequest" {
					s.Cancel(id)
				} else {
					s.Notify(by, map[string]any{"token": "pqcite-1"})
				}
				_, err := wait(ctx)
				if got := codeOf(t, err); got != -32800 {
					t.Errorf("got code %d, want -32800", got)
				}
			})
		}
	}
}

func TestRule14Trace(t *testing.T) {
	t.Parallel()
	capabilities := string(lsptest.DefaultCapabilities())
	for _, test := range []struct {
		initial, set    string // "" for none
		told, inDetails bool
	}{
		{"", "", false, false},
		{"off", "", false, false},
		{"messages", "", true, false},
		{"verbose", "", true, true},
		{"off", "verbose", true, true},
		{"verbose", "messages", true, false},
		{"verbose", "off", false, false},
	} {
		t.Run(test.initial+" then "+test.set, func(t *testing.T) {
			t.Parallel()
			trace := ""
			if test.initial != "" {
				trace = `,"trace":"` + test.initial + `"`
			}
			s := begin(t, pack{reported}, lsptest.Options{Initialize: json.RawMessage(`{"processId":null,"rootUri":null,"capabilities":` + capabilities + trace + `}`)})
			s.Initialize()
			if test.set != "" {
				s.Notify("$/setTrace", map[string]any{"value": test.set})
			}
			if err := s.execute("pqcite.ask", map[string]any{"question": "What?", "quiet": true}, nil); err != nil {
				t.Fatal(err)
			}
			told, details := s.Notifications("$/logTrace"), 0
			for _, raw := range told {
				if strings.Contains(string(raw), `"verbose"`) {
					details++
				}
			}
			if got := len(told) > 1; got != test.told {
				t.Errorf("%d messages were traced, want some: %t", len(told), test.told)
			}
			if got := details > 0; got != test.inDetails {
				t.Errorf("%d were traced with details, want some: %t", details, test.inDetails)
			}
		})
	}
}
