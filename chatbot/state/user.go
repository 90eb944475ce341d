package state

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"

	"go.etcd.io/bbolt"

	"github.com/pqcite/pqcite/internal/atomicfile"
)

// Hash identifies a user: 32 hexadecimal digits, or "" where nobody is known.
type Hash string

const (
	keyBytes  = 32
	hashBytes = 16 // of HMAC-SHA256: two of a billion users share a hash with 1 in 10^21
)

var hashForm = regexp.MustCompile(`^[0-9a-f]{32}$`)

// valid distinguishes a hash from an id, which must never be stored by mistake.
func (h Hash) valid() bool { return hashForm.MatchString(string(h)) }

func (h Hash) validOrNobody() bool { return h == "" || h.valid() }

// User is the hash of a user's id; "" is nobody. It is the same as long as the key
// is.
func (s *Store) User(id string) Hash {
	if id == "" {
		return ""
	}
	return Hash(hex.EncodeToString(keyed(s.key, "user", id)[:hashBytes]))
}

// keyed is the HMAC of a text for one purpose.
func keyed(key []byte, purpose, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(purpose + "\x00" + text))
	return h.Sum(nil)
}

// mention is how Discord writes a user in a text.
var mention = regexp.MustCompile(`<@!?[0-9]{1,20}>`)

// Anonymous is a text without the ids of the users that it mentions. Whatever is
// asked should go through it before it is asked, since a plan repeats the question.
func Anonymous(text string) string { return mention.ReplaceAllString(text, "@user") }

// openKey reads the key next to a database, or makes it for a database that has seen
// none. A database is bound to its key: with another one every user would be a
// stranger, who could vote again and not be forgotten.
func openKey(file string, tx *bbolt.Tx) ([]byte, error) {
	path := filepath.Join(filepath.Dir(file), keyName)
	var known string
	if _, err := get(tx, metaBucket, "key", &known); err != nil {
		return nil, err
	}
	key, err := readKey(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && known == "":
		key, err = createKey(path)
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("read %q: %w: it is not there: restore it from a backup, or move %q aside", path, ErrKey, file)
	}
	if err != nil {
		return nil, err
	}
	mark := hex.EncodeToString(keyed(key, "fingerprint", "")[:hashBytes])
	if known != "" && known != mark {
		return nil, fmt.Errorf("read %q: %w: it is another one than that of %q: restore it from a backup, or move the database aside", path, ErrKey, file)
	}
	return key, put(tx, metaBucket, "key", mark)
}

func readKey(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("read %q: %w: others can read it: set its mode to 600", path, ErrKey)
	}
	key, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the key of the user hashes: %w", err)
	}
	if len(key) != keyBytes || bytes.Equal(key, make([]byte, keyBytes)) {
		return nil, fmt.Errorf("read %q: %w: it is not %d random bytes: restore it from a backup", path, ErrKey, keyBytes)
	}
	return key, nil
}

func createKey(path string) ([]byte, error) {
	key := make([]byte, keyBytes)
	rand.Read(key) // never fails: it would end the process
	if err := atomicfile.WriteBytes(path, fileMode, key); err != nil {
		return nil, fmt.Errorf("make the key of the user hashes: %w", err)
	}
	return key, nil
}
