package chatbot

import (
	"context"
	"crypto/ed25519"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/pqcite/pqcite/chatbot/discord"
)

// Serving says how a bot is connected to Discord.
type Serving struct {
	REST *discord.REST
	// Guild gets the commands for itself, at once; "" registers them for everybody.
	Guild string
	// Listener receives interactions over HTTP, signed for Key, which is asked of
	// Discord if nil; no listener means a gateway connection.
	Listener net.Listener
	Key      ed25519.PublicKey
	// Health serves the bot's state and metrics; nil for none.
	Health   net.Listener
	Patience discord.Patience
	Grace    time.Duration // for answers in progress when the bot ends
}

// Bounds of the HTTP servers.
const (
	headerTime   = 5 * time.Second
	readTime     = 10 * time.Second
	writeTime    = 10 * time.Second
	shutdownTime = 3 * time.Second // a first answer may still be on its way, see discord.CallbackTime
	prunePause   = time.Hour
)

// Serve registers the commands and serves until the context ends; then it lets answers
// in progress finish, and closes the bot. While Discord is unreachable it waits, and
// says so in its log and health. An error says why it could not start, or not go on,
// and that retrying is pointless.
func (b *Bot) Serve(ctx context.Context, s Serving) error {
	defer func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.Grace)
		defer cancel()
		b.Close(grace)
	}()
	health := newHealth(b.config.State.Writable, b.log)
	if s.Health != nil {
		b.log.Info("health and metrics are served", "address", s.Health.Addr().String())
		stop := b.serveHTTP(ctx, s.Health, healthHandler(health, &b.counts.metricSet))
		defer stop()
	}
	stop := b.prune(ctx)
	defer stop()
	switch err := b.reach(ctx, &s, health); {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return err
	}
	health.wait("discord is reached, and the connection to it is not there yet")
	status := func(connected bool) {
		if health.wait("the connection to discord is lost"); connected {
			health.connected()
		}
		b.counts.connected.Store(connected)
	}
	if s.Listener == nil {
		return discord.NewGateway(s.REST, s.Patience, b.log, b.Handle, status).Run(ctx)
	}
	status(true)
	b.log.Info("interactions are taken over http", "address", s.Listener.Addr().String())
	stopListening := b.serveHTTP(ctx, s.Listener, discord.NewEndpoint(s.REST, s.Key, b.log, b.Handle))
	<-ctx.Done()
	status(false)
	stopListening()
	return nil
}

// reach asks Discord for the token's app and registers the commands, as often as
// necessary: a machine may start before its network, and a service manager gives up
// after a few attempts.
func (b *Bot) reach(ctx context.Context, s *Serving, h *health) error {
	failed := func(err error, pause time.Duration) {
		h.wait("discord is not reached yet")
		b.log.Warn("discord is not reached yet", "error", err, "again_in", pause.Round(time.Millisecond))
	}
	return discord.Persist(ctx, s.Patience, failed, func(ctx context.Context) error {
		app, err := s.REST.Application(ctx)
		if err != nil {
			return err
		}
		if s.Listener != nil && s.Key == nil {
			if s.Key, err = discord.ParseKey(app.VerifyKey); err != nil {
				return err
			}
		}
		wrote, err := s.REST.Register(ctx, app.ID, s.Guild, Commands())
		if err == nil {
			b.log.Info("the commands are registered", "changed", wrote)
		}
		return err
	})
}

// serveHTTP serves on a listener until the returned function is called.
func (b *Bot) serveHTTP(ctx context.Context, l net.Listener, h http.Handler) (stop func()) {
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime,
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			b.log.Error("a server has ended", "address", l.Addr().String(), "error", err)
		}
	}()
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
		defer cancel()
		if err := server.Shutdown(ctx); err != nil {
			_ = server.Close() // what does not end by itself is ended
		}
		<-done
	}
}

// prune deletes expired data every hour, until the returned function is called.
func (b *Bot) prune(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(prunePause)
		defer tick.Stop()
		for {
			if _, err := b.config.State.Prune(ctx, time.Now()); err != nil && ctx.Err() == nil {
				b.log.Error("what is past its time can't be deleted", "error", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return func() { cancel(); <-done }
}
