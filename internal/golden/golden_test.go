package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// recorder is a testing.TB that keeps what a failing check would print.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) { r.failure = fmt.Sprintf(format, args...) }

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

// check runs Check as a test would and returns what it failed with, or "".
func check(t *testing.T, name, got string) string {
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		Check(r, name, []byte(got))
	}()
	<-done
	return r.failure
}

func setUpdate(t *testing.T, on bool) {
	old := *update
	*update = on
	t.Cleanup(func() { *update = old })
}

func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	setUpdate(t, false)
	if err := os.MkdirAll("testdata/in", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/in/file.txt", []byte("one\ntwo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, file, got string
		want            []string // parts of the failure; none means that it passes
	}{
		{"same", "in/file.txt", "one\ntwo\n", nil},
		{"different", "in/file.txt", "one\n2\n", []string{"file.txt differs", "-update", `- 	"two\n"`, `+ 	"2\n"`}},
		{"different only at the end of the line", "in/file.txt", "one\ntwo", []string{"differs"}},
		{"invalid UTF-8", "in/file.txt", "one\n\xff\n", []string{"differs"}},
		{"no file", "in/none.txt", "", []string{"none.txt", "-update"}},
		{"outside", "../file.txt", "", []string{`"../file.txt" leaves testdata`}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			failure := strings.ReplaceAll(check(t, tc.file, tc.got), "\u00a0", " ")
			if (failure == "") != (len(tc.want) == 0) {
				t.Fatalf("failed with %q, want parts %q", failure, tc.want)
			}
			for _, part := range tc.want {
				if !strings.Contains(failure, part) {
					t.Errorf("failed with %q, want it to say %q", failure, part)
				}
			}
		})
	}
}

func TestUpdateWritesTheFile(t *testing.T) {
	t.Chdir(t.TempDir())
	setUpdate(t, true)
	if failure := check(t, "new/file.txt", "fresh"); failure != "" {
		t.Fatalf("update failed: %s", failure)
	}
	got, err := os.ReadFile(filepath.Join("testdata", "new", "file.txt"))
	if err != nil || string(got) != "fresh" {
		t.Fatalf("the file holds %q, %v; want %q", got, err, "fresh")
	}
	setUpdate(t, false)
	if failure := check(t, "new/file.txt", "fresh"); failure != "" {
		t.Errorf("the file that was written does not pass: %s", failure)
	}
}
