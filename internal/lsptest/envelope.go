package lsptest

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// envelope is a JSON-RPC message taken apart.
type envelope struct {
	members map[string]any
	id      string // as it is written in JSON; "" for none
	method  string
	kind    kind
}

type kind int

const (
	malformed kind = iota // no message of the other kinds
	request
	notification
	response
)

var membersOf = map[kind][]string{
	request:      {"jsonrpc", "id", "method", "params"},
	notification: {"jsonrpc", "method", "params"},
	response:     {"jsonrpc", "id", "result", "error"},
}

// unfold classifies a message. It never fails: anything else is malformed.
func unfold(v any) envelope {
	members, ok := v.(map[string]any)
	if !ok {
		return envelope{}
	}
	e := envelope{members: members}
	id, hasID := members["id"]
	if hasID {
		e.id = idKey(id)
	}
	name, hasMethod := members["method"]
	e.method, ok = name.(string)
	switch {
	case hasMethod && !ok, !hasMethod && !hasID:
	case hasMethod && hasID:
		e.kind = request
	case hasMethod:
		e.kind = notification
	default:
		e.kind = response
	}
	return e
}

// idKey distinguishes 1 from "1".
func idKey(id any) string {
	if s, ok := id.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	return show(id)
}

// isID reports whether a value may be the id of a request.
func isID(v any) bool {
	if _, ok := v.(string); ok {
		return true
	}
	i, ok := integer(v)
	return ok && i >= math.MinInt32 && i <= math.MaxInt32
}

// check says what is wrong with the envelope itself.
func (e envelope) check() []string {
	if e.members == nil {
		return []string{"want one message, which is an object"}
	}
	if e.kind == malformed {
		return []string{"want a request, a notification or a response, got " + show(e.members)}
	}
	var bad []string
	if v := e.members["jsonrpc"]; v != "2.0" {
		bad = append(bad, `jsonrpc: want "2.0", got `+show(v))
	}
	for _, name := range slices.Sorted(maps.Keys(e.members)) {
		if !slices.Contains(membersOf[e.kind], name) {
			bad = append(bad, name+": unknown in a message of this kind")
		}
	}
	if e.kind == request && !isID(e.members["id"]) {
		bad = append(bad, "id: want an integer or a string, got "+show(e.members["id"]))
	}
	return bad
}

// checkError says what is wrong with the error of a response. Its data may be
// anything.
func checkError(v any) []string {
	object, ok := v.(map[string]any)
	if !ok {
		return []string{"error: want object, got " + show(v)}
	}
	var bad []string
	if code, ok := integer(object["code"]); !ok || code < math.MinInt32 || code > math.MaxInt32 {
		bad = append(bad, "error.code: want integer, got "+show(object["code"]))
	}
	if _, ok := object["message"].(string); !ok {
		bad = append(bad, "error.message: want string, got "+show(object["message"]))
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains([]string{"code", "message", "data"}, name) {
			bad = append(bad, "error."+name+": unknown in an error")
		}
	}
	return bad
}
