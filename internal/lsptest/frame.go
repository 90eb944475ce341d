package lsptest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// errFrame marks what is wrong with the server's framing, as against a pipe that
// broke.
var errFrame = errors.New("read a frame")

const headerName = "Content-Length: "

// frames reads what a server writes, and takes it in one form only: a header
// "Content-Length: N", an empty line and N bytes. Tolerance is
// for servers, which don't choose their clients.
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
	line, err := f.r.ReadString('\n')
	if err != nil && line == "" {
		return 0, err
	}
	digits, named := strings.CutPrefix(strings.TrimSuffix(line, "\r\n"), headerName)
	n, noNumber := strconv.Atoi(digits)
	switch {
	case err != nil:
		return 0, cutOff(err)
	case !named || noNumber != nil || line != headerName+strconv.Itoa(n)+"\r\n" || n < 0:
		return 0, f.wrong(line)
	case n > f.max:
		return 0, fmt.Errorf("%w: a body of %s bytes is above the bound of %d", errFrame, digits, f.max)
	}
	blank, err := f.r.ReadString('\n')
	if err != nil {
		return 0, cutOff(err)
	}
	if blank != "\r\n" {
		return 0, f.wrong(line + blank)
	}
	return n, nil
}

// wrong quotes the header up to where it is wrong and what has arrived of the rest, which
// is often a line that was logged to the wrong place.
func (f frames) wrong(seen string) error {
	rest, _ := f.r.Peek(min(f.r.Buffered(), 80))
	return fmt.Errorf("%w: want %q, a number and an empty line, got %q", errFrame, headerName, seen+string(rest))
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
