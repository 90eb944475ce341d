package chatbot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/chatbot/discord"
	"github.com/pqcite/pqcite/chatbot/limit"
	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/chatbot/state"
	"github.com/pqcite/pqcite/chatbot/words"
)

// Config configures a bot.
type Config struct {
	Source  pqcite.Source
	Asker   pqcite.Asker // answers in the library's place; nil leaves questions to the library
	State   *state.Store
	Limiter *limit.Limiter
	Queue   *limit.Queue
	Log     *slog.Logger
	Bounds  Bounds
	Keep    time.Duration // how long the store keeps an answer
	Free    func()        // gives memory back to the system; nil for the runtime's function
}

// Bounds are those of serving.
type Bounds struct {
	Served    int           // concurrent interactions; further ones are not answered
	Answer    time.Duration // for one answer, including the wait for its turn
	Quiet     time.Duration // before progress is first shown, and between updates
	Goodbye   time.Duration // for the last message of an abandoned answer
	Completed time.Duration // for completions while a user is typing
	Settle    time.Duration // of idleness after which memory is given back to the system
}

// DefaultBounds allow a language model two minutes, and stay below Discord's limit of
// edits: five in five seconds.
func DefaultBounds() Bounds {
	return Bounds{Served: 2000, Answer: 2 * time.Minute, Quiet: 1500 * time.Millisecond, Goodbye: 3 * time.Second, Completed: time.Second, Settle: 20 * time.Second}
}

// Bot serves interactions. It owns a goroutine for each, and ends them in Close.
type Bot struct {
	config  Config
	log     *slog.Logger
	counts  *counts
	library watched
	reports reports

	life context.Context // of what is served
	end  context.CancelFunc

	worked  chan struct{} // something was served
	settled sync.WaitGroup

	mu      sync.Mutex
	closing bool // guarded by mu
	served  int  // guarded by mu
	calls   sync.WaitGroup
}

// New opens the library and returns a bot, which must be closed.
func New(ctx context.Context, c Config) (*Bot, error) {
	b := &Bot{config: c, log: c.Log, counts: newCounts(c.State), worked: make(chan struct{}, 1)}
	if b.config.Free == nil {
		b.config.Free = free
	}
	b.life, b.end = context.WithCancel(context.WithoutCancel(ctx))
	if err := b.watch(b.life); err != nil {
		b.end()
		return nil, fmt.Errorf("open the library: %w", err)
	}
	b.settled.Go(func() { b.settle(b.life) })
	return b, nil
}

// Handle serves an interaction on a goroutine of the bot's. It does not block.
func (b *Bot) Handle(x *discord.Exchange) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closing || b.served >= b.config.Bounds.Served {
		b.counts.dropped.Add(1)
		return
	}
	b.served++
	b.calls.Go(func() {
		defer func() {
			b.mu.Lock()
			b.served--
			b.mu.Unlock()
			b.note()
		}()
		b.serve(x)
	})
}

// Close takes no more interactions, waits for the current ones until the context ends,
// and then ends them, each with a message.
func (b *Bot) Close(ctx context.Context) {
	b.mu.Lock()
	b.closing = true
	b.mu.Unlock()
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.calls.Wait()
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	b.end()
	<-done // each call ends within its Goodbye
	b.library.done.Wait()
	b.settled.Wait()
}

// serve serves an interaction and recovers from anything.
func (b *Bot) serve(x *discord.Exchange) {
	ctx, cancel := context.WithTimeout(b.life, discord.Life-x.Age())
	defer cancel()
	c := &call{Exchange: x, bot: b, knows: b.library.now.Load(), user: b.config.State.User(x.User())}
	c.own = render.View{Words: words.For(x.Locale), Document: c.knows.Corpus().Document}
	c.common = c.own
	defer func() {
		if p := recover(); p != nil {
			b.log.Error("a handler panicked", "kind", kindOf(x), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			b.counts.failures.inc("panic")
			c.apologise(ctx, "notice.outage")
		}
	}()
	c.enter(ctx)
	err := c.route(ctx)
	b.counts.interactions.inc(kindOf(x))
	switch {
	case err == nil:
	case errors.Is(err, discord.ErrGone):
		b.log.Debug("nobody is left to answer", "kind", kindOf(x), "error", err)
		b.counts.failures.inc("gone")
	default:
		b.log.Error("an interaction failed", "kind", kindOf(x), "error", err)
		b.counts.failures.inc("error")
		c.apologise(ctx, c.noticeOf(err))
	}
}

// kindOf names what a user did, for logs and metrics, without anything that they wrote.
func kindOf(x *discord.Exchange) string {
	switch x.Type {
	case discordgo.InteractionApplicationCommand:
		if _, known := commands[x.Data.Name]; known {
			return x.Data.Name
		}
		return "unknown command"
	case discordgo.InteractionApplicationCommandAutocomplete:
		return "completion"
	case discordgo.InteractionMessageComponent:
		return "button"
	case discordgo.InteractionModalSubmit:
		return "form"
	}
	return "other"
}

// call is an interaction being served.
type call struct {
	*discord.Exchange
	bot    *Bot
	knows  *knowledge
	guild  state.Guild
	unread error // why the guild's settings are unknown
	user   state.Hash
	// own is for what only the user sees, in the language of their client: their
	// commands have those names. common is for what everybody sees, in the server's
	// language.
	own, common render.View
	// promised is the view of a deferred answer, or nil.
	promised *render.View
}

// guildTime bounds reading a server's settings, which comes before the first answer. If
// it takes longer, answers are private.
const guildTime = 1500 * time.Millisecond

// enter reads the server's settings. Outside servers they are the defaults.
func (c *call) enter(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, guildTime)
	defer cancel()
	guild, err := c.bot.config.State.Guild(ctx, c.Guild)
	if err != nil {
		c.bot.log.Error("the settings of a server can't be read", "error", err)
		guild.Private = true // the safe choice
		c.unread = err
	}
	c.guild = guild
	c.common.Words = words.For(c.language())
}

// language is the server's, or else the user's.
func (c *call) language() string {
	if c.guild.Language != "" {
		return c.guild.Language
	}
	return c.Locale
}

// to is the view of a message for the user alone, or for everybody.
func (c *call) to(private bool) render.View {
	if private {
		return c.own
	}
	return c.common
}

// promise defers an answer.
func (c *call) promise(ctx context.Context, private bool) error {
	if err := c.Defer(ctx, private); err != nil {
		return err
	}
	view := c.to(private)
	c.promised = &view
	return nil
}

// matter is what the user wanted, for the wording of a failure.
func (c *call) matter() render.Matter {
	switch c.Type {
	case discordgo.InteractionApplicationCommand:
		switch c.Data.Name {
		case nameAsk, nameCompare:
			return render.OfQuestion
		case nameCheck:
			return render.OfCheck
		case nameConfig:
			return render.OfSettings
		}
	case discordgo.InteractionMessageComponent, discordgo.InteractionModalSubmit:
		if a, err := render.ParseAction(c.Data.CustomID); err == nil && (a.Verb == render.VerbRetry || a.Verb == render.VerbFollowModal) {
			return render.OfQuestion
		}
	}
	return render.OfAnything
}

// apologise says why there is no answer, in place of the promised one. Its message must
// arrive even after the call's own time is over.
func (c *call) apologise(ctx context.Context, n words.Key) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.bot.config.Bounds.Goodbye)
	defer cancel()
	var err error
	switch {
	case c.Type == discordgo.InteractionApplicationCommandAutocomplete:
		if !c.Answered() {
			err = c.Offer(ctx, nil)
		}
	case !c.Answered():
		err = c.Reply(ctx, c.own.Failure(n, c.matter()), true)
	case c.promised != nil:
		err = c.Edit(ctx, c.promised.Failure(n, c.matter()))
	}
	if err != nil {
		c.bot.log.Debug("an apology did not arrive", "error", err)
	}
}
