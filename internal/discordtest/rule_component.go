package discordtest

import (
	"maps"
)

// Types of components. The bot uses no others: select menus and the components that need a
// flag of their own are breaches.
const (
	row       = 1
	button    = 2
	textInput = 4
)

// linkButton is the style of a button that opens an address, and the last that the bot may
// use.
const linkButton = 5

// The bounds on components.
const (
	maxCustomID = 100
	maxRows     = 5
	maxLabel    = 80
	maxURL      = 512
	maxOptions  = 25 // of a command
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
		"style": integer(1, linkButton), "label": text(1, maxLabel), "emoji": emoji, "custom_id": customID,
		"url": address(maxURL, "http", "https", "discord"), "disabled": boolean,
	}, "style")(r, at, v)
	hasID, hasURL := get(v, "custom_id") != nil, get(v, "url") != nil
	switch style := num(get(v, "style")); {
	case style == linkButton && (!hasURL || hasID):
		r.refuse(at, "a link button needs a url and no custom_id")
	case style < linkButton && (!hasID || hasURL):
		r.refuse(at, "a button needs a custom_id and no url")
	case get(v, "label") == nil && get(v, "emoji") == nil:
		r.refuse(at, "a button needs a label or an emoji")
	}
}

// checkRow takes five buttons.
var checkRow = part(fields{"components": listOf(1, 5, byType(map[int]check{button: checkButton}))}, "components")

// checkComponents holds a message's components against the rules.
func checkComponents(r *report, at string, v any) {
	listOf(0, maxRows, byType(map[int]check{row: checkRow}))(r, at, v)
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
	}
}
