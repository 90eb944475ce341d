package state

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

//go:embed schema/*.sql
var schemaFiles embed.FS

// migrations are the steps from one schema to the next: the first makes schema 1
// out of nothing. A step that was released is never changed.
var migrations = readMigrations()

func readMigrations() []string {
	var steps []string
	for n := 1; ; n++ {
		step, err := schemaFiles.ReadFile(path.Join("schema", fmt.Sprintf("%d.sql", n)))
		if err != nil {
			return steps
		}
		steps = append(steps, string(step))
	}
}

// applicationID marks the file as one of ours: "pqci".
const applicationID = 0x70716369

// checkWait bounds what opening a database waits for.
const checkWait = time.Minute

// busyWait is how long, in milliseconds, SQLite waits for another process: a
// report that reads, or a tool of the operator.
const busyWait = 5000

// access is what a connection may do.
type access bool

const (
	reading access = false
	writing access = true
)

// connect opens a pool of connections. A pool that writes has one, and takes the
// write lock at the begin of a transaction, so that none fails half-way for
// another's write.
func connect(file string, a access, pragmas ...string) (*sql.DB, error) {
	abs, err := filepath.Abs(file)
	if err != nil {
		return nil, fmt.Errorf("find the database of the bot: %w", err)
	}
	slashed := filepath.ToSlash(abs)
	if !strings.HasPrefix(slashed, "/") { // a drive letter
		slashed = "/" + slashed
	}
	q := url.Values{
		"mode": {"rw"}, "_busy_timeout": {fmt.Sprint(busyWait)}, "_foreign_keys": {"on"}, "_synchronous": {"NORMAL"},
		"_dqs": {"0"}, "_defensive": {"1"}, "_error_rc": {"1"},
		"_pragma": append([]string{"trusted_schema(0)", "secure_delete(1)"}, pragmas...),
	}
	limit := readers
	if a == writing {
		q.Set("_txlock", "immediate")
		limit = 1
	} else {
		q.Set("_query_only", "on")
	}
	dsn := url.URL{Scheme: "file", Path: slashed, RawQuery: q.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", file, err)
	}
	db.SetMaxOpenConns(limit)
	db.SetMaxIdleConns(limit)
	return db, nil
}

// prepareDatabase brings a database up to date. Nothing is written before it is
// known to be ours, whole and not newer than we are.
func prepareDatabase(ctx context.Context, db *sql.DB, file string, steps []string) error {
	ctx, cancel := context.WithTimeout(ctx, checkWait)
	defer cancel()
	version, err := inspect(ctx, db, file, len(steps))
	if err != nil {
		return err
	}
	var mode string
	if err := db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode); err != nil {
		return explain(file, err)
	}
	if mode != "wal" {
		return fmt.Errorf("open %q: the file system has no shared memory for a write-ahead log (it is %q): use a local disk", file, mode)
	}
	for ; version < len(steps); version++ {
		if err := migrate(ctx, db, version+1, steps[version]); err != nil {
			return fmt.Errorf("bring %q to schema %d: %w; it is unchanged", file, version+1, explain(file, err))
		}
	}
	return nil
}

// inspect tells the schema of a database, 0 for a new one.
func inspect(ctx context.Context, db *sql.DB, file string, known int) (version int, err error) {
	var id, tables int
	err = db.QueryRowContext(ctx, `SELECT (SELECT user_version FROM pragma_user_version),
		(SELECT application_id FROM pragma_application_id), (SELECT count(*) FROM sqlite_schema)`).Scan(&version, &id, &tables)
	switch {
	case err != nil:
		return 0, explain(file, err)
	case version == 0 && id == 0 && tables == 0:
		return 0, nil
	case id != applicationID || version == 0:
		return 0, fmt.Errorf("open %q: %w: name another folder", file, ErrForeign)
	case version > known:
		return 0, fmt.Errorf("open %q: %w: it has schema %d and this one knows %d: update pqcite, or name another folder", file, ErrNewer, version, known)
	}
	return version, quickCheck(ctx, db, file)
}

// quickCheck reads every page once: 20,000 answers take 20 ms from the page cache.
func quickCheck(ctx context.Context, db *sql.DB, file string) error {
	var found string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found); err != nil {
		return explain(file, err)
	}
	if found != "ok" {
		return damaged(file, errors.New(found))
	}
	return nil
}

func migrate(ctx context.Context, db *sql.DB, version int, step string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	marks := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, version)
	if _, err := tx.ExecContext(ctx, step); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, marks); err != nil {
		return err
	}
	return tx.Commit()
}

// explain says of an error of SQLite or of a row what it means for the operator.
func explain(file string, err error) error {
	if errors.Is(err, errAnswer) {
		return damaged(file, err)
	}
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff { // the rest of the code says more closely which
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return damaged(file, err)
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("write %q: %w: make room; what was acknowledged is kept: %w", file, ErrFull, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("write %q: %w: see that its folder is on a disk that works, is not mounted read-only and is the bot's own: %w", file, ErrReadOnly, err)
	case sqlite3.SQLITE_BUSY:
		return fmt.Errorf("write %q: another program holds it for more than %d ms: close that: %w", file, busyWait, err)
	}
	return fmt.Errorf("use %q: %w", file, err)
}

func damaged(file string, err error) error {
	return fmt.Errorf("read %q: %w: nothing was changed: move it and its -wal and -shm aside and start again, "+
		"or restore a backup (the sqlite3 program's .recover saves what can be read): %w", file, ErrDamaged, err)
}

func (s *Store) explain(err error) error { return explain(s.path, err) }
