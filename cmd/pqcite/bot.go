package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/chatbot"
	"github.com/pqcite/pqcite/chatbot/discord"
	"github.com/pqcite/pqcite/chatbot/limit"
	"github.com/pqcite/pqcite/chatbot/state"
)

// Names of the environment of the bot.
const (
	tokenVariable     = "PQCITE_DISCORD_TOKEN"
	tokenFileVariable = "PQCITE_DISCORD_TOKEN_FILE"
)

// botAddress is where the bot says it comes from, as Discord asks (Discord, API
// reference, User Agent).
const botAddress = "https://github.com/pqcite/pqcite"

// botOptions are the flags of the bot.
type botOptions struct {
	invite, verbose   bool
	probe             bool
	guild, state      string
	listen, publicKey string
	health            string
	grace             time.Duration
	model             modelFlags
}

func (a *app) botCommand() *cobra.Command {
	var o botOptions
	c := &cobra.Command{
		Use:   "bot",
		Short: "Answer in Discord",
		Long: `Answers /ask in Discord, over a connection to its gateway or, with --listen, as the
endpoint that Discord posts interactions to. The token is read from ` + tokenVariable + `
or from the file that ` + tokenFileVariable + ` names. docs/discord.md leads from an
empty app to a running service. Exit code 0 after an interrupt, else 1.`,
		Args: onlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.probe {
				return probe(cmd.Context(), o.health)
			}
			rest, err := newREST(cmd.Context())
			if err != nil {
				return err
			}
			if o.invite {
				app, err := rest.Application(cmd.Context())
				if err != nil {
					return botHint(err)
				}
				fmt.Fprintf(a.out, "add to a server:  %s\nadd to yourself: %s\n", discord.InviteURL(app.ID, false), discord.InviteURL(app.ID, true))
				return nil
			}
			return a.serveBot(cmd.Context(), rest, &o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.invite, "invite", false, "print the links that add the bot to a server or to yourself, and end")
	f.StringVar(&o.guild, "guild", "", "register the commands in this server only, where they appear at once")
	f.StringVar(&o.listen, "listen", "", "take interactions over HTTP at this address, in place of the gateway")
	f.StringVar(&o.publicKey, "public-key", "", "the app's public key, which signs what comes over HTTP (default: the one that Discord gives)")
	f.StringVar(&o.health, "health", "127.0.0.1:8417", `serve /healthz and /metrics at this address, "" for none`)
	f.BoolVar(&o.probe, "probe", false, "ask the bot that serves --health whether it is well, and end: exit code 0 or 1")
	f.StringVar(&o.state, "state", "", `folder of settings, saved answers and votes (default "bot" in the folder of the library)`)
	f.DurationVar(&o.grace, "grace", 20*time.Second, "how long answers that are being made may take when the bot ends")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "log more to standard error")
	o.model.register(f)
	a.servers.register(f)
	return c
}

// newREST returns a client with the token of the environment.
func newREST(ctx context.Context) (*discord.REST, error) {
	token, err := botToken(ctx)
	if err != nil {
		return nil, err
	}
	return discord.NewREST(discord.Credentials{Token: token, Version: version(), Address: botAddress})
}

// maxToken bounds the file of a token, which has some 70 characters.
const maxToken = 4 << 10

// botToken reads the token. No error repeats it.
func botToken(ctx context.Context) (string, error) {
	token, file := strings.TrimSpace(os.Getenv(tokenVariable)), os.Getenv(tokenFileVariable)
	switch {
	case token != "" && file != "":
		return "", usageError{fmt.Errorf("%s and %s are both set: unset one", tokenVariable, tokenFileVariable)}
	case file != "":
		data, err := readFile(ctx, file, maxToken)
		if err != nil {
			return "", fmt.Errorf("read the bot token: %w", err)
		}
		if token = strings.TrimSpace(string(data)); token == "" || strings.ContainsAny(token, " \t\r\n") {
			return "", fmt.Errorf("read the bot token: %q must hold the token and nothing else", file)
		}
	case token == "":
		return "", hinted{errors.New("there is no bot token"), "set " + tokenVariable + ", or " + tokenFileVariable + " to a file that holds it; docs/discord.md says where it is from"}
	}
	return strings.TrimPrefix(token, "Bot "), nil
}

// botHint says what to do where the token or the key of the app is not taken.
func botHint(err error) error {
	switch {
	case errors.Is(err, discord.ErrToken):
		return hinted{err, "copy it anew from the page Bot of the app at https://discord.com/developers/applications"}
	case errors.Is(err, discord.ErrKey):
		return hinted{err, "copy it from the page General Information of the app"}
	}
	return err
}

// closingTime is what the bot may take after its grace: servers and the store close.
const closingTime = 10 * time.Second

// serveBot runs the bot until the context ends.
func (a *app) serveBot(ctx context.Context, rest *discord.REST, o *botOptions) error {
	a.allow(o.grace + closingTime)
	serving := chatbot.Serving{REST: rest, Guild: o.guild, Patience: discord.DefaultPatience(), Grace: o.grace}
	closeListeners, err := o.open(&serving)
	if err != nil {
		return err
	}
	defer closeListeners()
	level := slog.LevelInfo
	if o.verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: level}))
	home, err := a.libraryHome()
	if err != nil {
		return err
	}
	store, err := state.Open(ctx, cmp.Or(o.state, filepath.Join(home, "bot")), state.Options{})
	if err != nil {
		return err
	}
	if former := store.Former(); former != "" {
		log.Warn("a database of an earlier version is not read: settings, answers and votes begin anew; /privacy does not reach it, so delete it when you need it no more", "file", former)
	}
	defer func() { // after the bot, which writes until it ends
		if err := store.Close(); err != nil {
			log.Error("close the store", "error", err)
		}
	}()
	source, err := a.openHome(ctx, &o.model)
	if err != nil {
		return err
	}
	defer source.Close()
	bot, err := newBot(ctx, source, store, log)
	if err != nil {
		return err
	}
	return botHint(bot.Serve(ctx, serving))
}

func newBot(ctx context.Context, source pqcite.Source, store *state.Store, log *slog.Logger) (*chatbot.Bot, error) {
	return chatbot.New(ctx, chatbot.Config{
		Source: source, State: store, Limiter: limit.New(limit.DefaultBudgets()), Queue: limit.NewQueue(limit.DefaultSizes()), Log: log,
		Bounds: chatbot.DefaultBounds(), Keep: state.DefaultBounds().KeepAnswers,
	})
}

// open opens the listeners that the flags ask for, and reads the key of the first.
func (o *botOptions) open(s *chatbot.Serving) (closeAll func(), err error) {
	var opened []net.Listener
	closeAll = func() {
		for _, l := range opened {
			_ = l.Close() // closed already where it was served
		}
	}
	listen := func(flag, address string) (net.Listener, error) {
		if address == "" {
			return nil, nil
		}
		l, err := net.Listen("tcp", address)
		if err != nil {
			return nil, hinted{fmt.Errorf("listen at --%s: %w", flag, err), "name another address, or \"\" for none"}
		}
		opened = append(opened, l)
		return l, nil
	}
	if s.Health, err = listen("health", o.health); err != nil {
		return closeAll, err
	}
	if o.listen == "" {
		return closeAll, nil
	}
	if o.publicKey != "" {
		if s.Key, err = discord.ParseKey(o.publicKey); err != nil {
			closeAll()
			return closeAll, botHint(err)
		}
	}
	if s.Listener, err = listen("listen", o.listen); err != nil {
		closeAll()
	}
	return closeAll, err
}
