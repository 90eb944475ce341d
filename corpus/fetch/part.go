package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// part is a document on its way: the file Dest.part, open for writing.
type part struct {
	path  string
	file  *os.File
	size  int64
	etag  string // strong, of the document that the bytes are of; "" if unknown
	total int64  // size of the document; -1 if unknown
	// mixed says that the bytes came with more than one response, so that a wrong hash may
	// be a wrong joint.
	mixed bool
}

// openPart opens the part of a destination, with what an earlier call left if the document is
// pinned.
func openPart(dest string, pinned bool) (*part, error) {
	p := &part{path: dest + ".part", total: -1}
	file, err := os.OpenFile(p.path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open the part file: %w", err)
	}
	p.file = file
	info, err := file.Stat()
	if err == nil {
		p.size, p.mixed = info.Size(), true
		if !pinned {
			err = p.restart("", -1)
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the part file: %w", err), p.close(pinned))
	}
	return p, nil
}

// restart empties the part for a document of a size and an entity tag, each perhaps unknown.
func (p *part) restart(etag string, total int64) error {
	if p.size > 0 {
		if err := p.file.Truncate(0); err != nil {
			return fmt.Errorf("empty the part file: %w", err)
		}
	}
	p.size, p.mixed, p.etag, p.total = 0, false, etag, total
	return nil
}

func (p *part) append(b []byte) error {
	n, err := p.file.WriteAt(b, p.size)
	p.size += int64(n)
	if err != nil {
		return fmt.Errorf("write the part file: %w", err)
	}
	return nil
}

// head returns the first bytes of the part, n if it has so many.
func (p *part) head(n int64) ([]byte, error) {
	b := make([]byte, min(n, p.size))
	if _, err := p.file.ReadAt(b, 0); err != nil {
		return nil, fmt.Errorf("read the part file: %w", err)
	}
	return b, nil
}

// check compares the SHA-256 of the part with the pinned one, if there is one.
func (p *part) check(want string) error {
	if want == "" {
		return nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(p.file, 0, p.size)); err != nil {
		return fmt.Errorf("read the part file: %w", err)
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		return fmt.Errorf("%w: want SHA-256 %s, got %s", ErrHashMismatch, want, got)
	}
	return nil
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
	// The file is in place whether or not the system can write its folder to the disk.
	if d, err := os.Open(filepath.Dir(dest)); err == nil {
		d.Sync()
		d.Close()
	}
	return nil
}

// close ends the work on the part after an error. One that no later call can resume is removed.
func (p *part) close(pinned bool) error {
	err := p.file.Close()
	if errors.Is(err, os.ErrClosed) {
		err = nil
	}
	if p.size == 0 || !pinned {
		err = errors.Join(err, os.Remove(p.path))
	}
	return err
}
