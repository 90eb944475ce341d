package state

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// The buckets of schema 1. A user is a keyed hash of 32 digits, an answer's id has 12 characters, times are 8 bytes of milliseconds since 1970 whose
// order is that of the bytes. A guild is "" in direct messages.
var (
	metaBucket     = []byte("meta")     // "schema"; "key": the fingerprint of the key that users are hashed with; "room"; "written"
	guildBucket    = []byte("guild")    // id → Guild
	answerBucket   = []byte("answer")   // id → a line of answerHead, and the encoded answer
	askedBucket    = []byte("asked")    // time and id of an answer
	keptBucket     = []byte("kept")     // guild/id of an answer whose text maintainers may read
	voteBucket     = []byte("vote")     // answer and user → vote
	questionBucket = []byte("question") // guild/hash → question
	askerBucket    = []byte("asker")    // question and user
	userBucket     = []byte("user")     // user, one of ownAnswer, ownVote and ownQuestion, and the key of that
	tallyBucket    = []byte("tally")    // day/guild/kind/name → count
)

const schema = 1

// pageSize is that of all databases, whatever machine made them, so that a copy knows where the two heads of the file are.
const pageSize = 4096

// lockWait is less than bbolt waits between two attempts to lock a file: there is one.
const lockWait = time.Millisecond

var present = []byte{} // the value of a key that says everything

// openDatabase opens the file for this process alone. Nothing is written before it is known to be ours, whole and not newer than we are.
func (s *Store) openDatabase(o Options) error {
	if err := inspect(s.path, s.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	openFile := o.open
	if openFile == nil {
		openFile = os.OpenFile
	}
	db, err := bbolt.Open(s.path, fileMode, &bbolt.Options{
		Timeout: lockWait, PageSize: pageSize, FreelistType: bbolt.FreelistMapType, MaxSize: o.maxSize,
		OpenFile: func(name string, flag int, mode os.FileMode) (_ *os.File, err error) {
			s.file, err = openFile(name, flag, mode)
			return s.file, err
		},
	})
	if err != nil {
		return explain(s.path, err)
	}
	s.db = db
	if err := db.Update(s.prepare); err != nil {
		return errors.Join(explain(s.path, err), db.Close())
	}
	return nil
}

// prepare makes what is not there, and reads the key that the database is bound to.
func (s *Store) prepare(tx *bbolt.Tx) (err error) {
	for _, name := range [][]byte{metaBucket, guildBucket, answerBucket, askedBucket, keptBucket, voteBucket, questionBucket, askerBucket, userBucket, tallyBucket} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	s.key, err = openKey(s.path, tx)
	return errors.Join(err, put(tx, metaBucket, "schema", schema))
}

// inspect reports why a file can't be opened as a store; name is what it is called in errors. It reads every page. A file that is not
// there is [fs.ErrNotExist]; an empty one is a store that has yet to be made.
func inspect(path, name string) error {
	info, err := os.Stat(path)
	if err != nil || info.Size() == 0 {
		return err
	}
	return guarded(name, func() error {
		db, err := openCopy(path)
		if err != nil {
			return explain(name, err)
		}
		defer db.Close()
		return db.View(func(tx *bbolt.Tx) error {
			if tx.Size() > info.Size() {
				return damaged(name, fmt.Errorf("it has %d bytes of %d", info.Size(), tx.Size()))
			}
			if err := ours(name, tx); err != nil {
				return err
			}
			return whole(name, tx)
		})
	})
}

// openCopy opens a file for reading only; others may do so at the same time.
func openCopy(file string) (*bbolt.DB, error) {
	return bbolt.Open(file, fileMode, &bbolt.Options{ReadOnly: true, Timeout: lockWait})
}

func ours(file string, tx *bbolt.Tx) error {
	if first, _ := tx.Cursor().First(); first == nil {
		return nil // made, and stopped before it was filled
	}
	meta := tx.Bucket(metaBucket)
	var version int
	if meta == nil || json.Unmarshal(meta.Get([]byte("schema")), &version) != nil || version < 1 {
		return fmt.Errorf("open %q: %w: name another folder", file, ErrForeign)
	}
	if version > schema {
		return fmt.Errorf("open %q: %w: it has schema %d and this one knows %d: update pqcite, or name another folder", file, ErrNewer, version, schema)
	}
	return nil
}

// whole visits every key, where a page that is not there is a fault of this goroutine, and then has bbolt compare the pages in use with the free ones.
func whole(file string, tx *bbolt.Tx) error {
	err := tx.ForEach(func(_ []byte, b *bbolt.Bucket) error { return b.ForEach(func(_, _ []byte) error { return nil }) })
	for found := range tx.Check() {
		err = errors.Join(err, found)
	}
	if err != nil {
		return damaged(file, err)
	}
	return nil
}

// guarded turns what a damaged file does to those who read it in memory into an error.
func guarded(file string, run func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = damaged(file, fmt.Errorf("panic: %v", p))
		}
	}()
	return run()
}

// view runs a transaction that reads, all of it as of one moment.
func (s *Store) view(ctx context.Context, read func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("read %q: %w", s.path, err)
	}
	s.reading.RLock()
	defer s.reading.RUnlock()
	return explain(s.path, s.db.View(faultless(read)))
}

// update runs a transaction that writes. The context bounds the wait for those before it; once begun it is finished, so that a caller that goes
// away leaves no doubt of what was written.
func (s *Store) update(ctx context.Context, change func(*bbolt.Tx) error) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	defer s.end()
	return explain(s.path, s.db.Update(faultless(change)))
}

// begin waits until nobody else writes; end lets the next one.
func (s *Store) begin(ctx context.Context) error {
	wait, cancel := context.WithTimeout(ctx, operationWait)
	defer cancel()
	err := wait.Err()
	if err == nil {
		select {
		case s.writing <- struct{}{}:
			return nil
		case <-wait.Done():
			err = wait.Err()
		}
	}
	return fmt.Errorf("write %q: %w", s.path, err)
}

func (s *Store) end() { <-s.writing }

// faultless makes a fault of the mapped file, as on a disk that has gone, a panic that can be contained: by itself it would end the process.
func faultless(run func(*bbolt.Tx) error) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		return run(tx)
	}
}

// wipe overwrites the pages that nothing uses any more: bbolt leaves in them what was deleted. Nobody reads meanwhile, since a transaction that
// reads may use such a page.
func (s *Store) wipe(ctx context.Context) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	defer s.end()
	s.reading.Lock()
	defer s.reading.Unlock()
	tx, err := s.db.Begin(true) // else Tx.Page must not be called
	if err != nil {
		return explain(s.path, err)
	}
	defer func() { _ = tx.Rollback() }()
	return explain(s.path, wipePages(tx, s.file))
}

func wipePages(tx *bbolt.Tx, file *os.File) error {
	page, zeros := make([]byte, pageSize), make([]byte, pageSize)
	for id := range tx.Size() / pageSize {
		if info, err := tx.Page(int(id)); err != nil || info.Type != "free" {
			continue
		}
		if _, err := file.ReadAt(page, id*pageSize); err != nil {
			return err
		}
		if !bytes.Equal(page, zeros) {
			if _, err := file.WriteAt(zeros, id*pageSize); err != nil {
				return err
			}
		}
	}
	return file.Sync()
}

// Writable writes a mark, and returns why that could not be done: [ErrFull],
// [ErrReadOnly], [ErrDamaged], [ErrClosed] or the context's error among others.
func (s *Store) Writable(ctx context.Context) error {
	return s.update(ctx, func(tx *bbolt.Tx) error { return put(tx, metaBucket, "written", s.now().UnixNano()) })
}

// explain says of an error of the database or of a record what it means for the operator.
func explain(file string, err error) error {
	var system *fs.PathError
	switch {
	case err == nil, errors.Is(err, ErrDamaged):
		return err
	case errors.Is(err, errAnswer), errors.Is(err, errRecord), errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		return damaged(file, err)
	case errors.Is(err, berrors.ErrDatabaseNotOpen):
		return ErrClosed
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("open %q: %w: stop the other bot, or give this one a folder of its own", file, ErrInUse)
	case full(err):
		return fmt.Errorf("write %q: %w: make room; what was acknowledged is kept: %w", file, ErrFull, err)
	case errors.As(err, &system):
		return fmt.Errorf("write %q: %w: see that its folder is on a disk that works, is not mounted read-only and is the bot's own: %w", file, ErrReadOnly, err)
	}
	return err
}

// full reports whether an error is for want of room. bbolt passes some errors of the system on as texts.
func full(err error) bool {
	const diskFull = syscall.Errno(112) // of Windows
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, berrors.ErrMaxSizeReached) || os.PathSeparator == '\\' && errors.Is(err, diskFull) ||
		strings.Contains(err.Error(), syscall.ENOSPC.Error())
}

func damaged(file string, err error) error {
	return fmt.Errorf("read %q: %w: nothing was changed: move it aside and start again, or restore a backup: %w", file, ErrDamaged, err)
}

// errRecord is a record that is not what was written.
var errRecord = errors.New("not a record of the bot")

// get reads a record into v, which stays as it is if there is none.
func get[K string | []byte](tx *bbolt.Tx, bucket []byte, key K, v any) (found bool, err error) {
	data := tx.Bucket(bucket).Get([]byte(key))
	if data == nil {
		return false, nil
	}
	return true, decodeRecord(bucket, data, v)
}

func decodeRecord(bucket, data []byte, v any) error {
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%w: %s: %w", errRecord, bucket, err)
	}
	return nil
}

func put[K string | []byte](tx *bbolt.Tx, bucket []byte, key K, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return tx.Bucket(bucket).Put([]byte(key), data)
}

// mark puts a key that says everything.
func mark[K string | []byte](tx *bbolt.Tx, bucket []byte, key K) error {
	return tx.Bucket(bucket).Put([]byte(key), present)
}

// scan visits the keys with a prefix in their order, as what follows the prefix. The bucket must not change meanwhile.
func scan[P string | []byte](tx *bbolt.Tx, bucket []byte, prefix P, visit func(rest string, value []byte) error) error {
	p := []byte(prefix)
	c := tx.Bucket(bucket).Cursor()
	for k, v := c.Seek(p); k != nil && bytes.HasPrefix(k, p); k, v = c.Next() {
		if err := visit(string(k[len(p):]), v); err != nil {
			return err
		}
	}
	return nil
}

// following are the keys with a prefix, as what follows it.
func following(tx *bbolt.Tx, bucket []byte, prefix string) (keys []string) {
	_ = scan(tx, bucket, prefix, func(rest string, _ []byte) error { keys = append(keys, rest); return nil })
	return keys
}

// timeKey orders times of milliseconds since 1970 as their bytes.
func timeKey(millis int64) string {
	return string(binary.BigEndian.AppendUint64(nil, uint64(millis)^1<<63))
}

const timeBytes = 8
