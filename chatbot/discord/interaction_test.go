package discord

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// An interaction that comes twice over the gateway is handed over once; what can't be
// read, and what is none, not at all.
func TestEvents(t *testing.T) {
	t.Parallel()
	rest, err := NewREST(Credentials{Token: "a token", Version: "1", Address: "https://example.org"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	g := NewGateway(rest, DefaultPatience(), slog.New(slog.DiscardHandler), func(x *Exchange) { got = append(got, x.ID) }, func(bool) {})
	for _, e := range []struct{ kind, data string }{
		{"INTERACTION_CREATE", `{"id":"1","token":"t","type":2}`}, {"INTERACTION_CREATE", `{"id":"2","token":"t","type":99}`},
		{"INTERACTION_CREATE", `{"id":"1","token":"t","type":2}`}, {"INTERACTION_CREATE", `{"id":3}`}, {"INTERACTION_CREATE", `null`},
		{"INTERACTION_CREATE", ``}, {"INTERACTION_CREATE", `{"id":"4"}`}, {"MESSAGE_CREATE", `{"id":"5","token":"t"}`},
	} {
		g.event(&discordgo.Event{Type: e.kind, RawData: []byte(e.data)})
	}
	if fmt.Sprint(got) != "[1 2]" {
		t.Errorf("handed over %v, want 1 and 2", got)
	}
}

// Whatever is posted, reading it ends with an interaction or an error, and nothing that
// the bot asks of it fails.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"id":"1","token":"t","type":2,"data":{"name":"ask","options":[{"name":"question","value":"x","focused":true}]}}`,
		`{"id":"1","type":1}`, `{"id":"1","token":"t","type":5,"data":{"custom_id":"c","components":[{"components":[{"custom_id":"question","value":"x"}]},{"component":{"custom_id":"r","value":1}}]}}`,
		`{"id":"1","token":"t","type":3,"message":{"flags":64},"member":{"permissions":"32","user":{"id":"7"}},"authorizing_integration_owners":{"1":"7"}}`,
		`{"id":"99999999999999999999","token":"t","data":{"resolved":{"messages":{"1":{"embeds":[{"fields":[{}]}],"message_snapshots":[{}]}}},"options":[{"options":[{}]}]}}`,
		`[]`, `null`, `{`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		i, err := decode(data)
		if err != nil {
			return
		}
		if i.ID == "" || i.Token == "" && i.Type != discordgo.InteractionPing {
			t.Errorf("%q has no id or token", data)
		}
		i.User()
		i.May(discordgo.PermissionManageGuild)
		i.Ephemeral()
		i.Data.Text("question")
		i.Data.Bool("private")
		i.Data.Int("limit")
		i.Data.Focused()
		i.Data.Field("question")
	})
}
