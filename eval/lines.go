package eval

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// Bounds of what the readers take. The largest known input, SciFact's corpus,
// is 15 MB with lines of 20 kB.
const (
	maxLineBytes       = 1 << 20
	maxQuestionBytes   = 64 << 20
	maxCollectionBytes = 1 << 30
	maxReportBytes     = 256 << 20
)

// errTooLarge is wrapped by the error for an input that exceeds its bound.
var errTooLarge = errors.New("input is too large")

// File names an input and the bytes that it held.
type File struct {
	Name   string `json:"name"`   // without the folder
	SHA256 string `json:"sha256"` // lower-case hex
}

// boundedReader fails with errTooLarge, where io.LimitReader would end early and
// pass a part off as the whole.
type boundedReader struct {
	r    io.Reader
	left int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errTooLarge
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left+1)])
	b.left -= int64(n)
	if b.left < 0 {
		return n, errTooLarge
	}
	return n, err
}

// parseHashed feeds at most limit bytes of r to parse and returns the hash of
// all of r, whether or not parse read to the end.
func parseHashed(name string, r io.Reader, limit int64, parse func(io.Reader) error) (File, error) {
	sum := sha256.New()
	tee := io.TeeReader(&boundedReader{r: r, left: limit}, sum)
	if err := parse(tee); err != nil {
		return File{}, err
	}
	if _, err := io.Copy(io.Discard, tee); err != nil {
		return File{}, fmt.Errorf("read %q: %w", name, err)
	}
	return File{Name: name, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// parseFile is parseHashed for a file of a collection.
func parseFile(fsys fs.FS, name string, parse func(name string, r io.Reader) error) (File, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return File{}, fmt.Errorf("open collection: %w", err)
	}
	defer f.Close()
	return parseHashed(name, f, maxCollectionBytes, func(r io.Reader) error { return parse(name, r) })
}

// eachLine calls visit with every line of r that is not blank, without its end.
// The line is valid only during the call. Errors name the file and the line.
func eachLine(name string, r io.Reader, visit func(line []byte) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 64<<10), maxLineBytes)
	number := 0
	for s.Scan() {
		number++
		if len(bytes.TrimSpace(s.Bytes())) == 0 {
			continue
		}
		if err := visit(s.Bytes()); err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	switch err := s.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s:%d: %w: line has more than %d bytes", name, number+1, errTooLarge, maxLineBytes)
	case err != nil:
		return fmt.Errorf("%s:%d: %w", name, number+1, err)
	}
	return nil
}
