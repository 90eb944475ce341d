package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// lockWait is how long Update waits for another process's change, unless its context
// has a deadline.
const lockWait = 30 * time.Second

// lockPoll is how often it checks.
const lockPoll = 10 * time.Millisecond

// Update changes the library in the folder home, which is created if needed. It waits
// until no other process is changing the library, calls change, and makes the result
// visible in one step; if change returns an error, that is returned and nothing is
// done. An empty change makes no new generation.
//
// Damaged documents, and those of another version, do not matter: change may replace or
// remove them.
//
// Update fails with ErrLocked when the wait is over. After any error the library is
// unchanged, except for one that says otherwise: the new manifest is in place, but the
// system cannot promise that it survives a power failure.
func Update(ctx context.Context, home string, change func(*Tx) error) error {
	return update(ctx, disk{}, home, change)
}

func update(ctx context.Context, d disk, home string, change func(*Tx) error) error {
	home, err := absolute(home)
	if err != nil {
		return err
	}
	if err := d.makeFolder(home, homeMode); err != nil {
		return unchanged(err)
	}
	unlock, err := lock(ctx, d, home)
	if err != nil {
		return err
	}
	defer unlock()
	m, err := readManifest(home)
	if err != nil {
		return err
	}
	tx := newTx(d, home, m)
	defer tx.end()
	if err := change(tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return unchanged(err)
	}
	return tx.commit()
}

// unchanged adds to an error what it means for the library.
func unchanged(err error) error {
	return fmt.Errorf("change library: %w; the library is unchanged", err)
}

// lock keeps other processes, and other calls in this one, from changing the
// library. The lock is the operating system's: it ends with the process.
func lock(ctx context.Context, d disk, home string) (unlock func(), err error) {
	if ctx.Err() != nil {
		return nil, unchanged(ctx.Err())
	}
	wait := ctx
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		wait, cancel = context.WithTimeout(ctx, lockWait)
		defer cancel()
	}
	l := flock.New(filepath.Join(home, lockName), flock.SetPermissions(fileMode))
	err = d.do(stepLock, l.Path(), func() error {
		_, err := l.TryLockContext(wait, lockPoll)
		return err
	})
	switch {
	case err == nil:
		return func() { _ = l.Close() }, nil
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fmt.Errorf("%w in %q: %w", ErrLocked, home, err)
	}
	return nil, unchanged(fmt.Errorf("lock library in %q: %w", home, err))
}
