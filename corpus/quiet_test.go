package corpus_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/internal/race"
)

var identifierWord = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// maxQuiet is how many of 10,000 words of unrelated code may have the card of a term.
const maxQuiet = 1

// TestQuietInUnrelatedCode measures how often an editor shows a card where nobody
// writes of post-quantum cryptography: at each word of Go's standard library outside
// crypto, of every tenth file unless PQCITE_TEST_LONG is set.
func TestQuietInUnrelatedCode(t *testing.T) {
	if race.Enabled {
		t.Skip("cards are counted without the race detector")
	}
	root := goSources(t)
	if _, err := os.Stat(filepath.Join(root, "go", "types")); err != nil {
		t.Skipf("there are no sources of Go: %v", err)
	}
	l := open(t, t.TempDir())
	deck, scanner := l.Cards(), l.Scanner()
	files, words, shown := 0, 0, make(map[string]int)
	visit := func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if rel, _ := filepath.Rel(root, path); e.IsDir() && slices.Contains([]string{"crypto", "cmd", "testdata"}, strings.TrimPrefix(filepath.Base(rel), "vendor/")) {
			return fs.SkipDir
		}
		if files++; filepath.Ext(path) != ".go" || os.Getenv("PQCITE_TEST_LONG") == "" && files%10 != 0 {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := string(data)
		found := scanner.Scan(text, &prose.Go)
		around := corpus.NewSurroundings(text, &prose.Go, slices.Values(found))
		refs := corpus.CardReferences(found)
		for _, at := range identifierWord.FindAllStringIndex(text, -1) {
			words++
			c, ok := deck.In(around, text, at[0], refs)
			if ok && c.Subject != card.OfReference && c.Subject != card.OfOID {
				shown[text[at[0]:at[1]]+" in "+path]++
			}
		}
		return nil
	}
	if err := filepath.WalkDir(root, visit); err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, n := range shown {
		total += n
	}
	rate := float64(total) * 10_000 / float64(words)
	t.Logf("%d cards of terms at %d words: %.3f in 10,000", total, words, rate)
	if words < 100_000 {
		t.Errorf("%d words were read", words)
	}
	if rate > maxQuiet {
		t.Errorf("%.3f cards of terms in 10,000 words, want at most %d: %v", rate, maxQuiet, shown)
	}
}

// goSources is the folder of Go's standard library, as the go command names it.
func goSources(t *testing.T) string {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Skipf("there is no go command to ask for its sources: %v", err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "src")
}
