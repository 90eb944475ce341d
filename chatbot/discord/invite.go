package discord

import "net/url"

// InviteURL is the address at which somebody adds an app to a server, or to themselves.
// It asks for no permissions: all answers go through interactions.
func InviteURL(app string, forUser bool) string {
	q := url.Values{"client_id": {app}, "scope": {"applications.commands"}}
	if forUser {
		q.Set("integration_type", "1")
	}
	return "https://discord.com/oauth2/authorize?" + q.Encode()
}
