package chatbot

import (
	"context"
	"fmt"
	"strings"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/lex"
)

// turn is one exchange: what somebody did, and the resulting message.
type turn struct {
	Command string // what was typed or clicked: "/ask question: …"; "" for none
	// Private means that only the asker sees the message.
	Private bool
	// Said is somebody's message, in Discord's Markdown, that the turn replies to; ""
	// for none.
	Said    string
	Message render.Message
}

// transcript is what somebody did, and what the bot said.
type transcript struct {
	Language string // of the page, such as "en"
	Title    string
	Turns    []turn
}

// rehearsed is a placeholder for the id of a saved answer, so that buttons are shown.
const rehearsed = "rehearsalaaa"

// Rehearse returns a page of HTML with what the bot would say to each line, without Discord: "/ask …",
// "/compare A | B", "/cite …", "/term …", "/check …" for checking a message; a line
// without a command is asked. The locale is one of Discord's.
func Rehearse(ctx context.Context, lib *pqcite.Library, locale string, lines []string) ([]byte, error) {
	w := words.For(locale)
	r := &rehearsal{knows: &knowledge{lib, lib}, view: render.View{Words: w, Document: lib.Corpus().Document}}
	t := transcript{Language: w.Language(), Title: "pqcite in Discord"}
	for _, line := range lines {
		one, err := r.turn(ctx, line)
		if err != nil {
			return nil, fmt.Errorf("rehearse %q: %w", line, err)
		}
		t.Turns = append(t.Turns, one)
	}
	return page(t)
}

type rehearsal struct {
	knows *knowledge
	view  render.View
}

func (r *rehearsal) turn(ctx context.Context, line string) (turn, error) {
	command, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch rest = strings.TrimSpace(rest); command {
	case "/ask":
		return r.ask(ctx, "/ask question: "+rest, rest)
	case "/compare":
		a, b, ok := strings.Cut(rest, "|")
		if a, b = lex.OneLine(a), lex.OneLine(b); !ok || a == "" || b == "" {
			return turn{}, fmt.Errorf("write two things with | between them")
		}
		return r.ask(ctx, "/compare a: "+a+" b: "+b, plan.Comparison(a, b))
	case "/cite", "/term":
		option, unknown := optionReference, words.Key("invalid.reference")
		if command == "/term" {
			option, unknown = optionTerm, "invalid.term"
		}
		one := turn{Command: command + " " + option + ": " + rest}
		found, ok := r.knows.Card(rest)
		if one.Message = r.view.Card(&found); !ok {
			one.Message = r.view.Invalid(render.Invalid{Fault: unknown, Value: rest})
		}
		return one, nil
	case "/check":
		report := r.knows.report(ctx, rest)
		report.ID = rehearsed
		return turn{Command: nameCheck, Said: rest, Private: true, Message: r.view.Report(report, 1)}, nil
	}
	if strings.HasPrefix(command, "/") {
		return turn{}, fmt.Errorf("there is no command %q: use /ask, /compare, /cite, /term or /check", command)
	}
	return r.ask(ctx, "/ask question: "+line, line)
}

func (r *rehearsal) ask(ctx context.Context, command, question string) (turn, error) {
	o, err := r.knows.asker.Ask(ctx, question, pqcite.AskOptions{Detail: true})
	if err != nil {
		return turn{}, err
	}
	return turn{Command: command, Message: r.view.Outcome(render.Reply{ID: rehearsed, Outcome: &o, Votes: true}, 1)}, nil
}
