// Package state is what the Discord bot remembers, in one file of a key-value store (bbolt): settings of guilds, saved answers for buttons
// that survive a restart, votes, questions that were refused, and counts.
//
// # Users
//
// A user is stored as a keyed hash only ([Store.User]); the key is in a file next to the database, and without it nobody can find out whose a
// record is, not even by trying all ids. Mentions in stored texts are blanked ([Anonymous]). What is kept of a user can be shown
// ([Store.Export]) and cut off ([Store.Forget]).
//
// # Processes
//
// One process at a time has a store open: a second [Open] of the folder is [ErrInUse]. Reports for maintainers ([ReadFeedback]) read a copy and
// never write, so that they can be made while the bot runs.
//
// # What it trades away
//
// Every commit is synced to the disk, which costs a few milliseconds for an answer; what was acknowledged survives the death of the process and
// of the machine. Counts and questions are written after the answer ([Store.Record]) and may be lost with the process. The file keeps the size
// that it once needed. Days are UTC.
package state

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

// The files of a store's folder.
const (
	databaseName = "bot.bolt"
	keyName      = "bot.key"
	// formerName is the SQLite database of pqcite's versions before the first release.
	formerName = "bot.db"
)

const (
	fileMode   fs.FileMode = 0o600
	folderMode fs.FileMode = 0o700
)

// operationWait bounds how long one operation waits for those before it. They take milliseconds; the bound is for a disk that hangs.
const operationWait = 10 * time.Second

// The errors that callers branch on. Their texts name the file and the remedy.
var (
	ErrInUse    = errors.New("the store is in use by another process")
	ErrDamaged  = errors.New("the database is damaged")
	ErrNewer    = errors.New("the database is of a newer pqcite")
	ErrForeign  = errors.New("the database is not one of pqcite's bot")
	ErrKey      = errors.New("the key of the user hashes does not fit")
	ErrFull     = errors.New("the disk is full")
	ErrReadOnly = errors.New("the disk takes no writes")
	ErrClosed   = errors.New("the store is closed")
	ErrNotFound = errors.New("no such saved answer")
	ErrExpired  = errors.New("the saved answer has expired")
)

// Options say how a store is opened.
type Options struct {
	// Guild are the settings of a guild that has made none; nil means
	// [DefaultGuild].
	Guild *Guild
	// Bounds of what is kept; the zero value means [DefaultBounds].
	Bounds Bounds
	// Now is the clock; nil means time.Now.
	Now func() time.Time

	maxSize int                                              // of the file in bytes, for tests; 0 is no bound
	open    func(string, int, os.FileMode) (*os.File, error) // for tests; nil means os.OpenFile
}

// Store is an open store. Its methods are for any number of goroutines.
type Store struct {
	path   string
	former string
	key    []byte
	guild  Guild
	bounds Bounds
	now    func() time.Time

	db      *bbolt.DB
	file    *os.File      // of db
	writing chan struct{} // has room for the one that writes
	reading sync.RWMutex  // held for writing while free pages are wiped

	recorder recorder
	closing  sync.Once
}

// Open opens the store of a folder, and makes what is not there: the folder
// (0700), the database and the key (0600). An error leaves everything that is there as it is; see
// [ErrInUse], [ErrDamaged], [ErrNewer], [ErrForeign], [ErrKey].
func Open(ctx context.Context, dir string, o Options) (*Store, error) {
	s, err := newStore(dir, o)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return nil, fmt.Errorf("make the folder of the bot: %w", err)
	}
	if err := s.openDatabase(o); err != nil {
		return nil, err
	}
	s.recorder.start(s.writeRecorded)
	return s, nil
}

func newStore(dir string, o Options) (*Store, error) {
	s := &Store{path: filepath.Join(dir, databaseName), guild: DefaultGuild(), bounds: cmp.Or(o.Bounds, DefaultBounds()), now: o.Now, writing: make(chan struct{}, 1)}
	if o.Guild != nil {
		s.guild = *o.Guild
	}
	if s.now == nil {
		s.now = time.Now
	}
	if err := s.guild.Validate(); err != nil {
		return nil, fmt.Errorf("check the settings of guilds: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, formerName)); err == nil {
		s.former = filepath.Join(dir, formerName)
	}
	return s, nil
}

// Former is the path of the database of an earlier version in the folder of the store, "" if there is none. Nothing reads it, and
// [Store.Forget] does not reach it.
func (s *Store) Former() string { return s.former }

// Close writes what was recorded and closes the store. It is bounded: what can't
// be written by then counts as lost.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		s.recorder.stop()
		ctx, cancel := context.WithTimeout(context.Background(), closeWait)
		defer cancel()
		if err = s.writeRecorded(ctx); err != nil { // the disk hangs, and would hang the closing too
			s.recorder.lose(s.recorder.take(), err)
			return
		}
		err = s.db.Close()
	})
	return err
}
