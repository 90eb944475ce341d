package syntax

import (
	"slices"
	"strings"
)

// No checksum covers a file outside its streams: one changed byte there may make a page
// lose its content, or show another page's. Such a byte differs from a producer's
// choice in that its counterpart is missing: an unknown key where a known one, one
// letter away, is lacking; an unreferenced object where a reference is one digit away
// from it.

// critical are the entries without which a page would read differently.
var critical = map[Name]bool{
	"Type": true, "Subtype": true, "Parent": true, "Kids": true, "Count": true, "Resources": true, "MediaBox": true, "CropBox": true,
	"Rotate": true, "Contents": true, "UserUnit": true, "Pages": true, "PageLabels": true, "Names": true, "Dests": true, "Outlines": true,
	"OCProperties": true, "FirstChar": true, "LastChar": true, "Widths": true, "FontDescriptor": true, "Encoding": true, "ToUnicode": true,
	"DescendantFonts": true, "DW": true, "W": true, "CIDToGIDMap": true, "FontMatrix": true, "CharProcs": true, "MissingWidth": true,
	"FontFile": true, "FontFile2": true, "FontFile3": true, "Matrix": true, "BBox": true, "OC": true, "Filter": true, "DecodeParms": true,
	"Length": true, "Font": true, "XObject": true, "ExtGState": true, "Properties": true,
}

// streamKeys are the entries that say how a stream is decoded.
var streamKeys = []Name{"Length", "Filter", "DecodeParms", "Type", "Subtype"}

// knownKeys are the entries of dictionaries that text depends on (ISO 32000-2, tables
// 29 to 31, 34, 93, 109, 115, 119, 120).
var knownKeys = map[kind][]Name{
	kindPage: {
		"Type", "Parent", "LastModified", "Resources", "MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox", "BoxColorInfo",
		"Contents", "Rotate", "Group", "Thumb", "B", "Dur", "Trans", "Annots", "AA", "Metadata", "PieceInfo", "StructParents",
		"ID", "PZ", "SeparationInfo", "Tabs", "TemplateInstantiated", "PresSteps", "UserUnit", "VP", "AF", "OutputIntents", "DPart",
	},
	kindPages: {"Type", "Parent", "Kids", "Count", "Resources", "MediaBox", "CropBox", "Rotate"},
	kindCatalog: {
		"Type", "Version", "Extensions", "Pages", "PageLabels", "Names", "Dests", "ViewerPreferences", "PageLayout", "PageMode", "Outlines",
		"Threads", "OpenAction", "AA", "URI", "AcroForm", "Metadata", "StructTreeRoot", "MarkInfo", "Lang", "SpiderInfo", "OutputIntents",
		"PieceInfo", "OCProperties", "Perms", "Legal", "Requirements", "Collection", "NeedsRendering", "DSS", "AF", "DPartRoot",
	},
	kindFont: {
		"Type", "Subtype", "Name", "BaseFont", "FirstChar", "LastChar", "Widths", "FontDescriptor", "Encoding", "ToUnicode", "DescendantFonts",
		"CIDSystemInfo", "DW", "W", "DW2", "W2", "CIDToGIDMap", "FontBBox", "FontMatrix", "CharProcs", "Resources",
	},
	kindDescriptor: {
		"Type", "FontName", "FontFamily", "FontStretch", "FontWeight", "Flags", "FontBBox", "ItalicAngle", "Ascent", "Descent", "Leading",
		"CapHeight", "XHeight", "StemV", "StemH", "AvgWidth", "MaxWidth", "MissingWidth", "FontFile", "FontFile2", "FontFile3", "CharSet",
		"Style", "Lang", "FD", "CIDSet",
	},
	kindForm: {
		"Type", "Subtype", "FormType", "BBox", "Matrix", "Resources", "Group", "Ref", "Metadata", "PieceInfo", "LastModified", "StructParent",
		"StructParents", "OPI", "OC", "Name", "Length", "Filter", "DecodeParms", "AF",
	},
}

// resourceKeys are the entries of resource dictionaries, of pages and forms.
var resourceKeys = []Name{"ExtGState", "ColorSpace", "Pattern", "Shading", "XObject", "Font", "ProcSet", "Properties"}

// misspelt returns a key of an object that is one letter away from a critical one that
// it lacks.
func misspelt(o any, k kind) (Name, bool) {
	d, is := o.(Dict)
	if s, isStream := o.(*Stream); isStream {
		d = s.Dict
		if key, found := near(d, streamKeys, knownKeys[k]); found {
			return key, true
		}
	} else if !is {
		return "", false
	}
	if key, found := near(d, knownKeys[k], nil); found {
		return key, true
	}
	if _, has := d["ProcSet"]; has && k == kindOther {
		return near(d, resourceKeys, nil)
	}
	if r, is := d["Resources"].(Dict); is {
		return near(r, resourceKeys, nil)
	}
	return "", false
}

// near finds an unknown key that is one letter away from a critical one that the
// dictionary lacks.
func near(d Dict, known, alsoKnown []Name) (Name, bool) {
	if len(known) == 0 {
		return "", false
	}
	for key := range d {
		if slices.Contains(known, key) || slices.Contains(alsoKnown, key) {
			continue
		}
		for _, k := range known {
			if _, has := d[k]; !has && critical[k] && wronglySpelt(string(key), string(k)) {
				return key, true
			}
		}
	}
	return "", false
}

// wronglySpelt reports whether one byte turns a known key into a key: a letter, or the
// space after it turned into a letter.
func wronglySpelt(key, known string) bool {
	return oneApart(key, known) || len(key) == len(known)+1 && strings.HasPrefix(key, known)
}

// oneApart reports whether two words of the same length differ in one letter.
func oneApart(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	n := 0
	for i := range len(a) {
		if a[i] != b[i] {
			n++
		}
	}
	return n == 1
}
