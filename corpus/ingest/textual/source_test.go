package textual

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/corpus/ingest/build"
)

func TestDecode(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"line ends", "a\r\nb\rc\vd\n", "a\nb\nc\nd\n"},
		{"byte order mark", "\xEF\xBB\xBFa", "a"},
		{"little endian", "\xFF\xFEa\x00\xE9\x00", "aé"},
		{"big endian", "\xFE\xFF\x00a\x00\xE9", "aé"},
		{"a stray byte", "caf\xE9", "caf\uFFFD"},
		{"form feed", "a\fb", "a\fb"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := decode([]byte(tt.src), 100)
			if err != nil || got != tt.want {
				t.Errorf("decode = %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		name string
		src  string
		want error
	}{
		{"no bytes", "", errEmpty},
		{"no text", " \r\n\f\n\uFEFF", errEmpty},
		{"only a mark", "\uFEFF", errEmpty},
		{"NUL", strings.Repeat("text ", 1000) + "\x00", errBinary},
		{"control characters", "\x01\x02\x03\x04\x05 text", errBinary},
		{"another encoding", strings.Repeat("\xE4\xF6\xFC ", 20), errBinary},
		{"too large", strings.Repeat("x", maxSource+1), build.ErrLimit},
	} {
		for name, read := range readers {
			t.Run(tt.name+"/"+name, func(t *testing.T) {
				if d, err := read(build.Meta{ID: "x"}, []byte(tt.src)); !errors.Is(err, tt.want) || d != nil {
					t.Errorf("read = %v, %v; want error %v", d, err, tt.want)
				}
			})
		}
	}
}

var readers = map[string]read{"RFC": RFC, "Markdown": Markdown, "Plain": Plain}

func TestDefaults(t *testing.T) {
	src := []byte("some text")
	d, err := Plain(build.Meta{ID: "notes"}, src)
	if err != nil {
		t.Fatal(err)
	}
	if d.Title != "notes" || d.Label != "notes" || d.Format != "text" || len(d.SHA256) != 64 {
		t.Errorf("document is %q, %q, %q, %q", d.Title, d.Label, d.Format, d.SHA256)
	}
	given := build.Meta{ID: "a", Title: "b", Label: "c", Date: "2020", URL: "d", SHA256: strings.Repeat("1", 64), Status: "draft"}
	for name, read := range readers {
		d, err := read(given, sampleOf(t, name))
		if err != nil {
			t.Fatal(err)
		}
		if d.ID != "a" || d.Title != "b" || d.Label != "c" || d.Date != "2020" || d.URL != "d" || d.SHA256[0] != '1' || d.Status != "draft" {
			t.Errorf("%s overrides what the caller knows: %+v", name, build.Meta{ID: d.ID, Title: d.Title, Label: d.Label, Date: d.Date, URL: d.URL, SHA256: d.SHA256, Status: d.Status})
		}
	}
}

func sampleOf(t testing.TB, reader string) []byte {
	t.Helper()
	return sample(t, map[string]string{"RFC": "rfc/paged.txt", "Markdown": "markdown/notes.md", "Plain": "plain/manual.txt"}[reader])
}

// TestLineEnds requires the same document for the same lines.
func TestLineEnds(t *testing.T) {
	for name, read := range readers {
		src := sampleOf(t, name)
		lf := bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
		crlf := append([]byte("\uFEFF"), bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n"))...)
		meta := build.Meta{ID: "x", SHA256: strings.Repeat("0", 64)}
		a, err := read(meta, lf)
		if err != nil {
			t.Fatal(err)
		}
		b, err := read(meta, crlf)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(dump(a), dump(b)) {
			t.Errorf("%s differs between LF and CRLF", name)
		}
	}
}
