package textual

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// parse requires a valid document or a named error, and the same one again.
func parse(t *testing.T, read read, src []byte) *core.Document {
	d, err := read(build.Meta{ID: "x"}, src)
	if err != nil {
		for _, named := range []error{errEmpty, errBinary, errNested, build.ErrNoText, build.ErrLimit} {
			if errors.Is(err, named) {
				return nil
			}
		}
		t.Fatalf("unnamed error: %v", err)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	if again, err := read(build.Meta{ID: "x"}, src); err != nil || string(dump(again)) != string(dump(d)) {
		t.Fatalf("a second run differs: %v", err)
	}
	return d
}

// characters returns the letters and digits of a text.
func characters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

func seed(f *testing.F, folder ...string) {
	for _, name := range folder {
		f.Add(sample(f, name))
	}
	f.Add([]byte("\xEF\xBB\xBFa\r\nb\f\nc\tTable 1: x"))
	f.Add([]byte(""))
}

// FuzzPlain requires every letter and digit in the text, in order.
func FuzzPlain(f *testing.F) {
	seed(f, "plain/manual.txt", "rfc/old.txt")
	f.Fuzz(func(t *testing.T, src []byte) {
		d := parse(t, Plain, src)
		if d == nil {
			return
		}
		text, err := decode(src, maxSource)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := characters(d.Text), characters(text); got != want {
			t.Errorf("characters are lost:\ngot  %q\nwant %q", got, want)
		}
	})
}

// FuzzRFC requires every letter and digit in the text or the furniture.
func FuzzRFC(f *testing.F) {
	seed(f, "rfc/paged.txt", "rfc/draft.txt", "rfc/old.txt")
	f.Fuzz(func(t *testing.T, src []byte) {
		d := parse(t, RFC, src)
		if d == nil {
			return
		}
		text, err := decode(src, maxRFC)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := census(everything(d)), census(text); got != want {
			t.Errorf("characters are lost: got %s, want %s", got, want)
		}
	})
}

func everything(d *core.Document) string {
	var b strings.Builder
	b.WriteString(d.Text)
	for _, p := range d.Pages {
		for _, f := range p.Furniture {
			b.WriteString(f.Text)
		}
	}
	return b.String()
}

// census counts letters and digits, since furniture and the cells of a wrapped row are
// in another order than in the file.
func census(text string) string {
	count := map[rune]int{}
	for _, r := range characters(text) {
		count[r]++
	}
	return fmt.Sprint(count)
}

func FuzzMarkdown(f *testing.F) {
	seed(f, "markdown/notes.md")
	f.Add([]byte("> - a\n>   1. b\n> ```\n<div>\n|a|\n|-|\n[x]: y\n***\n\n\tc\n# d #\n==="))
	f.Fuzz(func(t *testing.T, src []byte) { parse(t, Markdown, src) })
}

func FuzzIsRFC(f *testing.F) {
	seed(f, "rfc/paged.txt", "rfc/draft.txt", "rfc/old.txt", "plain/manual.txt")
	f.Fuzz(func(t *testing.T, src []byte) {
		if IsRFC(src) && len(strings.TrimSpace(string(src))) == 0 {
			t.Error("blank text is an RFC")
		}
	})
}
