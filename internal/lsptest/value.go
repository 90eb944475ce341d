package lsptest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// parseValue reads one JSON value, with numbers as they are written, since 1.0 is not an
// integer to a strict client. Strict refuses what decoders disagree about: a member twice
// in one object, and text that is not UTF-8.
func parseValue(raw []byte, strict bool) (any, error) {
	d := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(!strict), jsontext.AllowInvalidUTF8(!strict))
	if _, err := d.ReadValue(); errors.Is(err, io.EOF) {
		return nil, errors.New("read a value: the text is empty")
	} else if err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read a value: text follows it")
	}
	in := json.NewDecoder(bytes.NewReader(raw))
	in.UseNumber()
	var v any
	err := in.Decode(&v)
	return v, err
}

// integer returns a number that is written as one: no fraction and no exponent.
func integer(v any) (int64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := strconv.ParseInt(string(n), 10, 64)
	return i, err == nil && n != "-0"
}

// at walks down the members of objects; nil where there is none.
func at(v any, names ...string) any {
	for _, name := range names {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

// maxShown is how many bytes of a value a violation quotes.
const maxShown = 60

// show writes a value for a violation, cut when it is long.
func show(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // it was decoded from JSON
		panic(err)
	}
	s := strings.TrimSuffix(b.String(), "\n")
	if len(s) <= maxShown {
		return s
	}
	cut := maxShown
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "..."
}
