package chatbot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/chatbot/limit"
	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// wide lets a test ask as much as it likes.
func wide() *limit.Budgets {
	b := []limit.Budget{{N: 100_000, Per: time.Minute}}
	return &limit.Budgets{User: b, Guild: b, Everyone: b}
}

// sluggish takes its time over each question.
func sluggish(ctx context.Context, question string, scope []string, o core.Observer) (core.Outcome, error) {
	timer := time.NewTimer(20 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-timer.C:
		return simple(ctx, question, scope, o)
	case <-ctx.Done():
		return core.Outcome{}, context.Cause(ctx)
	}
}

// Two hundred users ask at once. Each is acknowledged, and each gets an answer, a
// refusal or an apology. How soon is logged, not asserted: it depends on the machine.
func TestFlood(t *testing.T) {
	asks := crowd(200)
	for _, c := range []struct {
		name     string
		sizes    limit.Sizes
		busyMost int // asks that may not be taken
	}{
		{"room for all", limit.Sizes{Running: 10, Waiting: asks, PerUser: 3}, 0},
		{"room for few", limit.Sizes{Running: 4, Waiting: 20, PerUser: 3}, asks - 24},
	} {
		t.Run(c.name, func(t *testing.T) {
			aloneOnBoth(t, setup{asker: sluggish, budgets: wide(), sizes: &c.sizes}, func(t *testing.T, x *session) {
				all := make([]*discordtest.Interaction, asks)
				for i := range all {
					question := []string{"What is ML-KEM?", "What is FrodoKEM?"}[i%2]
					all[i] = x.ask(x.User(fmt.Sprint("reader ", i)).At(x.Guild(fmt.Sprint("guild ", i%7))), question)
				}
				ends := map[string]int{}
				var waits []time.Duration
				for _, it := range all {
					ends[x.end(it)]++
					x.sound(it)
					callback, _ := it.Callback()
					waits = append(waits, callback.After)
				}
				slices.Sort(waits)
				t.Logf("%v; acknowledged after %v (p50), %v (p99)", ends, waits[asks/2], waits[asks*99/100])
				if busy := ends["busy"]; busy > c.busyMost || ends["answer"]+ends["refusal"]+busy != asks {
					t.Errorf("the asks ended with %v, want at most %d that were not taken", ends, c.busyMost)
				}
			})
		})
	}
}

// end is how an ask ended.
func (x *session) end(it *discordtest.Interaction) string {
	x.tb.Helper()
	m, err := it.AwaitEdit(x.within(), func(m discordtest.Message) bool { return endOf(m) != "" })
	if err != nil {
		x.tb.Fatal(err)
	}
	return endOf(m)
}

// endOf is what a message says of an ask; "" if that goes on.
func endOf(m discordtest.Message) string {
	for _, e := range m.Embeds {
		if isSources(e.Title) {
			return "answer"
		}
		if e.Footer != nil && e.Footer.Text == says("refusal.nothing") {
			return "refusal"
		}
	}
	for name, k := range map[string]words.Key{
		"busy": "notice.too_busy", "outage": "notice.outage", "stopped": "notice.stopped", "late": "notice.timeout",
	} {
		if strings.HasSuffix(m.Content, says(k)) {
			return name
		}
	}
	return ""
}
