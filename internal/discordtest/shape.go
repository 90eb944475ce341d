package discordtest

import (
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// finding is one thing that is wrong with a body.
type finding struct {
	rule    Rule
	at      string // such as embeds[0].title
	says    string
	refused bool // Discord would not take the body
}

// report gathers findings.
type report struct{ found []finding }

// refuse notes what Discord refuses.
func (r *report) refuse(at, format string, args ...any) {
	r.found = append(r.found, finding{ruleForm, at, sprintf(format, args...), true})
}

// object notes what Discord lets pass, and a bot must not rely on.
func (r *report) object(rule Rule, at, format string, args ...any) {
	r.found = append(r.found, finding{rule, at, sprintf(format, args...), false})
}

func refusals(found []finding) []finding {
	return slices.DeleteFunc(slices.Clone(found), func(f finding) bool { return !f.refused })
}

// check holds a value against a shape.
type check func(r *report, at string, v any)

func checkWith(c check, v any) []finding {
	var r report
	c(&r, "body", v)
	return r.found
}

// fields are the keys that an object may have. A check of nil takes anything.
type fields map[string]check

// object is an object of these keys and no other. A key that is not required may
// be null, which is the same as not there.
func object(known fields, required ...string) check {
	return func(r *report, at string, v any) { checkObject(r, at, v, known, nil, required) }
}

// checkObject also takes the keys of siblings where they say nothing: encoders of
// a union write all keys of all its kinds.
func checkObject(r *report, at string, v any, known fields, siblings func(string) bool, required []string) {
	o, is := v.(map[string]any)
	if !is {
		r.refuse(at, "want an object, got %s", show(v))
		return
	}
	for _, name := range slices.Sorted(maps.Keys(o)) {
		c, isKnown := known[name]
		switch {
		case !isKnown && siblings != nil && siblings(name) && blank(o[name]):
		case !isKnown:
			r.object(ruleUnknownKey, at+"."+name, "Discord knows no such key here")
		case c != nil && (o[name] != nil || slices.Contains(required, name)):
			c(r, at+"."+name, o[name])
		}
	}
	for _, name := range required {
		if _, there := o[name]; !there {
			r.refuse(at+"."+name, "is missing")
		}
	}
}

// blank reports whether a value says nothing.
func blank(v any) bool {
	switch x := v.(type) {
	case nil:
		return true
	case bool:
		return !x
	case string:
		return x == ""
	case []any:
		return len(x) == 0
	case json.Number:
		return x == "0"
	}
	return false
}

// length is a text's length as the strictest way to count has it: all UTF-16
// units for the most, characters within the white space at its ends for the least.
func lengths(s string) (least, most int) {
	return utf8.RuneCountInString(strings.TrimSpace(s)), utf16Length(s)
}

func utf16Length(s string) int {
	n := 0
	for _, c := range s {
		n += max(1, utf16.RuneLen(c))
	}
	return n
}

// text is a string of so many characters.
func text(low, high int) check {
	return func(r *report, at string, v any) {
		s, is := v.(string)
		least, most := lengths(s)
		switch {
		case !is:
			r.refuse(at, "want a string, got %s", show(v))
		case least < low || most > high:
			r.refuse(at, "want %d to %d characters, got %d", low, high, most)
		}
	}
}

// matching is a string of a form.
func matching(form *regexp.Regexp) check {
	return func(r *report, at string, v any) {
		if s, is := v.(string); !is || !form.MatchString(s) {
			r.refuse(at, "want a string of the form %s, got %s", form, show(v))
		}
	}
}

func integer(low, high int64) check {
	return func(r *report, at string, v any) {
		if n, is := whole(v); !is || n < low || n > high {
			r.refuse(at, "want an integer from %d to %d, got %s", low, high, show(v))
		}
	}
}

func exactly(values ...int64) check {
	return func(r *report, at string, v any) {
		if n, is := whole(v); !is || !slices.Contains(values, n) {
			r.refuse(at, "want one of %v, got %s", values, show(v))
		}
	}
}

func number(r *report, at string, v any) {
	if _, is := v.(json.Number); !is {
		r.refuse(at, "want a number, got %s", show(v))
	}
}

func boolean(r *report, at string, v any) {
	if _, is := v.(bool); !is {
		r.refuse(at, "want true or false, got %s", show(v))
	}
}

// flags takes these bits and no other.
func flags(allowed int64) check {
	return func(r *report, at string, v any) {
		if n, is := whole(v); !is || n&^allowed != 0 {
			r.refuse(at, "want only bits of %#x, got %s", allowed, show(v))
		}
	}
}

func listOf(low, high int, each check) check {
	return func(r *report, at string, v any) {
		l, is := v.([]any)
		if !is {
			r.refuse(at, "want a list, got %s", show(v))
			return
		}
		if len(l) < low || len(l) > high {
			r.refuse(at, "want %d to %d entries, got %d", low, high, len(l))
		}
		for i, e := range l {
			each(r, sprintf("%s[%d]", at, i), e)
		}
	}
}

// address is a URL of at most so many characters, of one of the schemes.
func address(high int, schemes ...string) check {
	return func(r *report, at string, v any) {
		s, is := v.(string)
		u, err := url.Parse(s)
		_, n := lengths(s)
		switch {
		case !is || err != nil || !slices.Contains(schemes, u.Scheme) || u.Host == "" || strings.ContainsAny(s, " \t\r\n"):
			r.refuse(at, "want a URL of %s, got %s", strings.Join(schemes, ", "), show(v))
		case n > high:
			r.refuse(at, "want at most %d characters, got %d", high, n)
		}
	}
}

var snowflakeForm = regexp.MustCompile(`^[1-9][0-9]{0,19}$`)

// snowflake is an id. Discord reads a number too, and its description does not.
func snowflake(r *report, at string, v any) {
	if !snowflakeForm.MatchString(str(v)) {
		r.refuse(at, "want a snowflake, got %s", show(v))
	}
}
