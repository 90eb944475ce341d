package lsp_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/internal/lsptest"
)

// The files of testdata/marker and testdata/fixedbugs are txtar archives, each a
// session with an editor:
//
//	needs corpus                     (in the comment: skip without the PDF files)
//	-- settings.json --              the section "pqcite"
//	-- options.json --               initializationOptions
//	-- client.json --                members that are put into the client's capabilities
//	-- a.go --                       documents, opened in their order, or files of
//	-- tree/b.go --                  the workspace, which are not opened
//	-- notes --
//	hover a.go "Algorithm 9"         what is asked, and where: in the middle of the
//	hover a.go "NTT#2"               first, second, ... place of a text
//	-- want --                       what comes out, note by note
//
// With -update the last part is written anew. Notes are in a part of their own, since
// in the text they would be read as what they test.

var updateMarkers = flag.Bool("update", false, "write what comes out into the marker files")

func TestMarkers(t *testing.T) {
	for _, dir := range []string{"marker", "fixedbugs"} {
		files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txt"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no marker files in %q: %v", dir, err)
		}
		for _, name := range files {
			t.Run(dir+"/"+strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
				t.Parallel()
				runMarkers(t, name)
			})
		}
	}
}

func runMarkers(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var source *pqcite.Home
	if strings.Contains(string(archive.Comment), "needs corpus") {
		source = home(t, officialHome(t))
	} else {
		source = home(t, t.TempDir())
	}
	m := newMarkers(t, source, archive)
	var got strings.Builder
	for line := range strings.Lines(m.part("notes")) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			fmt.Fprintf(&got, "=== %s\n%s\n", line, strings.TrimRight(m.note(line), "\n"))
		}
	}
	m.compare(name, got.String())
}

// markers is a session that a marker file describes.
type markers struct {
	*testing.T
	archive *txtar.Archive
	editor  *lsptest.Editor
	dir     string // of the workspace
	docs    []string
}

func newMarkers(t *testing.T, source *pqcite.Home, archive *txtar.Archive) *markers {
	m := &markers{T: t, archive: archive, dir: t.TempDir()}
	o := lsptest.Options{RootURI: "file://" + m.dir, Capabilities: m.capabilities()}
	m.read("settings.json", &o.Settings)
	m.read("options.json", &o.InitializationOptions)
	m.editor = serve(t, source, o)
	m.editor.Initialize()
	m.open()
	if !strings.Contains(m.part("options.json"), "pullDiagnostics") {
		m.editor.AwaitDiagnostics(m.uri(m.docs[0]), 1) // by then the settings are known
	}
	return m
}

// part is the content of a part of the file.
func (m *markers) part(name string) string {
	for _, f := range m.archive.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func (m *markers) read(part string, into any) {
	m.Helper()
	if text := m.part(part); text != "" {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			m.Fatalf("%s: %v", part, err)
		}
	}
}

// capabilities are those of a full client, with the file's own put over them; null
// takes one away.
func (m *markers) capabilities() json.RawMessage {
	var own, all map[string]any
	m.read("client.json", &own)
	if err := json.Unmarshal(lsptest.DefaultCapabilities(), &all); err != nil {
		m.Fatal(err)
	}
	overlay(all, own)
	out, err := json.Marshal(all)
	if err != nil {
		m.Fatal(err)
	}
	return out
}

func overlay(onto, own map[string]any) {
	for k, v := range own {
		inner, ok := v.(map[string]any)
		below, both := onto[k].(map[string]any)
		switch {
		case v == nil:
			delete(onto, k)
		case ok && both:
			overlay(below, inner)
		default:
			onto[k] = v
		}
	}
}

var languages = map[string]string{".go": "go", ".md": "markdown", ".c": "c", ".py": "python", ".txt": "plaintext", ".tex": "latex", ".rs": "rust"}

// open writes the files of the workspace, and opens the others.
func (m *markers) open() {
	for _, f := range m.archive.Files {
		ext := filepath.Ext(f.Name)
		if languages[ext] == "" {
			continue
		}
		if inner, ok := strings.CutPrefix(f.Name, "tree/"); ok {
			path := filepath.Join(m.dir, inner)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				m.Fatal(err)
			}
			if err := os.WriteFile(path, f.Data, 0o644); err != nil {
				m.Fatal(err)
			}
			continue
		}
		m.docs = append(m.docs, f.Name)
		m.editor.Open(m.uri(f.Name), languages[ext], string(f.Data))
	}
}

func (m *markers) uri(name string) string { return "file://" + filepath.Join(m.dir, name) }

// clean takes the folders of this run out of a text.
func (m *markers) clean(s string) string { return strings.ReplaceAll(s, m.dir, "/W") }

// place is the document and position that a note names: in the middle of the first,
// or nth, place of a text, or at its end for "text$".
func (m *markers) place(args []string) (string, protocol.Position, protocol.Range) {
	m.Helper()
	if len(args) < 2 {
		m.Fatalf("note %q needs a document and a text in it", args)
	}
	r := m.rangeOf(args[0], args[1])
	at := r.Start
	if strings.HasSuffix(args[1], "$") {
		return m.uri(args[0]), r.End, r
	}
	if r.Start.Line == r.End.Line {
		at.Character = (r.Start.Character + r.End.Character) / 2
	}
	return m.uri(args[0]), at, r
}

func (m *markers) rangeOf(doc, quoted string) protocol.Range {
	m.Helper()
	part, nth, _ := strings.Cut(strings.TrimSuffix(quoted, "$"), "#")
	n, err := strconv.Atoi(nth)
	if err != nil {
		n = 1
	}
	text := m.editor.Text(m.uri(doc))
	at := 0
	for ; n > 0; n-- {
		i := strings.Index(text[at:], part)
		if i < 0 {
			m.Fatalf("%s has no %q", doc, quoted)
		}
		at += i + len(part)
	}
	return protocol.Range{Start: position(text, at-len(part)), End: position(text, at)}
}

// position is a byte offset as the session counts: markers use UTF-8.
func position(text string, at int) protocol.Position {
	line := strings.Count(text[:at], "\n")
	return protocol.Position{Line: uint32(line), Character: uint32(at - strings.LastIndexByte(text[:at], '\n') - 1)}
}

// words splits a note: words, and texts in double quotes.
func words(t testing.TB, line string) []string {
	t.Helper()
	var out []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if line[0] != '"' {
			word, rest, _ := strings.Cut(line, " ")
			out, line = append(out, word), rest
			continue
		}
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			t.Fatalf("note %q: %v", line, err)
		}
		word, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("note %q: %v", line, err)
		}
		out, line = append(out, word), line[len(quoted):]
	}
	return out
}

// compare holds what came out against the file, or writes it there.
func (m *markers) compare(name, got string) {
	m.Helper()
	got = m.clean(got)
	if !*updateMarkers {
		if diff := cmp.Diff(strings.SplitAfter(m.part("want"), "\n"), strings.SplitAfter(got, "\n")); diff != "" {
			m.Errorf("%s differs (-want +got); if it should, run with -update:\n%s", name, diff)
		}
		return
	}
	files := slices.DeleteFunc(slices.Clone(m.archive.Files), func(f txtar.File) bool { return f.Name == "want" })
	files = append(files, txtar.File{Name: "want", Data: []byte(got)})
	if err := os.WriteFile(name, txtar.Format(&txtar.Archive{Comment: m.archive.Comment, Files: files}), 0o644); err != nil {
		m.Fatal(err)
	}
}
