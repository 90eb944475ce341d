package textual

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
	"github.com/pqcite/pqcite/internal/golden"
)

// read is a reader of one format.
type read func(build.Meta, []byte) (*core.Document, error)

func TestSamples(t *testing.T) {
	for _, tt := range []struct {
		file string
		read read
		meta build.Meta
	}{
		{"rfc/paged.txt", RFC, build.Meta{}},
		{"rfc/draft.txt", RFC, build.Meta{}},
		{"rfc/old.txt", RFC, build.Meta{}},
		{"markdown/notes.md", Markdown, build.Meta{ID: "notes"}},
		{"plain/manual.txt", Plain, build.Meta{ID: "manual"}},
	} {
		t.Run(tt.file, func(t *testing.T) {
			d, err := tt.read(tt.meta, sample(t, tt.file))
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, strings.TrimSuffix(tt.file, filepath.Ext(tt.file))+".golden", dump(d))
		})
	}
}

func sample(t testing.TB, name string) []byte {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return src
}
