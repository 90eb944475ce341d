package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
	"github.com/pqcite/pqcite/corpus/ingest/pdf"
)

// childEnv makes the test binary behave as a child process of some kind.
const childEnv = "PQCITE_TEST_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(childEnv) {
	case "":
		os.Exit(m.Run())
	case "worker":
		os.Exit(RunWorker(context.Background(), os.Stdin, os.Stdout, os.Stderr))
	case "hang":
		io.Copy(io.Discard, os.Stdin)
		time.Sleep(time.Hour) // ended by the parent's deadline
	case "crash":
		panic("runtime error: out of luck")
	case "garbage":
		fmt.Print("this is no document")
	case "chatter":
		for range 1 << 20 {
			os.Stdout.Write(make([]byte, 1<<10))
		}
	case "hungry":
		stop := boundMemory(64<<20, os.Stderr)
		defer stop()
		var held [][]byte
		for range 1 << 10 {
			held = append(held, bytes.Repeat([]byte{1}, 1<<20))
			time.Sleep(time.Millisecond)
		}
		fmt.Println(len(held))
	}
	os.Exit(0)
}

func workerAs(t *testing.T, kind string) *Worker {
	t.Helper()
	t.Setenv(childEnv, kind)
	return &Worker{Command: []string{os.Args[0]}}
}

var onePage = File{Name: "A sample, one page.pdf", Data: samplePDF("BT /F1 12 Tf 72 700 Td (A widget is a small part.) Tj ET")}

// samplePDF is a file of one page with the content, in a standard font.
func samplePDF(content string) []byte {
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
	return b.Bytes()
}

func TestWorker(t *testing.T) {
	d, err := workerAs(t, "worker").Ingest(t.Context(), onePage)
	if err != nil {
		t.Fatal(err)
	}
	if d.ID != "A-sample--one-page" || d.Format != core.FormatPDF || strings.TrimSpace(d.Text) != "A widget is a small part." {
		t.Errorf("document %q, %s: %q", d.ID, d.Format, d.Text)
	}
	here, err := Document(t.Context(), onePage)
	if err != nil {
		t.Fatal(err)
	}
	if here.Text != d.Text || len(here.Passages) != len(d.Passages) {
		t.Error("the child's document differs from this process's")
	}
}

func TestWorkerFails(t *testing.T) {
	damaged := File{Name: "x.pdf", Data: onePage.Data[:len(onePage.Data)/2]}
	scan := File{Name: "scan.pdf", Data: samplePDF("0 0 9 9 re f")}
	layer := File{Name: "layer.pdf", Data: samplePDF("BT /F1 12 Tf 3 Tr 72 700 Td (Recognised words.) Tj ET")}
	unread := File{Name: "unread.pdf", Data: samplePDF("BT /F1 12 Tf 72 700 Td (\\001\\002\\003) Tj ET")}
	tests := []struct {
		kind  string
		file  File
		bound func(*Worker)
		want  error
	}{
		{"worker", File{Name: "x.pdf"}, nil, errEmpty},
		{"worker", damaged, nil, pdf.ErrDamaged},
		{"worker", scan, nil, build.ErrNoText},
		{"worker", layer, nil, build.ErrNoText},
		{"worker", unread, nil, pdf.ErrUnreadable},
		{"hang", onePage, func(w *Worker) { w.Timeout = 100 * time.Millisecond }, errTimeout},
		{"crash", onePage, nil, errCrashed},
		{"hungry", onePage, func(w *Worker) { w.Memory = 64 << 20 }, errMemory},
	}
	for _, tt := range tests {
		t.Run(tt.kind+" "+tt.file.Name, func(t *testing.T) {
			w := workerAs(t, tt.kind)
			if tt.bound != nil {
				tt.bound(w)
			}
			if d, err := w.Ingest(t.Context(), tt.file); d != nil || !errors.Is(err, tt.want) {
				t.Errorf("Ingest() = %v, %v; want error %v", d, err, tt.want)
			}
		})
	}
}

// TestInvisibleLayer checks that the error says why a scan with a layer of recognised
// text has none.
func TestInvisibleLayer(t *testing.T) {
	layer := File{Name: "layer.pdf", Data: samplePDF("BT /F1 12 Tf 3 Tr 72 700 Td (Recognised words.) Tj ET")}
	if _, err := Document(t.Context(), layer); err == nil || !strings.Contains(err.Error(), "invisible text layer") {
		t.Errorf("error is %v", err)
	}
	scan := File{Name: "scan.pdf", Data: samplePDF("0 0 9 9 re f")}
	if _, err := Document(t.Context(), scan); err == nil || strings.Contains(err.Error(), "invisible") {
		t.Errorf("error is %v", err)
	}
}

func TestWorkerLies(t *testing.T) {
	if d, err := workerAs(t, "garbage").Ingest(t.Context(), onePage); err == nil {
		t.Errorf("garbage becomes %v", d)
	}
	w := workerAs(t, "chatter")
	w.MaxReply = 1 << 20
	if d, err := w.Ingest(t.Context(), onePage); err == nil {
		t.Errorf("an endless reply becomes %v", d)
	}
}

func TestWorkerStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := workerAs(t, "hang").Ingest(ctx, onePage); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want %v", err, context.Canceled)
	}
}

func TestDetect(t *testing.T) {
	tests := []struct {
		name, data string
		want       core.Format
	}{
		{"a.pdf", "%PDF-1.7", core.FormatPDF}, {"a.txt", "junk %PDF-2.0", core.FormatPDF},
		{"a.PDF", "no header", core.FormatPDF},
		{"a.md", "# Title", core.FormatMarkdown}, {"A.MARKDOWN", "text", core.FormatMarkdown}, {"a.txt", "plain", core.FormatText},
	}
	for _, tt := range tests {
		if got := detect(tt.name, []byte(tt.data)); got != tt.want {
			t.Errorf("Detect(%q, %q) = %s, want %s", tt.name, tt.data, got, tt.want)
		}
	}
}
