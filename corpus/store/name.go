package store

import (
	"path"
	"strings"

	"github.com/pqcite/pqcite/citations/refs"
)

const (
	// ownPrefix precedes the id of an own document whose name would start like a
	// publication's. No reference is read after an underscore.
	ownPrefix = "own_"
	maxStem   = 64 // bytes of an id that come from a file's name
	maxFolder = 32 // bytes of an id that come from its folder's
)

// OwnID derives the id of an own document from the name of its file: the stem, with
// everything but ASCII letters, digits, points, dashes and underscores turned into
// dashes. It never starts like the name of a publication.
func OwnID(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	return unreserved(safe(strings.TrimSuffix(name, path.Ext(name)), maxStem, "document"))
}

// safe is a name in the alphabet of ids, cut to a number of bytes.
func safe(name string, most int, fallback string) string {
	id := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '_', r == '-':
			return r
		}
		return '-'
	}, name)
	if id = strings.Trim(id, "-."); id == "" {
		return fallback
	}
	return strings.TrimRight(id[:min(len(id), most)], "-.")
}

func unreserved(id string) string {
	if refs.Reserved(id) {
		return ownPrefix + id
	}
	return id
}

// newID is an unused id, in any letter case, for an own document: the base alone, with
// the extension where the base is taken in the same folder, with the folder, with both,
// or with part of the hash of its origin. It depends on what is in the library, and is
// kept for as long as the document.
func newID(base, origin, name string, holder func(id string) *Entry) string {
	first := holder(base)
	if first == nil {
		return base
	}
	extension := safe(strings.TrimPrefix(path.Ext(name), "."), maxExtension, "")
	folder := safe(folderName(origin), maxFolder, "")
	withExtension, withFolder := base+"."+extension, unreserved(folder+"."+base)
	if extension != "" && folderOf(first.Origin) == folderOf(origin) && holder(withExtension) == nil {
		return withExtension
	}
	if folder != "" && folderOf(first.Origin) != folderOf(origin) {
		for _, id := range []string{withFolder, withFolder + "." + extension} {
			if holder(id) == nil && !strings.HasSuffix(id, ".") {
				return id
			}
		}
	}
	hash := hashOf([]byte(origin))
	for digits := 6; ; digits += 6 {
		if id := base + "~" + hash[:min(digits, len(hash))]; holder(id) == nil || digits > len(hash) {
			return id
		}
	}
}
