package chatbot

import (
	"context"
	"runtime/debug"
	"time"
)

// settle gives memory back to the system when the bot becomes idle, until the context
// ends. By itself Go keeps the memory of a burst of questions until its next
// collection, minutes away when nothing is asked, and then returns pages slowly. The
// forced collection takes about a tenth of a second, when nobody waits for an answer.
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
		case b.busy(): // its end will be noted
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

// note signals that something was served.
func (b *Bot) note() {
	select {
	case b.worked <- struct{}{}:
	default: // already signalled
	}
}

// free collects garbage and returns its pages to the system.
func free() { debug.FreeOSMemory() }
