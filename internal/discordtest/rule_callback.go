package discordtest

import "maps"

// The bounds on modals and choices.
const (
	maxModalTitle = 45
	maxModalParts = 5
	maxInput      = 4000
	maxInputLabel = 45
	maxChoices    = 25
	maxChoice     = 100
)

var (
	input = part(fields{
		"custom_id": customID, "style": integer(1, 2), "label": text(1, maxInputLabel), "min_length": integer(0, maxInput),
		"max_length": integer(1, maxInput), "required": boolean, "value": text(0, maxInput), "placeholder": text(0, 100),
	}, "custom_id", "style")
	modalRow = part(fields{"components": listOf(1, 1, byType(map[int]check{textInput: checkLabelledInput}))}, "components")
	modal    = object(fields{
		"custom_id": customID, "title": text(1, maxModalTitle),
		"components": listOf(1, maxModalParts, byType(map[int]check{row: modalRow})),
	}, "custom_id", "title", "components")
)

// checkLabelledInput is an input in a row, which names itself.
func checkLabelledInput(r *report, at string, v any) {
	checkInput(r, at, v)
	if get(v, "label") == nil {
		r.refuse(at+".label", "is missing")
	}
}

func checkInput(r *report, at string, v any) {
	input(r, at, v)
	low, high := num(get(v, "min_length")), num(get(v, "max_length"))
	if high != 0 && low > high {
		r.refuse(at+".min_length", "is more than max_length")
	}
	if value := str(get(v, "value")); high != 0 && utf16Length(value) > high {
		r.refuse(at+".value", "is longer than max_length")
	}
}

var choice = object(fields{
	"name": text(1, maxChoice), "name_localizations": localised(text(1, maxChoice)), "value": choiceValue,
}, "name", "value")

func choiceValue(r *report, at string, v any) {
	if _, is := v.(string); is {
		text(1, maxChoice)(r, at, v)
		return
	}
	number(r, at, v)
}

// dataKeys are all keys that the data of any callback may have. Encoders write
// those of other kinds too, with nothing in them.
var dataKeys = func() map[string]bool {
	out := map[string]bool{"choices": true, "custom_id": true, "title": true, "tts": true, "poll": true}
	for k := range messageShape(0) {
		out[k] = true
	}
	return out
}()

func isDataKey(name string) bool { return dataKeys[name] }

// checkCallback holds a callback against the rules that need nothing but its body.
func checkCallback(r *report, b body, v any) {
	object(fields{"type": exactly(1, 4, 5, 6, 7, 8, 9), "data": nil}, "type")(r, "body", v)
	data := get(v, "data")
	const at = "body.data"
	switch t := num(get(v, "type")); t {
	case CallbackMessage:
		createAnswer.check(r, at, b, data, isDataKey)
	case CallbackUpdate:
		updateSource.check(r, at, b, data, isDataKey)
	case CallbackDefer:
		if data != nil {
			checkObject(r, at, data, fields{"flags": flags(Ephemeral), "allowed_mentions": mentions}, isDataKey, nil)
		}
	case CallbackDeferUpdate, CallbackPong:
		if data != nil {
			checkObject(r, at, data, fields{}, isDataKey, nil)
		}
	case CallbackChoices:
		lone(r, at, data, fields{"choices": listOf(0, maxChoices, choice)}, "choices")
	case CallbackModal:
		lone(r, at, data, fields{"custom_id": nil, "title": nil, "components": nil}, "custom_id", "title", "components")
		modal(r, at, only(data, "custom_id", "title", "components"))
		checkUnique(r, at+".components", get(data, "components"))
	}
}

// lone is data with the keys of one kind of callback; those of others may be there
// with nothing in them.
func lone(r *report, at string, v any, known fields, required ...string) {
	checkObject(r, at, v, known, isDataKey, required)
}

// only is an object without its other keys.
func only(v any, names ...string) any {
	o, is := v.(map[string]any)
	if !is {
		return v
	}
	out := map[string]any{}
	maps.Copy(out, o)
	maps.DeleteFunc(out, func(k string, _ any) bool {
		for _, n := range names {
			if k == n {
				return false
			}
		}
		return true
	})
	return out
}
