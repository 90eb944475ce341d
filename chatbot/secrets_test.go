package chatbot_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/discord"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// Whatever fails, no error and no log contains a token or an address with one; each
// test of this package checks its log at the end.
func TestErrorsHoldNoSecrets(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{Quiet: true})
	rest, err := discord.NewREST(discord.Credentials{Token: d.Token, Version: "1", Address: "https://example.org", Transport: d.Transport()})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []discordtest.Fault{
		{Status: 401}, {Status: 403}, {Status: 404}, {Status: 400, Body: `{"message":"x"}`}, {Status: 400, Body: `{`}, {Status: 400, HTML: true},
		{Status: 502, HTML: true}, {DropConnection: true}, {RetryAfter: time.Hour}, {RetryAfter: time.Hour, HTML: true}, {Status: 200, Body: "{"}, {Status: 200, Body: `{}`},
	} {
		d.Fail(discordtest.AnyRoute, f, discordtest.Always)
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		_, one := rest.Application(ctx)
		_, two := rest.Register(ctx, d.Application, "", []*discordgo.ApplicationCommand{})
		cancel()
		d.Heal()
		for _, err := range []error{one, two} {
			if err == nil {
				t.Errorf("%+v is no error", f)
				continue
			}
			for _, secret := range append(d.Tokens(), "Bot ", "https://", "127.0.0.1") {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%+v: the error %.200q holds %d characters that it should not", f, err, len(secret))
				}
			}
			if len(err.Error()) > 300 {
				t.Errorf("%+v: the error has %d characters", f, len(err.Error()))
			}
		}
	}
}

// A token that Discord does not take ends the bot before it begins.
func TestWrongToken(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{Quiet: true})
	rest, err := discord.NewREST(discord.Credentials{Token: "wrong.token.here", Version: "1", Address: "https://example.org", Transport: d.Transport()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rest.Application(t.Context()); !errors.Is(err, discord.ErrToken) || strings.Contains(err.Error(), "wrong.token") {
		t.Errorf("got %v, want %v", err, discord.ErrToken)
	}
	if n := d.Calls(discordtest.AnyRoute); n != 1 {
		t.Errorf("%d calls with a wrong token, want 1", n)
	}
	if _, err := discord.NewREST(discord.Credentials{Token: " "}); !errors.Is(err, discord.ErrToken) {
		t.Errorf("an empty token is taken: %v", err)
	}
}
