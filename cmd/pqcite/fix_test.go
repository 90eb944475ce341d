package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixKeepsBytes corrects a number in files of every kind: no other byte, no
// permission and no link changes.
func TestFixKeepsBytes(t *testing.T) {
	const wrong, right = "FIPS 203, Algorithm 13 (ML-KEM.KeyGen)", "FIPS 203, Algorithm 19 (ML-KEM.KeyGen)"
	tests := map[string]string{
		"invalid UTF-8":      "// \xff\xfe " + wrong + " \x80\n",
		"mixed line ends":    "// a\r\n// b\r// " + wrong + "\n\r\n",
		"byte order mark":    "\ufeff// " + wrong,
		"no last line end":   "x // " + wrong,
		"a line of 1 MB":     "// " + strings.Repeat("long ", 200_000) + wrong + "\n",
		"wrapped":            "// FIPS 203,\n\t// Algorithm 13 (ML-KEM.KeyGen)\n",
		"several":            "// " + wrong + " and " + wrong + "\nx := `" + wrong + "`\n",
		"characters in four": "// 𝑘𝑘𝑘 " + wrong + " 𝑘\n",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			real, link := filepath.Join(dir, "real.go"), filepath.Join(dir, "link.go")
			if err := os.WriteFile(real, []byte(text), 0o640); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("real.go", link); err != nil {
				t.Fatal(err)
			}
			runIn(t, "check", "--fix", link)
			got, err := os.ReadFile(real)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.ReplaceAll(text, "Algorithm 13", "Algorithm 19")
			if name != "wrapped" && want != strings.ReplaceAll(text, wrong, right) {
				t.Fatal("the test corrects something else")
			}
			if string(got) != want {
				t.Errorf("file reads %.200q, want %.200q", got, want)
			}
			info, err := os.Lstat(link)
			if err != nil || info.Mode()&os.ModeSymlink == 0 {
				t.Errorf("the link is gone: %v, %v", info, err)
			}
			if info, err = os.Stat(real); err != nil || info.Mode().Perm() != 0o640 {
				t.Errorf("permissions are %v, %v", info, err)
			}
			if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
				t.Errorf("folder holds %v, %v", entries, err)
			}
		})
	}
}

// TestFixRefusesAChangedFile: what was changed in the meantime is left alone.
func TestFixRefusesAChangedFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(name, []byte("new"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := correct(name, "old", "corrected")
	if err == nil || !strings.Contains(err.Error(), "it has changed since it was read") {
		t.Errorf("replace ends with %v", err)
	}
	if got, err := os.ReadFile(name); string(got) != "new" || err != nil {
		t.Errorf("file reads %q, %v", got, err)
	}
}
