package store

import (
	"os"
	"path"
	"regexp"
)

// The names of files that a change writes, final or temporary. Nothing else is ever
// removed, whatever a user keeps in the same folder.
var (
	documentPattern = regexp.MustCompile(`^[A-Za-z0-9._-]*-[0-9a-f]{16}\.doc(\.[0-9a-z]+\.tmp)?$`)
	sourcePattern   = regexp.MustCompile(`^[0-9a-f]{64}\.[0-9a-z]{1,8}(\.[0-9a-z]+\.tmp)?$`)
	manifestPattern = regexp.MustCompile(`^library\.json\.[0-9a-z]+\.tmp$`)
)

// sweep removes the files that neither the current manifest nor the previous one lists.
// It runs after a commit, while no other process can be writing. The very first change
// sweeps nothing: if the manifest was lost, its files may still be useful.
func (tx *Tx) sweep() {
	if tx.old.Generation == 0 {
		return
	}
	named, before := tx.next.files(), tx.old.files()
	for _, f := range []struct {
		folder string
		ours   *regexp.Regexp
	}{{".", manifestPattern}, {documentsName, documentPattern}, {sourcesName, sourcePattern}} {
		for _, name := range filesIn(below(tx.home, f.folder)) {
			file := path.Join(f.folder, name)
			if f.ours.MatchString(name) && !named[file] && !before[file] {
				tx.disk.remove(below(tx.home, file))
			}
		}
	}
}

// filesIn returns the names of the regular files in a folder, as far as it is readable.
func filesIn(folder string) []string {
	var names []string
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names
}
