package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// part is a document on its way: the file Dest.part, open for writing, and
// Dest.part.json, which says where its bytes came from.
type part struct {
	path   string
	file   *os.File
	size   int64
	origin origin
	// mixed says that the bytes came with more than one response, so that a
	// wrong hash may be a wrong joint.
	mixed bool
}

// origin is what must not have changed for a part to be continued.
type origin struct {
	URL string `json:"url"` // without secrets, for people
	// Key is the SHA-256 of the URL without user and password: queries may be
	// secret, and tell documents apart.
	Key          string `json:"url_sha256"`
	ETag         string `json:"etag"`          // strong, or ""
	LastModified string `json:"last_modified"` // "" unless it is as good as a strong ETag
	Total        int64  `json:"total"`         // size of the document; -1 if unknown
}

// maxOrigin bounds the file that an origin is read from, in bytes.
const maxOrigin = 64 << 10

// openPart opens the part of a destination, with what an earlier call left of the
// same URL.
func openPart(dest string, u *url.URL) (*part, error) {
	p := &part{path: dest + ".part"}
	file, err := os.OpenFile(p.path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open the part file: %w", err)
	}
	p.file = file
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the part file: %w", err), p.close())
	}
	p.size, p.mixed = info.Size(), true
	if p.origin, err = readOrigin(p.originPath()); err != nil || !p.isOf(u) {
		if err := p.restart(newOrigin(u, nil, -1)); err != nil {
			return nil, errors.Join(err, p.close())
		}
	}
	return p, nil
}

// isOf reports whether the part can be the beginning of the document at u.
func (p *part) isOf(u *url.URL) bool {
	return p.origin.Key == urlKey(u) && (p.origin.Total < 0 || p.size <= p.origin.Total)
}

func (p *part) originPath() string { return p.path + ".json" }

func urlKey(u *url.URL) string {
	plain := *u
	plain.User = nil
	sum := sha256.Sum256([]byte(plain.String()))
	return hex.EncodeToString(sum[:])
}

func newOrigin(u *url.URL, h http.Header, total int64) origin {
	o := origin{URL: redact(u), Key: urlKey(u), Total: total}
	if etag := h.Get("ETag"); isStrong(etag) {
		o.ETag = etag
	}
	modified, err := http.ParseTime(h.Get("Last-Modified"))
	date, err2 := http.ParseTime(h.Get("Date"))
	if err == nil && err2 == nil && date.Sub(modified) >= strongAge {
		o.LastModified = h.Get("Last-Modified")
	}
	return o
}

// strongAge is how much older than its response a document must be for its date
// to prove that it is the same. RFC 9110, section 8.8.2.2, asks for a second and
// enough to make a skew of clocks unlikely.
const strongAge = time.Minute

// isStrong reports whether s is a strong entity tag: quoted, printable and not
// marked weak.
func isStrong(s string) bool {
	if len(s) < 2 || len(s) > 1024 || s[0] != '"' || s[len(s)-1] != '"' {
		return false
	}
	for _, b := range []byte(s[1 : len(s)-1]) {
		if b <= ' ' || b == '"' || b == 0x7f {
			return false
		}
	}
	return true
}

// validator is what If-Range takes; "" if the server gave nothing to go by.
func (o *origin) validator() string {
	if o.ETag != "" {
		return o.ETag
	}
	return o.LastModified
}

func readOrigin(path string) (origin, error) {
	f, err := os.Open(path)
	if err != nil {
		return origin{}, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxOrigin))
	if err != nil {
		return origin{}, err
	}
	return parseOrigin(data)
}

// parseOrigin reads an origin and refuses one that can't be sent to a server.
func parseOrigin(data []byte) (origin, error) {
	var o origin
	if err := json.Unmarshal(data, &o); err != nil {
		return origin{}, err
	}
	if o.ETag != "" && !isStrong(o.ETag) {
		return origin{}, fmt.Errorf("entity tag %q is not a strong one", o.ETag)
	}
	if o.LastModified != "" {
		if _, err := http.ParseTime(o.LastModified); err != nil {
			return origin{}, err
		}
	}
	return o, nil
}

// restart empties the part for a document of the origin.
func (p *part) restart(o origin) error {
	if p.size > 0 {
		if err := p.file.Truncate(0); err != nil {
			return fmt.Errorf("empty the part file: %w", err)
		}
	}
	p.size, p.mixed = 0, false
	return p.setOrigin(o)
}

func (p *part) setOrigin(o origin) error {
	p.origin = o
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if err := os.WriteFile(p.originPath(), append(data, '\n'), 0o644); err != nil {
		return fmt.Errorf("write beside the part file: %w", err)
	}
	return nil
}

// discard empties the part.
func (p *part) discard() error {
	o := p.origin
	o.ETag, o.LastModified, o.Total = "", "", -1
	return p.restart(o)
}

// Write appends to the part.
func (p *part) Write(b []byte) (int, error) {
	n, err := p.file.WriteAt(b, p.size)
	p.size += int64(n)
	if err != nil {
		return n, fmt.Errorf("write the part file: %w", err)
	}
	return n, nil
}

// head returns the first bytes of the part, n if it has so many.
func (p *part) head(n int64) ([]byte, error) {
	b := make([]byte, min(n, p.size))
	if _, err := p.file.ReadAt(b, 0); err != nil {
		return nil, fmt.Errorf("read the part file: %w", err)
	}
	return b, nil
}

// sum returns the SHA-256 of the part in hex.
func (p *part) sum() (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(p.file, 0, p.size)); err != nil {
		return "", fmt.Errorf("read the part file: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// commit makes the part the destination.
func (p *part) commit(dest string) error {
	if err := p.file.Sync(); err != nil {
		return fmt.Errorf("write the part file to the disk: %w", err)
	}
	if err := p.file.Close(); err != nil {
		return fmt.Errorf("close the part file: %w", err)
	}
	if err := os.Rename(p.path, dest); err != nil {
		return fmt.Errorf("move the part file into place: %w", err)
	}
	os.Remove(p.originPath()) // without its part it is never read
	syncDir(filepath.Dir(dest))
	return nil
}

// syncDir writes a folder's entries to the disk, where the system can. The file
// is in place whether it can or not.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		d.Sync()
		d.Close()
	}
}

// close ends the work on the part after an error. An empty one is removed.
func (p *part) close() error {
	err := p.file.Close()
	if errors.Is(err, os.ErrClosed) {
		err = nil
	}
	if p.size == 0 {
		err = errors.Join(err, os.Remove(p.path))
		os.Remove(p.originPath()) // without its part it is never read
	}
	return err
}
