package rpc

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// errWrite marks an error of the wire, in contrast to one of encoding.
var errWrite = errors.New("write message")

// stream is the library's view of the wire. Whatever ReadObject returns as an
// error ends the library's read loop, so it returns only messages that the library
// takes, and answers or drops the others itself.
type stream struct {
	frames *frames
	rw     io.ReadWriteCloser
	limits Limits
	logger *slog.Logger

	// refuse answers a message that is not handed on. It is called on the read loop.
	refuse func(id json.RawMessage, why *Error)
	// ended is told, once, why nothing more can be read. It returns when the
	// connection is closed, so that until then the writer can go on.
	ended func(error)

	// params are those of the message that was read last. Only the read loop
	// touches them: the library handles a message before it reads the next.
	params json.RawMessage

	close    sync.Once
	closeErr error
}

var _ jsonrpc2.ObjectStream = (*stream)(nil)

// ReadObject reads up to the next message for the library.
func (s *stream) ReadObject(v any) error {
	message, err := s.next()
	if err == nil {
		err = json.Unmarshal(message, v)
	}
	if err != nil {
		s.ended(err)
		return io.EOF // the library would log any other
	}
	return nil
}

func (s *stream) next() ([]byte, error) {
	for {
		body, err := s.frame()
		if err != nil {
			return nil, err
		}
		if message, ok := s.sort(body); ok {
			return message, nil
		}
	}
}

// frame reads the next body that is within the limit.
func (s *stream) frame() ([]byte, error) {
	for {
		n, err := s.frames.header()
		if err != nil {
			return nil, err
		}
		if n <= int64(s.limits.Message) {
			return s.frames.body(int(n))
		}
		s.logger.Warn("skip message", "bytes", n, "limit", s.limits.Message)
		// Before it is skipped: a wrong length may never be reached.
		s.refuse(nullID, &Error{CodeInvalidRequest, fmt.Sprintf("message has %d bytes, at most %d", n, s.limits.Message)})
		if err := s.frames.skip(n); err != nil {
			return nil, err
		}
	}
}

// sort makes the library's message of a body, or refuses or drops it.
func (s *stream) sort(body []byte) ([]byte, bool) {
	e, fault := unwrap(body)
	if fault != nil {
		s.refuse(nullID, fault)
		return nil, false
	}
	if e.isResponse() {
		message, ok := e.response()
		if !ok {
			s.logger.Debug("drop response", "id", fmt.Sprintf("%.60q", e.id))
		}
		return message, ok
	}
	if fault := e.fault(); fault != nil {
		s.refuse(echoID(e.id), fault)
		return nil, false
	}
	s.params = nil
	if present(e.params) {
		s.params = json.RawMessage(e.params)
	}
	return e.request(), true
}

// WriteObject encodes a message and writes it as one frame. Only the writer calls
// it, through the library, so frames can't mix.
func (s *stream) WriteObject(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode message: %w", err)
	}
	return s.write(body)
}

// write writes a body as one frame.
func (s *stream) write(body []byte) error {
	frame := appendFrame(make([]byte, 0, len(body)+32), body)
	if _, err := s.rw.Write(frame); err != nil {
		return fmt.Errorf("%w: %w", errWrite, err)
	}
	return nil
}

// Close closes the wire, which ends a read and a write that wait where the wire
// can do that.
func (s *stream) Close() error {
	s.close.Do(func() { s.closeErr = s.rw.Close() })
	return s.closeErr
}

// lost reports whether an error means that nothing more can be written.
func lost(err error) bool { return errors.Is(err, errWrite) || errors.Is(err, jsonrpc2.ErrClosed) }

// Join makes one stream of two, such as the standard input and output. Closing it
// closes both.
func Join(in io.ReadCloser, out io.WriteCloser) io.ReadWriteCloser { return joined{in, out} }

type joined struct {
	io.ReadCloser
	out io.WriteCloser
}

func (j joined) Write(p []byte) (int, error) { return j.out.Write(p) }

func (j joined) Close() error { return errors.Join(j.out.Close(), j.ReadCloser.Close()) }
