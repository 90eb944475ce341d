package chatbot

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/chatbot/limit"
	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/chatbot/state"
	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/lex"
)

// asking is a question with everything that decides its answer and who sees it.
type asking struct {
	question string   // as passed to the core
	shown    string   // as the user wrote it
	scope    []string // ids of the documents to search; empty means all
	detail   render.Detail
	private  bool
	earlier  []string // the questions of the conversation, in full, oldest first
	follows  string   // id of the answer that it follows, or ""
}

// ask answers a question.
func (c *call) ask(ctx context.Context) error {
	question := c.Data.Text(optionQuestion)
	a := asking{question: question, shown: question, scope: c.guild.Documents, detail: render.Detail(c.Data.Text(optionDetail)), private: c.private()}
	if written := c.Data.Text(optionDocument); written != "" {
		d := c.knows.document(written)
		if d == nil {
			return c.invalid(ctx, render.Invalid{Fault: "invalid.document", Value: written, Nearest: c.labels()})
		}
		a.scope = []string{d.ID}
	}
	return c.answer(ctx, a)
}

// compare asks for the differences between two things.
func (c *call) compare(ctx context.Context) error {
	x, y := lex.OneLine(c.Data.Text(optionA)), lex.OneLine(c.Data.Text(optionB))
	switch {
	case x == "" || y == "":
		return c.invalid(ctx, render.Invalid{Fault: "invalid.side"})
	case strings.EqualFold(x, y):
		return c.invalid(ctx, render.Invalid{Fault: "invalid.same", Value: x})
	}
	question := plan.Comparison(x, y)
	return c.answer(ctx, asking{question: question, shown: question, scope: c.guild.Documents, private: c.private()})
}

// private decides who sees an answer: the user's choice, or else the server's default.
func (c *call) private() bool {
	if chosen, given := c.Data.Bool(optionPrivate); given {
		return chosen
	}
	return c.guild.Private
}

// labels are the labels of the library's documents.
func (c *call) labels() []string {
	var out []string
	for _, d := range c.knows.Corpus().Documents() {
		out = append(out, d.Label)
	}
	return out
}

func (c *call) invalid(ctx context.Context, i render.Invalid) error {
	return c.Reply(ctx, c.own.Invalid(i), true)
}

// answer checks whether a question may be asked, and answers it.
func (c *call) answer(ctx context.Context, a asking) error {
	if wrong := unaskable(a.shown); wrong != nil {
		return c.invalid(ctx, *wrong)
	}
	if refused, err := c.turnedAway(ctx); refused || err != nil {
		return err
	}
	// Plans, traces and a model's prompts repeat the question, so it must not name
	// anybody.
	a.question, a.shown = state.Anonymous(a.question), state.Anonymous(a.shown)
	if err := c.promise(ctx, a.private); err != nil {
		return err
	}
	c.bot.counts.acknowledged.observe("", c.Age().Seconds())
	return c.finish(ctx, c.made(ctx, a))
}

// finish writes the result of a question. It must arrive even if the bot is ending.
func (c *call) finish(ctx context.Context, m render.Message) error {
	if ctx.Err() != nil {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.bot.config.Bounds.Goodbye)
		defer cancel()
		ctx = last
	}
	return c.Edit(ctx, m)
}

// unaskable says what is wrong with a question that cannot be asked; otherwise nil.
func unaskable(question string) *render.Invalid {
	_, err := plan.Clean(question)
	switch {
	case err == nil:
		return nil
	case len(question) > plan.MaxQuestion:
		return &render.Invalid{Fault: "invalid.too_long", Length: length(question), Most: maxQuestion}
	case !strings.ContainsFunc(question, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return &render.Invalid{Fault: "invalid.empty"}
	}
	return &render.Invalid{Fault: "invalid.other", Value: question}
}

// turnedAway says why the user may not ask here and now, if so.
func (c *call) turnedAway(ctx context.Context) (bool, error) {
	if !c.mayAskHere() {
		return true, c.Reply(ctx, c.own.Denied("denied.channel", c.guild.Channels), true)
	}
	decision := c.bot.config.Limiter.Take(c.Began(), c.key(), c.guild.PerMinute)
	if decision.OK {
		return false, nil
	}
	c.bot.counts.limited.inc(string(decision.Bound))
	return true, c.Reply(ctx, c.own.Limited(bounds[decision.Bound], decision.Reset), true)
}

// bounds are the limits in the words of a notice.
var bounds = map[limit.Bound]words.Key{limit.User: "limited.user", limit.Guild: "limited.guild", limit.Everyone: "limited.everyone"}

// key identifies the user to the limits.
func (c *call) key() limit.Key { return limit.Key{User: string(c.user), Guild: c.Guild} }

// mayAskHere reports whether the server allows answers in the channel.
func (c *call) mayAskHere() bool { return c.guild.Answers(c.Channel, c.Place.Parent) }

// made makes the message that answers a question, whatever the result.
func (c *call) made(ctx context.Context, a asking) render.Message {
	outcome, err := c.run(ctx, a)
	took := c.Age()
	if err != nil {
		c.record(a, nil, took)
		return c.failed(err)
	}
	c.bot.counts.answered.observe(string(outcome.Status), took.Seconds())
	c.record(a, &outcome, took)
	saved := c.save(ctx, a, &outcome)
	return c.promised.Outcome(c.reply(ctx, &saved), 1)
}

// failed says that there is neither answer nor refusal, and logs faults of ours.
func (c *call) failed(err error) render.Message {
	n := c.noticeOf(err)
	if n == "notice.outage" {
		c.bot.log.Error("an answer that was promised can't be given", "error", err)
	}
	return c.promised.Failure(n, c.matter())
}

// noticeOf says why there is neither answer nor refusal.
func (c *call) noticeOf(err error) words.Key {
	switch {
	case errors.Is(err, limit.ErrFull):
		return "notice.too_busy"
	case c.bot.life.Err() != nil:
		return "notice.stopped"
	case errors.Is(err, context.DeadlineExceeded):
		return "notice.timeout"
	}
	return "notice.outage"
}

// run runs a question when its turn comes, and shows its progress to a user who waits.
func (c *call) run(ctx context.Context, a asking) (core.Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, c.bot.config.Bounds.Answer)
	defer cancel()
	shown := c.showProgress(ctx, a.shown)
	defer shown.stop()
	var outcome core.Outcome
	var failed error
	err := c.bot.config.Queue.Do(ctx, c.key(), shown.wait, func(ctx context.Context) {
		outcome, failed = c.knows.asker.Ask(ctx, a.question, pqcite.AskOptions{Scope: a.scope, Context: a.earlier, Detail: true, Observer: shown.observe})
	})
	if err == nil {
		err = failed
	}
	outcome.Question = a.shown
	return outcome, err
}

// save stores an answer for its buttons. If that fails, it has none.
func (c *call) save(ctx context.Context, a asking, o *core.Outcome) state.Saved {
	s := state.Saved{
		Guild: c.Guild, Channel: c.Channel, UserHash: c.user, Locale: c.Locale, Question: a.shown, Outcome: *o,
		Detail: string(a.detail), Scope: a.scope, Private: a.private, Follows: a.follows, Asked: c.Began(),
	}
	id, err := c.bot.config.State.Save(ctx, s)
	if err != nil {
		c.bot.log.Error("an answer can't be kept for its buttons", "error", err)
	}
	s.ID = id
	return s
}

// reply is a saved answer as shown.
func (c *call) reply(ctx context.Context, s *state.Saved) render.Reply {
	r := render.Reply{
		ID: s.ID, Outcome: &s.Outcome, Detail: render.Detail(s.Detail), Private: s.Private, Votes: c.guild.Feedback, Scoped: len(s.Scope) > 0,
	}
	if s.Follows != "" {
		// If the previous question is gone, the answer is shown without it.
		if before, err := c.bot.config.State.Load(ctx, s.Follows); err == nil {
			r.Follows = before.Question
		}
	}
	return r
}

// record counts a question.
func (c *call) record(a asking, o *core.Outcome, took time.Duration) {
	c.bot.config.State.Record(state.Asked{Guild: c.Guild, User: c.user, Locale: c.Locale, Private: a.private, Took: took, Outcome: o, At: c.Began()})
}
