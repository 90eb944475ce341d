package store

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/internal/visible"
)

// FileOrigin is the origin of a document read from a file: the absolute path with
// symbolic links resolved, so that one file has one origin however it is named. It
// stays in the manifest, which is the user's own.
func FileOrigin(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	if resolved, err := filepath.EvalSymlinks(abs); err == nil {
		return resolved, nil
	}
	return filepath.Clean(abs), nil
}

// URLOrigin is the origin of a fetched document: its address without user, password,
// query and fragment. Different queries are different origins, so part of the query's
// hash is kept, without parameters that grant access and change over time.
func URLOrigin(u *url.URL) string {
	plain := *u
	plain.Host = strings.ToLower(u.Host)
	origin := visible.URL(&plain)
	query := u.Query()
	for key := range query {
		if grantsAccess(key) {
			query.Del(key)
		}
	}
	if len(query) > 0 {
		origin += "#query-" + hashOf([]byte(query.Encode()))[:12]
	}
	return origin
}

// accessWords are parts of the names of query parameters that contain a secret or
// belong to one.
var accessWords = []string{"token", "key", "sig", "auth", "secret", "pass", "pwd", "session", "credential", "expire", "policy", "x-amz", "x-goog", "ticket", "jwt", "nonce"}

func grantsAccess(parameter string) bool {
	low := strings.ToLower(parameter)
	return slices.ContainsFunc(accessWords, func(w string) bool { return strings.Contains(low, w) }) ||
		slices.Contains([]string{"se", "sp", "sv", "sr", "st", "t", "k", "h", "hash"}, low)
}

// folderOf is the folder of an origin, "" if unknown.
func folderOf(origin string) string {
	switch {
	case origin == "":
		return ""
	case strings.Contains(origin, "://"):
		return origin[:strings.LastIndexByte(origin, '/')]
	}
	return filepath.Dir(origin)
}

// folderName is the name of the folder of an origin, or of the host at its root.
func folderName(origin string) string {
	folder := filepath.ToSlash(folderOf(origin))
	if folder == "" {
		return ""
	}
	return path.Base(folder)
}

// gone reports whether an origin is a file that no longer exists.
func gone(origin string) bool {
	if !filepath.IsAbs(origin) {
		return false
	}
	_, err := os.Lstat(origin)
	return errors.Is(err, fs.ErrNotExist)
}
