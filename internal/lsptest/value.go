package lsptest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// number is a JSON number as written, since 1.0 is not an integer to a strict client,
// and a float equals 1.
type number string

// parseValue reads one JSON value: nil, bool, number, string, []any or
// map[string]any. Strict refuses what decoders disagree about: a member twice in
// one object, and text that is not UTF-8.
func parseValue(raw []byte, strict bool) (any, error) {
	d := jsontext.NewDecoder(bytes.NewReader(raw),
		jsontext.AllowDuplicateNames(!strict), jsontext.AllowInvalidUTF8(!strict))
	v, err := readValue(d)
	if errors.Is(err, io.EOF) {
		return nil, errors.New("read a value: the text is empty")
	}
	if err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read a value: text follows it")
	}
	return v, nil
}

func readValue(d *jsontext.Decoder) (any, error) {
	token, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return token.Bool(), nil
	case '0':
		return number(token.String()), nil
	case '"':
		return token.String(), nil
	case '[':
		return readArray(d)
	}
	return readObject(d)
}

func readArray(d *jsontext.Decoder) (any, error) {
	out := []any{}
	for d.PeekKind() != ']' {
		v, err := readValue(d)
		if err != nil {
			return nil, unexpectedEOF(err)
		}
		out = append(out, v)
	}
	_, err := d.ReadToken()
	return out, err
}

func readObject(d *jsontext.Decoder) (any, error) {
	out := map[string]any{}
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return nil, unexpectedEOF(err)
		}
		key := name.String()
		if out[key], err = readValue(d); err != nil {
			return nil, unexpectedEOF(err)
		}
	}
	_, err := d.ReadToken()
	return out, err
}

func unexpectedEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// integer returns a number that is written as one: no fraction and no exponent.
func integer(v any) (int64, bool) {
	n, ok := v.(number)
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
	write(&b, v)
	s := b.String()
	if len(s) <= maxShown {
		return s
	}
	cut := maxShown
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "..."
}

func write(b *strings.Builder, v any) {
	if b.Len() > maxShown {
		return
	}
	switch x := v.(type) {
	case nil:
		b.WriteString("null")
	case string:
		fmt.Fprintf(b, "%q", x)
	case []any:
		b.WriteByte('[')
		for i, e := range x {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, e)
		}
		b.WriteByte(']')
	case map[string]any:
		b.WriteByte('{')
		for i, k := range slices.Sorted(maps.Keys(x)) {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(b, "%q:", k)
			write(b, x[k])
		}
		b.WriteByte('}')
	default:
		fmt.Fprint(b, x)
	}
}
