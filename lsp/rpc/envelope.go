package rpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
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

// isResponse reports whether a message answers one of ours.
func (e *envelope) isResponse() bool {
	return e.method == nil && (e.result != nil || e.failure != nil)
}

// request reads a message that is no response, or says why it can't be served. Without an
// id it is a notification.
func (e *envelope) request() (method string, i id, fault *Error) {
	switch {
	case e.method == nil:
		return "", "", refuseNoMethod
	case e.method.Kind() != '"':
		return "", "", refuseMethod
	case e.result != nil || e.failure != nil:
		return "", "", refuseBoth
	case present(e.id):
		if i = parseID(e.id); i == "" {
			return "", "", refuseID
		}
	}
	name, err := jsontext.AppendUnquote(nil, e.method)
	if err != nil && !utf8.Valid(e.method) {
		err = nil // it has replacement characters now
	}
	if err != nil {
		return "", "", refuseMethod
	}
	return string(name), i, nil
}

// present distinguishes a member with a value from one that is absent or null.
func present(v jsontext.Value) bool { return v != nil && v.Kind() != 'n' }

// id is the id of a request as it is written in JSON, in one of several spellings.
type id string

const nullID id = "null"

// maxID is the length in bytes of an id that is kept and sent back. Clients count
// or use UUIDs; an id of megabytes would be held once for each request.
const maxID = 1024

// parseID reads an id that can be served: a whole number from 0 or a string; otherwise it
// is "".
func parseID(raw jsontext.Value) id {
	if len(raw) == 0 || len(raw) > maxID {
		return ""
	}
	switch raw.Kind() {
	case '"':
		text, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return ""
		}
		quoted, err := jsontext.AppendQuote(nil, text)
		if err != nil {
			return ""
		}
		return id(quoted)
	case '0':
		if _, err := strconv.ParseInt(string(raw), 10, 64); err == nil && raw[0] != '-' {
			return id(raw)
		}
	}
	return ""
}

// echoID is an id for an answer to a request that is refused: unchanged if it is
// a number or a string at all, else null as JSON-RPC demands.
func echoID(raw jsontext.Value) id {
	kind := raw.Kind()
	if len(raw) > maxID || kind != '0' && kind != '"' || !utf8.Valid(raw) {
		return nullID
	}
	return id(raw)
}

// parseFailure reads the error of a response. One that is none still is an error.
func parseFailure(raw jsontext.Value) *Error {
	var e Error
	if json.Unmarshal(raw, &e) != nil {
		return &Error{CodeInternalError, "client answered with an error of unknown form"}
	}
	return &e
}
