package lsptest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// errFrame marks what is wrong with the server's framing, as against a pipe that
// broke.
var errFrame = errors.New("read a frame")

const (
	headerName = "Content-Length: "
	// maxDigits is enough for any length that Limits may allow.
	maxDigits = 10
	// maxSeen is how much of a wrong header an error quotes.
	maxSeen = 80
)

// frames reads what a server writes, and takes it in one form only: a header
// "Content-Length: N", an empty line and N bytes. Leave for another spelling is
// for servers, who don't choose their clients.
type frames struct {
	r   *bufio.Reader
	max int // bytes of a body
}

// next returns the body of the next frame. It is io.EOF between two frames and
// io.ErrUnexpectedEOF within one.
func (f frames) next() ([]byte, error) {
	n, err := f.header()
	if err != nil {
		return nil, err
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(f.r, body); err != nil {
		return nil, cutOff(err)
	}
	return body, nil
}

func (f frames) header() (int, error) {
	seen, err := f.expect(nil, headerName)
	if err != nil {
		return 0, err
	}
	var digits []byte
	for {
		next, err := f.r.Peek(1)
		if err != nil {
			return 0, cutOff(err)
		}
		if next[0] < '0' || next[0] > '9' || len(digits) == maxDigits {
			break
		}
		digits = append(digits, next[0])
		f.r.Discard(1) // was peeked at
	}
	if len(digits) == 0 || len(digits) > 1 && digits[0] == '0' {
		return 0, f.wrong(append(seen, digits...))
	}
	if _, err := f.expect(append(seen, digits...), "\r\n\r\n"); err != nil {
		return 0, err
	}
	return f.length(digits)
}

// expect reads exactly the text, byte by byte: asking for more than is wrong
// already could wait for a server that has nothing else to say. It returns all
// that was seen of the header.
func (f frames) expect(seen []byte, text string) ([]byte, error) {
	for i := range len(text) {
		b, err := f.r.ReadByte()
		if err == io.EOF && len(seen) == 0 {
			return nil, io.EOF
		}
		if err != nil {
			return nil, cutOff(err)
		}
		seen = append(seen, b)
		if b != text[i] {
			return nil, f.wrong(seen)
		}
	}
	return seen, nil
}

func (f frames) length(digits []byte) (int, error) {
	n, err := strconv.Atoi(string(digits))
	if err != nil || n > f.max {
		return 0, fmt.Errorf("%w: a body of %s bytes is above the bound of %d", errFrame, digits, f.max)
	}
	return n, nil
}

// wrong quotes the header up to where it is wrong and what is already here of the
// rest, which is often a line that was logged to the wrong place.
func (f frames) wrong(seen []byte) error {
	rest, _ := f.r.Peek(min(f.r.Buffered(), maxSeen))
	return fmt.Errorf("%w: want %q, a number and an empty line, got %q", errFrame, headerName, append(seen, rest...))
}

func cutOff(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// frame is a body with its header.
func frame(body []byte) []byte {
	return append([]byte(headerName+strconv.Itoa(len(body))+"\r\n\r\n"), body...)
}
