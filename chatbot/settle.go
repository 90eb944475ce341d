package chatbot

import (
	"context"
	"runtime/debug"
	"time"
)

// settle gives memory back to the system when the bot has come to rest after some work,
// until the context ends. Left to itself, Go keeps what a flood of questions has
// left behind until its next collection, which is minutes away where nothing is asked, and
// hands the pages back some at a time after that. The collection that is forced takes
// about a tenth of a second, when nobody waits for an answer.
func (b *Bot) settle(ctx context.Context) {
	rest := time.NewTimer(b.config.Bounds.Settle)
	defer rest.Stop()
	worked := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.worked:
			worked = true
			rest.Reset(b.config.Bounds.Settle)
			continue
		case <-rest.C:
		}
		switch {
		case b.busy(): // its end is told
		case worked:
			worked = false
			b.config.Free()
		}
	}
}

// busy reports whether something is being served.
func (b *Bot) busy() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.served > 0
}

// note tells that something was served.
func (b *Bot) note() {
	select {
	case b.worked <- struct{}{}:
	default: // it is to be told already
	}
}

// free collects what is not used, and gives its pages back.
func free() { debug.FreeOSMemory() }
