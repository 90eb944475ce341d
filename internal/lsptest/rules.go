package lsptest

import "cmp"

// rules are what the specification says in prose about a structure. They run on
// values that the model finds nothing wrong with.
var rules = map[string]func(v any, here place) []violation{
	"Range":                  checkRange,
	"Diagnostic":             checkDiagnostic,
	"DocumentSymbol":         inside("selectionRange", "range"),
	"CallHierarchyItem":      inside("selectionRange", "range"),
	"TypeHierarchyItem":      inside("selectionRange", "range"),
	"LocationLink":           inside("targetSelectionRange", "targetRange"),
	"WorkDoneProgressBegin":  checkPercentage,
	"WorkDoneProgressReport": checkPercentage,
}

func checkRange(v any, here place) []violation {
	if comparePositions(at(v, "start"), at(v, "end")) > 0 {
		return here.bad("ends at %s, before it starts at %s", showPosition(at(v, "end")), showPosition(at(v, "start")))
	}
	return nil
}

func checkDiagnostic(v any, here place) []violation {
	if at(v, "codeDescription") != nil && at(v, "code") == nil {
		return here.bad("has a codeDescription and no code")
	}
	return nil
}

// inside asks for one range within the other; editors drop the whole answer else.
func inside(inner, outer string) func(any, place) []violation {
	return func(v any, here place) []violation {
		in, out := at(v, inner), at(v, outer)
		if comparePositions(at(out, "start"), at(in, "start")) > 0 || comparePositions(at(in, "end"), at(out, "end")) > 0 {
			return here.member(inner).bad("reaches beyond %s", outer)
		}
		return nil
	}
}

func checkPercentage(v any, here place) []violation {
	if p, _ := integer(at(v, "percentage")); p > 100 {
		return here.member("percentage").bad("want 0 to 100, got %d", p)
	}
	return nil
}

func showPosition(v any) string { return show(at(v, "line")) + ":" + show(at(v, "character")) }

func comparePositions(a, b any) int {
	part := func(v any, name string) int64 {
		i, _ := integer(at(v, name))
		return i
	}
	return cmp.Or(cmp.Compare(part(a, "line"), part(b, "line")), cmp.Compare(part(a, "character"), part(b, "character")))
}
