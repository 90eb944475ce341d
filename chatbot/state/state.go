// Package state is what the Discord bot remembers, in one SQLite file: settings of
// guilds, saved answers for buttons that survive a restart, votes, questions that
// were refused, and counts.
//
// # Users
//
// A user is stored as a keyed hash only ([Store.User]); the key lies in a file
// beside the database, and without it nobody can tell whose a row is, not even by
// trying all ids. Mentions in stored texts are blanked ([Anonymous]). What is kept
// of a user can be shown ([Store.Export]) and cut off ([Store.Forget]).
//
// # Processes
//
// One process at a time has a store open: a second [Open] of the folder is
// [ErrInUse]. Reports for maintainers read beside it ([ReadFeedback]) and never
// write.
//
// # What it trades away
//
// A commit is not synced to the disk one by one. What was acknowledged survives
// the death of the process at any moment; a power failure may take the last
// seconds, and never the file. Counts and questions are written behind the answer
// ([Store.Record]) and may be lost with the process too. Days are UTC.
package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// The files of a store's folder. SQLite adds its -wal and -shm beside the database.
const (
	databaseName = "bot.db"
	keyName      = "bot.key"
	lockName     = "bot.lock"
)

const (
	fileMode   fs.FileMode = 0o600
	folderMode fs.FileMode = 0o700
)

// operationWait bounds one operation on the database, whatever its context says.
// They take well under 10 ms; the bound is for a disk that hangs.
const operationWait = 10 * time.Second

// readers is how many connections read at a time. Each costs about 2 MB of cache.
const readers = 4

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

	pragmas []string // for tests
}

// Store is an open store. Its methods are for any number of goroutines.
type Store struct {
	path   string
	key    []byte
	guild  Guild
	bounds Bounds
	now    func() time.Time

	lock  *flock.Flock
	write *sql.DB // one connection; each of its transactions takes the write lock at its begin
	read  *sql.DB
	stmts statements

	recorder recorder
	closing  sync.Once
}

// Open opens the store of a folder, and makes what is not there: the folder
// (0700), the database and the key (0600). A database of an older pqcite is brought up to
// date in one transaction. An error leaves everything that is there as it is; see
// [ErrInUse], [ErrDamaged], [ErrNewer], [ErrForeign], [ErrKey].
func Open(ctx context.Context, dir string, o Options) (*Store, error) {
	return open(ctx, dir, o, migrations)
}

func open(ctx context.Context, dir string, o Options, steps []string) (_ *Store, err error) {
	s, err := newStore(dir, o)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.release()
		}
	}()
	if s.lock, err = lockFolder(dir); err != nil {
		return nil, err
	}
	if err := createDatabase(s.path); err != nil {
		return nil, err
	}
	if s.write, err = connect(s.path, writing, o.pragmas...); err != nil {
		return nil, err
	}
	if err := prepareDatabase(ctx, s.write, s.path, steps); err != nil {
		return nil, err
	}
	if s.key, err = openKey(ctx, dir, s.write); err != nil {
		return nil, err
	}
	if s.read, err = connect(s.path, reading); err != nil {
		return nil, err
	}
	if err := s.stmts.prepare(ctx, s.write, s.read); err != nil {
		return nil, s.explain(err)
	}
	s.recorder.start(s.writeAsked)
	return s, nil
}

func newStore(dir string, o Options) (*Store, error) {
	s := &Store{path: filepath.Join(dir, databaseName), guild: DefaultGuild(), bounds: o.Bounds, now: o.Now}
	if o.Guild != nil {
		s.guild = *o.Guild
	}
	if s.bounds == (Bounds{}) {
		s.bounds = DefaultBounds()
	}
	if s.now == nil {
		s.now = time.Now
	}
	if err := s.guild.Validate(); err != nil {
		return nil, fmt.Errorf("check the settings of guilds: %w", err)
	}
	if err := s.bounds.validate(); err != nil {
		return nil, fmt.Errorf("check the bounds of the store: %w", err)
	}
	return s, nil
}

// lockFolder makes the folder and keeps other processes from opening it. The lock
// is the operating system's: it ends with the process.
func lockFolder(dir string) (*flock.Flock, error) {
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return nil, fmt.Errorf("make the folder of the bot: %w", err)
	}
	l := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(fileMode))
	got, err := l.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %q: %w", dir, err)
	}
	if !got {
		return nil, fmt.Errorf("open %q: %w: stop the other bot, or give this one a folder of its own", dir, ErrInUse)
	}
	return l, nil
}

// createDatabase makes an empty file, so that SQLite does not make one that
// others can read; its own further files take the permissions of this one. A file that is there is not touched: to
// open and close it here would take away SQLite's locks of this process.
func createDatabase(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("make the database of the bot: %w", err)
	}
	return f.Close()
}

// Close writes what was recorded and closes the store. It is bounded: what can't
// be written by then counts as lost.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		s.recorder.stop()
		err = s.release()
	})
	return err
}

// release closes what is open of a store.
func (s *Store) release() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} { // the writer last: its close folds the log into the file
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if s.lock != nil {
		errs = append(errs, s.lock.Close())
	}
	return errors.Join(errs...)
}
