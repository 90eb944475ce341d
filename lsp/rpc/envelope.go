package rpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/sourcegraph/jsonrpc2"
)

// envelope is a message's members as they came, nil where there was none. They
// are parts of the frame's body, which belongs to this message alone.
type envelope struct {
	id, method, params, result, failure jsontext.Value
}

// lenient leaves to the decoders of params what they can live with: the last of
// several members counts, and broken text becomes replacement characters.
var lenient = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

var (
	refuseSyntax   = &Error{CodeParseError, "message is not valid JSON"}
	refuseOther    = &Error{CodeInvalidRequest, "message is not a JSON object; batches are not part of LSP"}
	refuseNoMethod = &Error{CodeInvalidRequest, "message has no method"}
	refuseMethod   = &Error{CodeInvalidRequest, "method is not a string"}
	refuseBoth     = &Error{CodeInvalidRequest, "message is a request and a response"}
	refuseID       = &Error{CodeInvalidRequest, "id is neither a whole number from 0 nor a short string"}
)

// unwrap takes a body apart in one pass, which also checks its syntax to the end.
// The parser gives up at a nesting of 10,000.
func unwrap(body []byte) (envelope, *Error) {
	var e envelope
	dec := jsontext.NewDecoder(bytes.NewBuffer(body), lenient...)
	if dec.PeekKind() != '{' {
		return e, notObject(dec)
	}
	if _, err := dec.ReadToken(); err != nil {
		return e, refuseSyntax
	}
	for dec.PeekKind() == '"' {
		if err := e.member(dec, body); err != nil {
			return envelope{}, refuseSyntax
		}
	}
	if _, err := dec.ReadToken(); err != nil || !atEnd(dec) { // the closing brace
		return envelope{}, refuseSyntax
	}
	return e, nil
}

func notObject(dec *jsontext.Decoder) *Error {
	if err := dec.SkipValue(); err != nil || !atEnd(dec) {
		return refuseSyntax
	}
	return refuseOther
}

func atEnd(dec *jsontext.Decoder) bool {
	_, err := dec.ReadToken()
	return errors.Is(err, io.EOF)
}

func (e *envelope) member(dec *jsontext.Decoder, body []byte) error {
	name, err := dec.ReadToken()
	if err != nil {
		return err
	}
	place := e.place(name.String())
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if place != nil {
		end := dec.InputOffset()
		*place = jsontext.Value(body[end-int64(len(value)) : end : end])
	}
	return nil
}

func (e *envelope) place(name string) *jsontext.Value {
	switch name {
	case "id":
		return &e.id
	case "method":
		return &e.method
	case "params":
		return &e.params
	case "result":
		return &e.result
	case "error":
		return &e.failure
	}
	return nil
}

func (e *envelope) isResponse() bool {
	return e.method == nil && (e.result != nil || e.failure != nil)
}

// fault is why a message that is no response can't be served, nil if it can.
func (e *envelope) fault() *Error {
	switch {
	case e.method == nil:
		return refuseNoMethod
	case e.method.Kind() != '"':
		return refuseMethod
	case e.result != nil || e.failure != nil:
		return refuseBoth
	case present(e.id):
		if _, ok := parseID(e.id); !ok {
			return refuseID
		}
	}
	return nil
}

// present distinguishes a member with a value from one that is absent or null.
func present(v jsontext.Value) bool { return v != nil && v.Kind() != 'n' }

// request is the message for the library, without its params: it would decode
// them into maps and encode them again.
func (e *envelope) request() []byte {
	out := append([]byte(`{"method":`), e.method...)
	if present(e.id) {
		out = append(append(out, `,"id":`...), e.id...)
	}
	return append(out, '}')
}

// response is the message for the library, false if its id can't be one of ours.
func (e *envelope) response() ([]byte, bool) {
	id, ok := parseID(e.id)
	if !ok {
		return nil, false
	}
	r := jsonrpc2.Response{ID: id}
	if present(e.failure) {
		r.Error = parseFailure(e.failure)
	} else {
		result := json.RawMessage(e.result)
		if result == nil {
			result = json.RawMessage("null")
		}
		r.Result = &result
	}
	out, err := json.Marshal(r)
	return out, err == nil
}

// parseFailure reads the error of a response. One that is none still is an error.
func parseFailure(raw jsontext.Value) *jsonrpc2.Error {
	var e struct {
		Code    int64  `json:"code"`
		Message string `json:"message"`
	}
	if json.Unmarshal(raw, &e) != nil {
		return &jsonrpc2.Error{Code: CodeInternalError, Message: "client answered with an error of unknown form"}
	}
	return &jsonrpc2.Error{Code: e.Code, Message: e.Message}
}
