package lsptest

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestFrames(t *testing.T) {
	for _, tc := range []struct {
		name, in string
		bodies   string // joined by "|"
		err      error
		says     string
	}{
		{"none", "", "", io.EOF, ""},
		{"two", "Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull", "{}|null", io.EOF, ""},
		{"an empty one", "Content-Length: 0\r\n\r\n", "", io.EOF, ""},
		{"cut in the header", "Content-Le", "", io.ErrUnexpectedEOF, ""},
		{"cut in the number", "Content-Length: 1", "", io.ErrUnexpectedEOF, ""},
		{"cut in the body", "Content-Length: 3\r\n\r\n{}", "", io.ErrUnexpectedEOF, ""},
		{"a logged line", "Content-Length: 2\r\n\r\n{}oops\n", "{}", errFrame, `got "oops\n"`},
		{"a line end after the body", "Content-Length: 2\r\n\r\n{}\nContent", "{}", errFrame, `got "\nContent"`},
		{"lower case", "content-length: 2\r\n\r\n{}", "", errFrame, "content"},
		{"no space", "Content-Length:2\r\n\r\n{}", "", errFrame, "Content-Length:2"},
		{"bare line ends", "Content-Length: 2\n\n{}", "", errFrame, ""},
		{"another header", "Content-Length: 2\r\nContent-Type: x\r\n\r\n{}", "", errFrame, ""},
		{"no number", "Content-Length: \r\n\r\n", "", errFrame, ""},
		{"a negative number", "Content-Length: -2\r\n\r\n{}", "", errFrame, ""},
		{"a leading zero", "Content-Length: 02\r\n\r\n{}", "", errFrame, ""},
		{"above the bound", "Content-Length: 101\r\n\r\n", "", errFrame, "above the bound of 100"},
		{"a number without end", "Content-Length: " + strings.Repeat("9", 1000), "", io.ErrUnexpectedEOF, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := frames{bufio.NewReader(iotest.HalfReader(strings.NewReader(tc.in))), 100}
			var bodies []string
			body, err := f.next()
			for ; err == nil; body, err = f.next() {
				bodies = append(bodies, string(body))
			}
			if got := strings.Join(bodies, "|"); got != tc.bodies {
				t.Errorf("bodies are %q, want %q", got, tc.bodies)
			}
			if !errors.Is(err, tc.err) || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("error is %v, want %v that says %q", err, tc.err, tc.says)
			}
		})
	}
}

func TestFrameErrorQuotesWhatIsThere(t *testing.T) {
	_, err := frames{bufio.NewReader(strings.NewReader("panic: oops\n")), 100}.next()
	if err == nil || !strings.Contains(err.Error(), `got "panic: oops\n"`) {
		t.Errorf("error is %v, want it to quote the line", err)
	}
}

func FuzzFrames(f *testing.F) {
	f.Add([]byte("{}"))
	f.Add([]byte("Content-Length: 2\r\n\r\n{}x"))
	f.Fuzz(func(t *testing.T, b []byte) {
		in := frames{bufio.NewReader(strings.NewReader(string(frame(b)) + string(b))), max(len(b), 1000)}
		got, err := in.next()
		if err != nil || string(got) != string(b) {
			t.Fatalf("a frame of %q reads as %q, %v", b, got, err)
		}
		for err == nil {
			_, err = in.next()
		}
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, errFrame) {
			t.Errorf("error is %v", err)
		}
	})
}
