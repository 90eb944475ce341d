// Package discord is the wire between the bot and Discord: how interactions come
// in (over the gateway, or as signed HTTP requests), and how they are answered.
// It is the only code that holds a token, and nothing that it logs or returns has
// one in it.
//
// It stands on discordgo and keeps its known faults out. A request waits for its
// own interaction only and never longer than its context; the gateway's connection
// is supervised from outside, since the library's own reconnection neither stops nor
// gives up; what comes in is decoded here, so that a message with parts that the
// library does not know does not lose the interaction it came with.
//
// What it trades away: one connection, so up to 2,500 guilds. An opening handshake
// in which Discord asks for a reconnection can't be taken back from the library: it
// is left behind with one goroutine, and its socket is closed.
package discord
