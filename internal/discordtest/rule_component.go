package discordtest

import (
	"maps"
	"slices"
)

// Types of components.
const (
	row          = 1
	button       = 2
	stringSelect = 3
	textInput    = 4
	lastSelect   = 8
	section      = 9
	textDisplay  = 10
	thumbnail    = 11
	gallery      = 12
	fileDisplay  = 13
	separator    = 14
	container    = 17
	label        = 18
)

// Styles of buttons.
const (
	linkButton    = 5
	premiumButton = 6
)

// The bounds on components.
const (
	maxCustomID    = 100
	maxRows        = 5
	maxLabel       = 80
	maxURL         = 512
	maxComponents  = 40 // of a message with the components flag, nested ones counted
	maxDisplayed   = 4000
	maxOptions     = 25
	maxPlaceholder = 150
)

var customID = text(1, maxCustomID)

var emoji = object(fields{"id": snowflake, "name": text(0, 32), "animated": boolean})

// byType checks a component by what its type may be here.
func byType(kinds map[int]check) check {
	return func(r *report, at string, v any) {
		kind, is := whole(get(v, "type"))
		c := kinds[int(kind)]
		if !is || c == nil {
			r.refuse(at+".type", "no component of type %s may stand here", show(get(v, "type")))
			return
		}
		c(r, at, v)
	}
}

// part is a component: every one has a type and may have a number.
func part(known fields, required ...string) check {
	all := fields{"type": nil, "id": integer(0, 1<<31-1)}
	maps.Copy(all, known)
	return object(all, required...)
}

func checkButton(r *report, at string, v any) {
	part(fields{
		"style": integer(1, premiumButton), "label": text(1, maxLabel), "emoji": emoji, "custom_id": customID,
		"url": address(maxURL, "http", "https", "discord"), "disabled": boolean, "sku_id": snowflake,
	}, "style")(r, at, v)
	hasID, hasURL, hasSKU := get(v, "custom_id") != nil, get(v, "url") != nil, get(v, "sku_id") != nil
	switch style := num(get(v, "style")); {
	case style == linkButton && (!hasURL || hasID):
		r.refuse(at, "a link button needs a url and no custom_id")
	case style == premiumButton && (!hasSKU || hasID || hasURL):
		r.refuse(at, "a premium button needs a sku_id alone")
	case style < linkButton && (!hasID || hasURL || hasSKU):
		r.refuse(at, "a button needs a custom_id and no url")
	case style != premiumButton && get(v, "label") == nil && get(v, "emoji") == nil:
		r.refuse(at, "a button needs a label or an emoji")
	}
}

var option = object(fields{
	"label": text(1, 100), "value": text(1, 100), "description": text(0, 100), "emoji": emoji, "default": boolean,
}, "label", "value")

func checkSelect(r *report, at string, v any) {
	known := fields{
		"custom_id": customID, "placeholder": text(0, maxPlaceholder), "min_values": integer(0, maxOptions),
		"max_values": integer(1, maxOptions), "disabled": boolean,
	}
	required := []string{"custom_id"}
	switch num(get(v, "type")) {
	case stringSelect:
		known["options"] = listOf(1, maxOptions, option)
		required = append(required, "options")
	case lastSelect:
		known["channel_types"] = listOf(0, 20, integer(0, 20))
		fallthrough
	default:
		known["default_values"] = listOf(0, maxOptions, object(fields{"id": snowflake, "type": text(1, 10)}, "id", "type"))
	}
	part(known, required...)(r, at, v)
	low, high := get(v, "min_values"), get(v, "max_values")
	if low != nil && num(low) > max(num(high), 1) {
		r.refuse(at+".min_values", "is more than max_values")
	}
	seen := map[string]bool{}
	for _, o := range list(get(v, "options")) {
		if value := str(get(o, "value")); seen[value] {
			r.refuse(at+".options", "the value %q is there twice", value)
		} else {
			seen[value] = true
		}
	}
}

// checkRow takes five buttons or one select.
func checkRow(r *report, at string, v any) {
	kinds := map[int]check{button: checkButton}
	for _, k := range []int{stringSelect, 5, 6, 7, lastSelect} {
		kinds[k] = checkSelect
	}
	part(fields{"components": listOf(1, 5, byType(kinds))}, "components")(r, at, v)
	selects := 0
	inner := list(get(v, "components"))
	for _, c := range inner {
		if num(get(c, "type")) != button {
			selects++
		}
	}
	if selects > 0 && len(inner) > 1 {
		r.refuse(at+".components", "a select fills its row alone")
	}
}

var (
	media       = object(fields{"url": address(2048, "http", "https", "attachment")}, "url")
	displayText = part(fields{"content": text(1, maxDisplayed)}, "content")
	v2          = map[int]check{
		row: checkRow, textDisplay: displayText,
		section: part(fields{
			"components": listOf(1, 3, byType(map[int]check{textDisplay: displayText})),
			"accessory": byType(map[int]check{button: checkButton, thumbnail: part(fields{
				"media": media, "description": text(0, 1024), "spoiler": boolean}, "media")}),
		}, "components", "accessory"),
		gallery: part(fields{"items": listOf(1, 10, object(fields{
			"media": media, "description": text(0, 1024), "spoiler": boolean}, "media"))}, "items"),
		fileDisplay: part(fields{"file": object(fields{"url": address(2048, "attachment")}, "url"), "spoiler": boolean}, "file"),
		separator:   part(fields{"divider": boolean, "spacing": integer(1, 2)}),
	}
)

// v2Outer also takes containers, which can't hold each other.
var v2Outer = func() map[int]check {
	out := maps.Clone(v2)
	out[container] = part(fields{
		"accent_color": integer(0, 0xFFFFFF), "spoiler": boolean, "components": listOf(1, maxComponents, byType(v2)),
	}, "components")
	return out
}()

// checkComponents holds a message's components against the rules of their kind.
func checkComponents(r *report, at string, v any, withFlag bool) {
	if !withFlag {
		listOf(0, maxRows, byType(map[int]check{row: checkRow}))(r, at, v)
	} else {
		listOf(0, maxComponents, byType(v2Outer))(r, at, v)
		if n := count(v); n > maxComponents {
			r.refuse(at, "want at most %d components with those inside of others, got %d", maxComponents, n)
		}
		if n := displayed(v); n > maxDisplayed {
			r.refuse(at, "want at most %d characters of text in all, got %d", maxDisplayed, n)
		}
	}
	checkUnique(r, at, v)
}

// checkUnique wants no custom id and no component's number twice in a message.
func checkUnique(r *report, at string, v any) {
	ids, numbers := map[string]bool{}, map[int]bool{}
	eachPart(v, func(c any) {
		if id := str(get(c, "custom_id")); id != "" && ids[id] {
			r.refuse(at, "the custom_id %q is there twice", id)
		} else {
			ids[id] = true
		}
		if n := num(get(c, "id")); n != 0 && numbers[n] {
			r.refuse(at, "the id %d is there twice", n)
		} else {
			numbers[n] = true
		}
	})
}

// eachPart goes through all components of a decoded body.
func eachPart(v any, do func(any)) {
	for _, c := range list(v) {
		do(c)
		eachPart(get(c, "components"), do)
		for _, one := range []any{get(c, "accessory"), get(c, "component")} {
			if one != nil {
				eachPart([]any{one}, do)
			}
		}
	}
}

func count(v any) int {
	n := 0
	eachPart(v, func(any) { n++ })
	return n
}

func displayed(v any) int {
	n := 0
	eachPart(v, func(c any) {
		if num(get(c, "type")) == textDisplay {
			n += utf16Length(str(get(c, "content")))
		}
	})
	return n
}

// usesV2 reports whether components need the components flag.
func usesV2(components []Component) bool {
	return slices.ContainsFunc(components, func(c Component) bool { return c.Type != row })
}
