package rpc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// frames reads the frames of the base protocol: header fields as in HTTP, an
// empty line, and as many bytes as Content-Length says. It takes names in any
// case, lines that end in LF alone and fields it does not know, since clients send
// them. Empty lines before a header are skipped: some clients end a body with one.
type frames struct {
	in     *bufio.Reader
	limits Limits
	line   []byte // of the header, reused
}

func newFrames(in io.Reader, limits Limits) *frames {
	return &frames{in: bufio.NewReaderSize(in, 32<<10), limits: limits}
}

// header reads up to the body and returns its length in bytes. The error is io.EOF
// between two frames, io.ErrUnexpectedEOF inside one, or wraps ErrHeader.
func (f *frames) header() (int64, error) {
	length, left := int64(-1), f.limits.Header
	for fields := 0; ; {
		line, err := f.readLine(&left)
		switch {
		case errors.Is(err, io.EOF) && (fields > 0 || len(line) > 0):
			return 0, io.ErrUnexpectedEOF
		case err != nil:
			return 0, err
		case len(line) == 0 && fields == 0:
			continue
		case len(line) == 0 && length < 0:
			return 0, fmt.Errorf("%w: no Content-Length", ErrHeader)
		case len(line) == 0:
			return length, nil
		}
		fields++
		if length, err = parseField(line, length); err != nil {
			return 0, err
		}
	}
}

// readLine returns a line without its end. left is what the header may still have.
func (f *frames) readLine(left *int) ([]byte, error) {
	f.line = f.line[:0]
	for {
		b, err := f.in.ReadByte()
		if err != nil {
			return f.line, err
		}
		if *left--; *left < 0 {
			return nil, fmt.Errorf("%w: longer than %d bytes", ErrHeader, f.limits.Header)
		}
		if b == '\n' {
			return bytes.TrimSuffix(f.line, []byte("\r")), nil
		}
		f.line = append(f.line, b)
	}
}

// parseField returns the length that a header field gives, or the one known so far.
func parseField(line []byte, known int64) (int64, error) {
	name, value, ok := bytes.Cut(line, []byte(":"))
	name = bytes.TrimSpace(name)
	if !ok || bytes.ContainsAny(name, "\"{}[] ") { // a body without a header has colons too
		return 0, fmt.Errorf("%w: no field in %.60q", ErrHeader, line)
	}
	if !bytes.EqualFold(name, []byte("Content-Length")) {
		return known, nil
	}
	n, err := strconv.ParseUint(string(bytes.TrimSpace(value)), 10, 63)
	if err != nil || known >= 0 && known != int64(n) {
		return 0, fmt.Errorf("%w: bad length in %.60q", ErrHeader, line)
	}
	return int64(n), nil
}

// bodyStep is what a body takes before any of it has arrived.
const bodyStep = 64 << 10

// body reads n bytes. What it allocates grows with the bytes that arrive, at most
// to the double of them, whatever n claims.
func (f *frames) body(n int) ([]byte, error) {
	buf := make([]byte, min(n, bodyStep))
	for read := 0; ; {
		m, err := io.ReadFull(f.in, buf[read:])
		if read += m; err != nil {
			return nil, insideFrame(err)
		}
		if read == n {
			return buf, nil
		}
		grown := make([]byte, min(n, 2*read))
		copy(grown, buf)
		buf = grown
	}
}

// skip reads n bytes and keeps none of them.
func (f *frames) skip(n int64) error {
	_, err := io.CopyN(io.Discard, f.in, n)
	return insideFrame(err)
}

func insideFrame(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// appendFrame appends a body with its header.
func appendFrame(dst, body []byte) []byte {
	dst = append(dst, "Content-Length: "...)
	dst = strconv.AppendInt(dst, int64(len(body)), 10)
	dst = append(dst, "\r\n\r\n"...)
	return append(dst, body...)
}
