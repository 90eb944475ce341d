package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/gofrs/flock"
)

// incomingName is the folder below a home for files on their way into the library.
const incomingName = "incoming"

// incomingPattern matches what Incoming makes there.
var incomingPattern = regexp.MustCompile(`^[0-9a-f]{16}$`)

// maxIncomingTries bounds the search for a folder that no other process is creating or
// sweeping.
const maxIncomingTries = 10

// unlockedAge is the age from which a folder without a lock is considered abandoned:
// creating and locking it takes a moment.
const unlockedAge = 24 * time.Hour

// Incoming creates a folder below a home for files being fetched, and removes those of
// processes that were killed: a live one holds a lock in its own. Done removes the
// folder.
func Incoming(home string) (folder string, done func(), err error) {
	if home, err = absolute(home); err != nil {
		return "", nil, err
	}
	parent := filepath.Join(home, incomingName)
	if err := (disk{}).makeFolder(home, homeMode); err != nil {
		return "", nil, fmt.Errorf("create the folder of the library: %w", err)
	}
	if err := (disk{}).makeFolder(parent, homeMode); err != nil {
		return "", nil, fmt.Errorf("create a folder for downloads: %w", err)
	}
	sweepIncoming(parent)
	for range maxIncomingTries {
		folder = filepath.Join(parent, fmt.Sprintf("%016x", rand.Uint64()))
		if err = os.Mkdir(folder, 0o700); err != nil {
			continue
		}
		held := flock.New(filepath.Join(folder, lockName))
		if locked, _ := held.TryLock(); !locked { // another process is sweeping it
			continue
		}
		return folder, func() {
			_ = held.Close()
			_ = os.RemoveAll(folder)
			_ = os.Remove(parent) // unless another process has one in it
			_ = os.Remove(home)   // unless there is a library in it
		}, nil
	}
	return "", nil, fmt.Errorf("create a folder for downloads: %w", err)
}

// sweepIncoming removes the folders of dead processes. Nothing else is touched, and no
// symbolic link is followed.
func sweepIncoming(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || !incomingPattern.MatchString(e.Name()) {
			continue
		}
		folder := filepath.Join(parent, e.Name())
		name := filepath.Join(folder, lockName)
		if _, err := os.Lstat(name); err != nil {
			if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > unlockedAge {
				_ = os.RemoveAll(folder)
			}
			continue
		}
		l := flock.New(name)
		if locked, _ := l.TryLock(); locked {
			_ = l.Close()
			_ = os.RemoveAll(folder)
		}
	}
}
