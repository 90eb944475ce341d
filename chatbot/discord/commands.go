package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// Register sets the app's commands, in a guild or, for "", everywhere. It first reads
// what is registered, and writes only if that differs: Discord allows 200 new commands
// a day and guild. It reports whether it wrote.
func (r *REST) Register(ctx context.Context, app, guild string, commands []*discordgo.ApplicationCommand) (bool, error) {
	address := discordgo.EndpointApplicationGlobalCommands(app)
	if guild != "" {
		address = discordgo.EndpointApplicationGuildCommands(app, guild)
	}
	l := newLane()
	answer, err := r.request(ctx, l, patient, http.MethodGet, address+"?with_localizations=true", nil, nil)
	if err != nil {
		return false, fmt.Errorf("list the registered commands: %w", err)
	}
	var registered []*discordgo.ApplicationCommand
	if err := json.Unmarshal(answer, &registered); err != nil {
		return false, fmt.Errorf("read the registered commands: %w", err)
	}
	same, err := sameCommands(registered, commands)
	if err != nil || same {
		return false, err
	}
	if _, err := r.request(ctx, l, patient, http.MethodPut, address, commands, nil); err != nil {
		return false, fmt.Errorf("register the commands: %w", err)
	}
	return true, nil
}

// sameCommands compares the registered commands with the wanted ones, ignoring order
// and what Discord adds.
func sameCommands(has, want []*discordgo.ApplicationCommand) (bool, error) {
	a, err := normalised(has)
	if err != nil {
		return false, err
	}
	b, err := normalised(want)
	return err == nil && reflect.DeepEqual(a, b), err
}

// addedByDiscord are the fields of a command that we do not send, or that follow from
// others.
var addedByDiscord = []string{"id", "application_id", "guild_id", "version", "default_permission", "dm_permission", "nsfw"}

// normalised are commands by kind and name, without what Discord adds and without empty
// values, which it omits or sends as null at will.
func normalised(commands []*discordgo.ApplicationCommand) (map[string]any, error) {
	out := make(map[string]any, len(commands))
	for _, c := range commands {
		plain := *c
		if plain.Type == 0 {
			plain.Type = discordgo.ChatApplicationCommand
		}
		data, err := json.Marshal(plain)
		if err != nil {
			return nil, fmt.Errorf("compare the commands: %w", err)
		}
		var value map[string]any
		if err := json.Unmarshal(data, &value); err != nil {
			return nil, fmt.Errorf("compare the commands: %w", err)
		}
		for _, added := range addedByDiscord {
			delete(value, added)
		}
		out[fmt.Sprint(plain.Type, plain.Name)] = withoutEmpty(value)
	}
	return out, nil
}

func byNumber(a, b any) int {
	x, ok := a.(float64)
	y, too := b.(float64)
	if !ok || !too {
		return 0
	}
	return cmp.Compare(x, y)
}

// withoutEmpty drops null, false and empty values from a JSON value, and sorts lists of
// numbers, which are sets.
func withoutEmpty(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			if inner = withoutEmpty(inner); inner == nil {
				delete(v, key)
			} else {
				v[key] = inner
			}
		}
		if len(v) == 0 {
			return nil
		}
		return v
	case []any:
		for i := range v {
			v[i] = withoutEmpty(v[i])
		}
		if v = slices.DeleteFunc(v, func(x any) bool { return x == nil }); len(v) == 0 {
			return nil
		}
		slices.SortStableFunc(v, byNumber)
		return v
	case bool:
		if !v {
			return nil
		}
	case string:
		if v == "" {
			return nil
		}
	}
	return v
}
