package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/internal/visible"
	"github.com/pqcite/pqcite/lsp/rpc"
)

// readable reports whether a value can be decoded.
type readable func(value []byte) bool

// as reports whether a value can be decoded into the type of a pointer.
func as(into any) readable {
	of := reflect.TypeOf(into).Elem()
	return func(value []byte) bool { return protocol.Unmarshal(value, reflect.New(of).Interface()) == nil }
}

// strictly is as for our own types, all of whose members must be known.
func strictly(into any) readable {
	of := reflect.TypeOf(into).Elem()
	return func(value []byte) bool {
		d := json.NewDecoder(bytes.NewReader(value))
		d.DisallowUnknownFields()
		return d.Decode(reflect.New(of).Interface()) == nil
	}
}

// invalid is the error for a value that cannot be decoded: it names the member at fault
// and shows its value. The decoders' errors name types of ours, which mean nothing to a
// client's author.
func invalid(what string, value []byte, ok readable) *rpc.Error {
	path, at := fault(value, ok)
	why := "not as the protocol has it"
	switch {
	case path != "":
		why = path + " can't be " + shortened(at)
	case kindOf(value) != '{':
		why = "not an object"
	}
	return &rpc.Error{Code: rpc.CodeInvalidParams, Message: what + ": " + why}
}

// fault finds the innermost member, or element, that cannot be decoded by itself:
// "position.line", "arguments[0]". The path is empty if there is none. It decodes the
// value once for each level.
func fault(value []byte, ok readable) (path string, at []byte) {
	for name, part := range parts(value) {
		alone := func(v []byte) bool { return ok(fmt.Appendf(nil, "{%s:%s}", quotedName(name), v)) }
		step := "." + name
		if kindOf(value) == '[' {
			alone = func(v []byte) bool { return ok(slices.Concat([]byte{'['}, v, []byte{']'})) }
			step = "[" + name + "]"
		}
		if alone(part) {
			continue
		}
		inner, at := fault(part, alone)
		if at == nil {
			at = part
		}
		return strings.TrimPrefix(step+separated(inner), "."), at
	}
	return "", nil
}

func separated(path string) string {
	if path == "" || path[0] == '[' {
		return path
	}
	return "." + path
}

// parts yields the members of an object by name, or the elements of an array by number.
func parts(value []byte) func(yield func(string, json.RawMessage) bool) {
	return func(yield func(string, json.RawMessage) bool) {
		var members map[string]json.RawMessage
		var elements []json.RawMessage
		switch {
		case json.Unmarshal(value, &members) == nil:
			for _, name := range slices.Sorted(maps.Keys(members)) {
				if !yield(name, members[name]) {
					return
				}
			}
		case json.Unmarshal(value, &elements) == nil:
			for i, e := range elements {
				if !yield(strconv.Itoa(i), e) {
					return
				}
			}
		}
	}
}

func quotedName(name string) []byte {
	quoted, err := json.Marshal(name)
	if err != nil {
		return []byte(`""`) // strings always marshal
	}
	return quoted
}

// kindOf is the first byte of a value.
func kindOf(value []byte) byte {
	if value = bytes.TrimSpace(value); len(value) > 0 {
		return value[0]
	}
	return 0
}

// maxShown bounds a value shown in an error, in bytes.
const maxShown = 60

func shortened(value []byte) string {
	var line bytes.Buffer
	if json.Compact(&line, value) != nil || line.Len() > maxShown {
		return map[byte]string{'{': "this object", '[': "this array", '"': "this text"}[kindOf(value)]
	}
	return visible.Line(line.String())
}

// plainly is an error's text without what the JSON decoder says of our types.
func plainly(err error) string {
	text := err.Error()
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		text = strings.Replace(text, wrong.Error(), fmt.Sprintf("%q can't be a %s", wrong.Field, wrong.Value), 1)
	}
	return text
}
