package standards

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds the nesting of the data files, whose schema needs three.
const maxDepth = 8

// decodeStrict reads one JSON value into v. Beyond what encoding/json refuses,
// it refuses unknown fields, a field given twice (in any case), bytes after the
// value and text that is not UTF-8.
func decodeStrict(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errors.New("text is not valid UTF-8")
	}
	if err := checkFields(json.NewDecoder(bytes.NewReader(data)), 0); err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more text follows the value")
	}
	return nil
}

// checkFields walks one value and refuses an object that has a field twice:
// encoding/json would keep the last one silently.
func checkFields(dec *json.Decoder, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("value is nested deeper than %d", maxDepth)
	}
	open, err := dec.Token()
	if err != nil {
		return err
	}
	if open != json.Delim('{') && open != json.Delim('[') {
		return nil
	}
	seen := make(map[string]bool)
	for dec.More() {
		if open == json.Delim('{') {
			if err := checkField(dec, seen); err != nil {
				return err
			}
		}
		if err := checkFields(dec, depth+1); err != nil {
			return err
		}
	}
	_, err = dec.Token()
	return err
}

func checkField(dec *json.Decoder, seen map[string]bool) error {
	t, err := dec.Token()
	if err != nil {
		return err
	}
	field, _ := t.(string) // the decoder admits nothing else as a field
	key := strings.ToLower(field)
	if seen[key] {
		return fmt.Errorf("field %q is given twice", field)
	}
	seen[key] = true
	return nil
}
