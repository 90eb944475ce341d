//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"time"
)

// leftoverPattern matches the folders for downloads that pqcite once made among the
// system's temporary files, and left there when it was killed.
var leftoverPattern = regexp.MustCompile(`^pqcite-add-[0-9]{1,20}$`)

// leftoverAge is how old such a folder must be: no download takes so long.
const leftoverAge = 24 * time.Hour

// removeLeftovers removes them. They must be folders, no links to one, and belong to the
// user.
func removeLeftovers(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || !leftoverPattern.MatchString(e.Name()) {
			continue
		}
		info, err := e.Info()
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < leftoverAge {
			continue
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); ok && int(stat.Uid) == os.Getuid() {
			_ = os.RemoveAll(filepath.Join(folder, e.Name()))
		}
	}
}
