package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"
)

// errFull is what a full disk says.
var errFull = &fs.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("no space left on device")}

// fullAfter takes some bytes and is full then.
type fullAfter struct {
	mu   sync.Mutex
	left int
}

func (f *fullAfter) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := min(f.left, len(p))
	if f.left -= n; n < len(p) {
		return n, errFull
	}
	return n, nil
}

// printing are command lines of each subcommand that print something. DIR is a folder
// with the files that they read, which are made in it.
var printing = []string{
	"", "--help", "--version", "version", "version --json", "help ask", "completion bash", "completion zsh", "completion fish", "completion powershell",
	"ask QUESTION", "ask QUESTION --json", "ask nonsensical", "ask --batch DIR/questions.jsonl",
	"search ciphertext", "search ciphertext --json", "search ciphertext --explain", "search --batch DIR/questions.jsonl",
	"verify ciphertext", "verify ciphertext --json", "verify --batch DIR/claims.jsonl", "verify-receipt DIR/receipt.json", "verify-receipt DIR/receipt.json --json",
	"refs DIR/a.go", "refs DIR/a.go --json", "refs --batch DIR/texts.jsonl",
	"check DIR/a.go", "check DIR/a.go --json", "check DIR/a.go --sarif", "check DIR/a.go --fix --dry-run",
	"card ML-KEM-768", "card ML-KEM-768 --json",
	"trace show DIR/trace.jsonl", "trace show DIR/trace.jsonl --json", "trace stats DIR/trace.jsonl", "trace stats DIR/trace.jsonl --json", "trace replay DIR/trace.jsonl",
	"corpus", "corpus list", "corpus list --json", "corpus show NIST.FIPS.203#table-3", "corpus show NIST.FIPS.203#table-3 --json", "corpus verify", "corpus verify --json",
	"corpus add DIR/own.md", "corpus add DIR/own.md --json", "corpus remove own",
	"eval", "eval ask DIR/set.jsonl", "eval ask DIR/set.jsonl --json", "eval retrieval DIR/set.jsonl", "eval retrieval DIR/set.jsonl --json",
	"lsp --schema",
}

// unprinted are subcommands that need more than a library to print anything, and why
// their output fails like that of the others.
var unprinted = map[string]string{
	"bot":           "asks Discord before it prints",
	"corpus embed":  "asks a server before it prints",
	"corpus push":   "asks a server before it prints",
	"corpus status": "asks a server before it prints",
	"corpus token":  "asks a server before it prints",
	"corpus pull":   "downloads; prints as corpus add does",
	"eval feedback": "needs the state of a bot; prints as eval ask does",
	workerName:      "prints the document that its parent asks for",
}

const askedWhole = "How many bytes does an ML-KEM-768 ciphertext take?"

// filesToRead writes what the commands of printing read.
func filesToRead(t *testing.T, home string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"questions.jsonl": `{"question":"` + askedWhole + `"}` + "\n", "claims.jsonl": `{"claim":"A ciphertext has 1088 bytes."}` + "\n", "texts.jsonl": `{"text":"FIPS 203, Algorithm 13"}` + "\n",
		"a.go": "// FIPS 203, Algorithm 13 (ML-KEM.KeyGen)\n", "own.md": "# Own\n\nA widget holds two gadgets together.\n",
		"set.jsonl": `{"qid":"1","question":"` + askedWhole + `","answerable":true,"gold":[{"doc_id":"NIST.FIPS.203","start_page":48,"end_page":48}]}` + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var receipt strings.Builder
	if code := run(t.Context(), []string{"ask", askedWhole, "--json", "--home", home, "--trace", filepath.Join(dir, "trace.jsonl")}, streams{in: strings.NewReader(""), out: &receipt, err: t.Output()}); code != 0 {
		t.Fatalf("ask ends with exit code %d", code)
	}
	if err := os.WriteFile(filepath.Join(dir, "receipt.json"), []byte(receipt.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func argumentsOf(line, dir, home string) []string {
	var args []string
	for _, word := range strings.Fields(line) {
		args = append(args, strings.ReplaceAll(strings.Replace(word, "DIR", dir, 1), "QUESTION", askedWhole))
	}
	return append(args, "--home", home)
}

// TestFullOutput runs every subcommand with a standard output that takes nothing, and
// with one that is full later: each says so, and fails.
func TestFullOutput(t *testing.T) {
	home := emptied(t)
	dir := filesToRead(t, home)
	own := []string{"corpus", "add", filepath.Join(dir, "own.md"), "--home", home}
	for _, line := range printing {
		for _, room := range []int{0, 3} {
			if strings.HasPrefix(line, "corpus remove") {
				if code := run(t.Context(), own, streams{in: strings.NewReader(""), out: t.Output(), err: t.Output()}); code != 0 {
					t.Fatalf("corpus add ends with exit code %d", code)
				}
			}
			var errs strings.Builder
			code := run(t.Context(), argumentsOf(line, dir, home), streams{in: strings.NewReader(""), out: &fullAfter{left: room}, err: &errs})
			if want := "pqcite: write standard output: no space left on device\n"; code != exitError || strings.Count(errs.String(), "pqcite: ") != 1 || !strings.HasSuffix(errs.String(), want) {
				t.Errorf("%q with room for %d bytes ends with exit code %d and says %q", line, room, code, &errs)
			}
		}
	}
}

// TestPrintingIsWhole holds the table against the subcommands that there are.
func TestPrintingIsWhole(t *testing.T) {
	a, _ := newApp(t.Context(), streams{})
	var visit func(c *cobra.Command, path string)
	visit = func(c *cobra.Command, path string) {
		listed := unprinted[path] != ""
		for _, line := range printing {
			listed = listed || line == path || strings.HasPrefix(line, path+" ")
		}
		if !listed {
			t.Errorf("no command line of %q is tried with a full output", path)
		}
		for _, sub := range c.Commands() {
			visit(sub, strings.TrimSpace(path+" "+sub.Name()))
		}
	}
	visit(a.command(), "")
}
