// Package discord is the wire between the bot and Discord: interactions come in over
// the gateway or as signed HTTP requests, and are answered. It is the only code that
// holds a token, and nothing that it logs or returns contains one.
//
// It is built on discordgo and contains its known faults. A request waits for its own
// interaction only, and never longer than its context; the gateway's connection is
// supervised from outside, since the library's own reconnection neither stops nor gives
// up; interactions are decoded here, so that an unknown part of a message does not lose
// the interaction.
//
// Trade-offs: one connection, so up to 2,500 guilds. An opening handshake in which
// Discord asks for a reconnection cannot be cancelled in the library: it leaks one
// goroutine, and its socket is closed.
package discord
