package rpc

import (
	"context"
	"errors"
	"fmt"
)

// The codes of JSON-RPC and of LSP.
const (
	CodeParseError           int64 = -32700 // the message is not JSON
	CodeInvalidRequest       int64 = -32600 // it is JSON but no request, or not in this state
	CodeMethodNotFound       int64 = -32601
	CodeInvalidParams        int64 = -32602
	CodeInternalError        int64 = -32603
	CodeServerNotInitialized int64 = -32002
	CodeRequestCancelled     int64 = -32800 // by the client
	CodeContentModified      int64 = -32801
	CodeServerCancelled      int64 = -32802 // by the server
	CodeRequestFailed        int64 = -32803 // the request is valid and could not be served
)

// Error is an error with a code of the protocol. A Handler or a Run that returns
// one, wrapped or not, has its code and message sent to the client; Call returns
// one, wrapped, when the client answers with an error.
type Error struct {
	Code    int64
	Message string
}

// Error returns the message and the code.
func (e *Error) Error() string { return fmt.Sprintf("%s (code %d)", e.Message, e.Code) }

// Reasons for the end of a connection, as Err returns them, and for a call that
// was not made.
var (
	// ErrClosed is returned for what is asked of a connection that has ended.
	ErrClosed = errors.New("connection is closed")
	// ErrHeader ends a connection: a frame's header has no length, is too long or
	// is none at all, so the begin of the next frame is unknown.
	ErrHeader = errors.New("malformed frame header")
	// ErrStalled ends a connection: the client goes on sending and has not read
	// anything for Limits.Stall, and the outgoing bytes are used up.
	ErrStalled = errors.New("client does not read")
	// ErrCalls refuses a call: Limits.Calls of them have no answer yet.
	ErrCalls = errors.New("too many calls without an answer")
	// ErrLingering is returned by Close when a goroutine has not ended in time.
	ErrLingering = errors.New("goroutines have not ended in time")
	// ErrUnsettled is returned by Settle when requests are left that don't end.
	ErrUnsettled = errors.New("requests were not answered in time")
)

// errEncode marks a result that can't be sent.
var errEncode = errors.New("encode the result")

// errCancelled is the cause in the context of a request that the client cancelled.
var errCancelled = errors.New("cancelled by the client")

// Answers that are shared, since thousands of them may wait at once.
var (
	answerCancelled = &Error{CodeRequestCancelled, "request was cancelled"}
	answerBusy      = &Error{CodeRequestFailed, "too many requests are waiting"}
	answerDuplicate = &Error{CodeInvalidRequest, "a request with this id has no answer yet"}
)

// answerTo is the error that a client gets for err. ctx is the request's own.
func answerTo(ctx context.Context, err error) *Error {
	var e *Error
	switch {
	case errors.Is(context.Cause(ctx), errCancelled):
		return answerCancelled
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.Canceled):
		return &Error{CodeServerCancelled, "server has cancelled the request"}
	}
	return &Error{CodeInternalError, err.Error()}
}
