package trace

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/pqcite/pqcite/core"
)

// Difference is the first event in which two runs differ.
type Difference struct {
	Seq  int            `json:"seq"`
	Kind core.EventKind `json:"kind"` // of the first run's event, unless it has none
	Path string         `json:"path"` // of the first field that differs: "retrieval.hits[0].score"
	Was  string         `json:"was"`  // its JSON in the first run, "" if it is not there
	Is   string         `json:"is"`   // the same of the second
}

// maxValue bounds a value of a difference in a message, in characters.
const maxValue = 80

// String says it in a line, fit for a terminal.
func (d *Difference) String() string {
	where := fmt.Sprintf("event %d (%s)", d.Seq, d.Kind)
	if d.Path != "" {
		where += ", " + d.Path
	}
	return graphic(fmt.Sprintf("%s: was %s, is %s", where, said(d.Was), said(d.Is)))
}

func said(value string) string {
	if value == "" {
		return "not there"
	}
	return clip(value, maxValue)
}

// Diff compares two runs event by event, all but their times, and returns the
// first difference, nil if there is none. Events are compared as the JSON that
// they are written as, so that a run that was read is the same as the one that
// was written.
func Diff(a, b Run) (*Difference, error) {
	for i := range max(len(a), len(b)) {
		was, err := plain(a, i)
		if err != nil {
			return nil, err
		}
		is, err := plain(b, i)
		if err != nil {
			return nil, err
		}
		d := Difference{Seq: i + 1}
		if d.Path, d.Was, d.Is = firstDifference("", was, is); d.Was == d.Is {
			continue
		}
		if d.Kind = kindAt(a, i); d.Kind == "" {
			d.Kind = kindAt(b, i)
		}
		return &d, nil
	}
	return nil, nil
}

func kindAt(r Run, i int) core.EventKind {
	if i < len(r) {
		return r[i].Kind
	}
	return ""
}

// absent is the value of what is not there.
type absent struct{}

// plain is event i as JSON's own types, without its time. Numbers keep their digits.
func plain(r Run, i int) (any, error) {
	if i >= len(r) {
		return absent{}, nil
	}
	e := r[i]
	e.AtUS = 0
	data, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("encode event %d: %w", i+1, err)
	}
	var v any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("decode event %d: %w", i+1, err)
	}
	return v, nil
}

// firstDifference walks two values and returns the path of the first leaf that
// differs with its values; two equal texts mean that none does.
func firstDifference(path string, was, is any) (at, a, b string) {
	switch was := was.(type) {
	case map[string]any:
		if is, ok := is.(map[string]any); ok {
			return firstOfObjects(path, was, is)
		}
	case []any:
		if is, ok := is.([]any); ok {
			return firstOfLists(path, was, is)
		}
	}
	return path, literal(was), literal(is)
}

func firstOfObjects(path string, was, is map[string]any) (at, a, b string) {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(was)), maps.Keys(is))
	slices.SortFunc(keys, func(j, k string) int {
		return cmp.Or(cmp.Compare(depth(was[j], is[j]), depth(was[k], is[k])), cmp.Compare(j, k))
	})
	for _, k := range slices.Compact(keys) {
		if at, a, b = firstDifference(join(path, k), member(was, k), member(is, k)); a != b {
			return at, a, b
		}
	}
	return path, "", ""
}

// depth puts plain values before lists and objects: that the kind or the query is
// another says more than what follows from it.
func depth(was, is any) int {
	for _, v := range []any{was, is} {
		switch v.(type) {
		case map[string]any, []any:
			return 1
		}
	}
	return 0
}

func firstOfLists(path string, was, is []any) (at, a, b string) {
	for i := range max(len(was), len(is)) {
		if at, a, b = firstDifference(fmt.Sprintf("%s[%d]", path, i), item(was, i), item(is, i)); a != b {
			return at, a, b
		}
	}
	return path, "", ""
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func member(m map[string]any, key string) any {
	if v, ok := m[key]; ok {
		return v
	}
	return absent{}
}

func item(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return absent{}
}

// literal is a value as JSON, "" for what is absent.
func literal(v any) string {
	if v == (absent{}) {
		return ""
	}
	data, err := json.Marshal(v)
	if err != nil { // it was decoded from JSON
		panic(err)
	}
	return string(data)
}
