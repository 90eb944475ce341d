package ingest

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/pqcite/pqcite/internal/race"
)

// pdfOf writes a file of the bodies of its objects, the first of which is the
// catalog.
func pdfOf(bodies ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var offsets []int
	for i, o := range bodies {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(bodies)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(bodies)+1, xref)
	return b.Bytes()
}

func squeezed(s string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

func streamOf(entries, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(data), data)
}

func flateOf(entries, data string) string {
	return streamOf(entries+" /Filter /FlateDecode", squeezed(data))
}

// page is a file of one page with the content, and further objects from 6.
func page(content string, more ...string) []byte {
	return pdfOf(append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>",
		content,
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
	}, more...)...)
}

// lengths is a file of many streams whose length is to be looked up in an array.
func lengths() []byte {
	bodies := []string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>", "[" + strings.Repeat("1 ", 1<<20) + "]"}
	for range 50_000 {
		bodies = append(bodies, "<< /Length 3 0 R >>\nstream\nx\nendstream")
	}
	return pdfOf(bodies...)
}

// bombs are small files, or files of a few MB, that ask for more than there is.
func bombs() map[string]func() []byte {
	hello := flateOf("", "BT /F1 12 Tf (Hello) Tj ET")
	form := func(next int) string {
		return flateOf(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X %d 0 R >> >>", next), strings.Repeat("/X Do ", 30))
	}
	nested := sync.OnceValue(func() string {
		s := strings.Repeat(" ", 30<<20)
		for range 4 {
			s = squeezed(s)
		}
		return s
	})
	xrefStream := func(entries, data string) []byte {
		b := []byte("%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n")
		at := len(b)
		b = append(b, fmt.Sprintf("2 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n", flateOf("/Type /XRef /Root 1 0 R "+entries, data), at)...)
		return b
	}
	return map[string]func() []byte{
		"a table of a thousand million": func() []byte {
			return []byte("%PDF-1.4\nxref\n0 1000000000\n0000000000 65535 f \ntrailer\n<< /Size 1000000000 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n")
		},
		"a section of a thousand million": func() []byte { return xrefStream("/Size 1000000000 /W [1 0 0]", strings.Repeat("\x01", 30<<20)) },
		"a section of a million":          func() []byte { return xrefStream("/Size 1048000 /W [1 1 0]", strings.Repeat("\x02\x02", 1048000)) },
		"an object stream of a thousand million": func() []byte {
			return page(hello, flateOf("/Type /ObjStm /N 1000000000 /First 10", strings.Repeat("1 0 ", 1<<20)))
		},
		"filters in filters": func() []byte {
			return page(streamOf("/Filter [/FlateDecode /FlateDecode /FlateDecode /FlateDecode /FlateDecode]", nested()))
		},
		"a hundred filters":           func() []byte { return page(streamOf("/Filter ["+strings.Repeat("/FlateDecode ", 100)+"]", nested())) },
		"12,000 arrays in each other": func() []byte { return page(hello, strings.Repeat("[", 12000)+strings.Repeat("]", 12000)) },
		"12,000 arrays in a content":  func() []byte { return page(flateOf("", strings.Repeat("[", 12000))) },
		"saved states":                func() []byte { return page(flateOf("", strings.Repeat("q ", 15<<20))) },
		"operators":                   func() []byte { return page(flateOf("", strings.Repeat("Q ", 15<<20))) },
		"one long string":             func() []byte { return page(flateOf("", "BT /F1 12 Tf ("+strings.Repeat("x", 30<<20)+") Tj ET")) },
		"operands":                    func() []byte { return page(flateOf("", strings.Repeat("1 ", 15<<20))) },
		"an array of operands":        func() []byte { return page(flateOf("", "["+strings.Repeat("1 ", 15<<20)+"] TJ")) },
		"small dictionaries":          func() []byte { return page(flateOf("", "["+strings.Repeat("<</A 1>>", 3<<20)+"] TJ")) },
		"one array of 30 MB":          func() []byte { return page(hello, "["+strings.Repeat("1 ", 15<<20)+"]") },
		"dictionaries of 30 MB":       func() []byte { return page(hello, "["+strings.Repeat("<</A 1>>", 4<<20)+"]") },
		"two million references": func() []byte {
			return pdfOf("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 2000000 /Kids ["+strings.Repeat("3 0 R ", 2_000_000)+"] >>", "<< /Type /Page /Parent 2 0 R >>")
		},
		"a page tree in itself": func() []byte {
			return pdfOf("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [2 0 R] >>")
		},
		"forms in forms": func() []byte {
			return page(flateOf("", "/X Do"), form(7), form(8), form(9), form(10), form(11), form(12), form(13), form(6))
		},
		"the same content many times": func() []byte {
			return page("["+strings.Repeat("7 0 R ", 90)+"]", "null", flateOf("", strings.Repeat("q Q ", 2<<20)))
		},
		"objects": func() []byte {
			return []byte("%PDF-1.4\n" + strings.Repeat("1 0 obj 1 endobj ", 3<<20) + "startxref\n9\n%%EOF\n")
		},
		"one long length for many": func() []byte { return lengths() },
		"rules":                    func() []byte { return page(flateOf("", strings.Repeat("0 0 9 1 re f ", 2<<20))) },
	}
}

// TestBombs starts a worker for each and looks at what the system gave it: no file
// may need more than a worker's bound.
func TestBombs(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector needs more memory than a worker may have")
	}
	for name, build := range bombs() {
		t.Run(name, func(t *testing.T) {
			data := build()
			header, err := json.Marshal(request{Name: "bomb.pdf", Size: int64(len(data))})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), defaultTimeout)
			defer cancel()
			cmd := exec.CommandContext(ctx, os.Args[0])
			cmd.Env = append(os.Environ(), childEnv+"=worker", fmt.Sprintf("%s=%d", memoryEnv, defaultMemory))
			cmd.Stdin = strings.NewReader(string(header) + "\n" + string(data))
			var said bytes.Buffer
			cmd.Stderr = &said
			err = cmd.Run()
			used, is := cmd.ProcessState.SysUsage().(*syscall.Rusage)
			if !is {
				t.Skip("the system does not say what a process used")
			}
			t.Logf("%d MiB, %v of processor: %v, %.200s", used.Maxrss>>10, cmd.ProcessState.UserTime(), err, said.String())
			if used.Maxrss<<10 > defaultMemory {
				t.Errorf("%d MiB were used, more than %d", used.Maxrss>>10, defaultMemory>>20)
			}
			if ctx.Err() != nil {
				t.Error("not done within the deadline")
			}
			if bytes.Contains(said.Bytes(), []byte("goroutine")) && !outOfMemory(said.Bytes()) {
				t.Errorf("the child crashed: %.400s", said.String())
			}
		})
	}
}
