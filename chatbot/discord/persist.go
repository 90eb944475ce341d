package discord

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// Persist retries a function until it succeeds, the context ends or the error is
// [Final]. After each failure failed gets the error and the pause that follows.
func Persist(ctx context.Context, p Patience, failed func(err error, pause time.Duration), do func(context.Context) error) error {
	for wait := p.Least; ; wait = min(2*wait, p.Reach) {
		err := do(ctx)
		if err == nil || ctx.Err() != nil || Final(err) {
			return err
		}
		pause := jitter(wait)
		if answered := (*Error)(nil); errors.As(err, &answered) { // Discord may have said when
			pause = max(pause, answered.After)
		}
		failed(err, pause)
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// Final reports whether an error is Discord's definite refusal. Errors of a network or
// a proxy are not.
func Final(err error) bool {
	var answered *Error
	switch {
	case errors.Is(err, ErrToken), errors.Is(err, ErrKey):
		return true
	case !errors.As(err, &answered) || answered.Code == 0: // whoever sent this is not Discord
		return false
	}
	s := answered.Status
	return s >= http.StatusBadRequest && s < http.StatusInternalServerError && s != http.StatusTooManyRequests && s != http.StatusRequestTimeout
}
