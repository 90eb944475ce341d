package rpc

import (
	"cmp"
	"time"
)

// Limits bound a connection. A field that is zero or less means its default.
type Limits struct {
	Header        int           // bytes of a frame's header (8 KiB); a longer one ends the connection
	Message       int           // bytes of a frame's body (64 MiB); a larger one is skipped and refused
	Requests      int           // of the client, waiting or running (65,536); with more, reading waits
	RequestBytes  int           // that these take (32 MiB); one larger request passes when none else is there
	Workers       int           // requests that run at once (4)
	Detached      int           // long requests beside them (256), see Detach
	Outgoing      int           // messages that wait to be written, without answers (1024)
	OutgoingBytes int           // that these take (64 MiB); one larger message passes when none else waits
	Calls         int           // own requests without an answer (64); more fail at once
	Stall         time.Duration // that the read loop waits for room in vain (30 s)
	Grace         time.Duration // that Close waits for goroutines (2 s)
}

// withDefaults fills in limits meant for an editor on the same machine: the largest document
// that people open fits into a message, and a client that misbehaves costs some
// hundred megabytes at worst.
func (l Limits) withDefaults() Limits {
	return Limits{
		Header: cmp.Or(l.Header, 8<<10), Message: cmp.Or(l.Message, 64<<20),
		Requests: cmp.Or(l.Requests, 65_536), RequestBytes: cmp.Or(l.RequestBytes, 32<<20),
		Workers: cmp.Or(l.Workers, 4), Detached: cmp.Or(l.Detached, 256),
		Outgoing: cmp.Or(l.Outgoing, 1024), OutgoingBytes: cmp.Or(l.OutgoingBytes, 64<<20),
		Calls: cmp.Or(l.Calls, 64),
		Stall: cmp.Or(l.Stall, 30*time.Second), Grace: cmp.Or(l.Grace, 2*time.Second),
	}
}
