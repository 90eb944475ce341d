package syntax

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLexer(t *testing.T) {
	tests := []struct {
		name, src string
		want      []any
	}{
		{"numbers", "1 -2 +3 4.5 -.5 6.", []any{1, -2, 3, 4.5, -0.5, 6.0}},
		{"odd number", "--5", []any{0.0}},
		{"names", "/A /A#20B /", []any{Name("A"), Name("A B"), Name("")}},
		{"string escapes", `(a\(b\)\n\101\\) (x(y)z)`, []any{String("a(b)\nA\\"), String("x(y)z")}},
		{"line break in a string", "(a\\\nb)", []any{String("ab")}},
		{"hex strings", "<41 42> <4>", []any{String("AB"), String("@")}},
		{"array", "[1 (a) [/B]] TJ", []any{Array{1, String("a"), Array{Name("B")}}, Operator("TJ")}},
		{"dictionary", "<< /K 1 /D << /E true >> >>", []any{Dict{"K": 1, "D": Dict{"E": true}}}},
		{"comment", "1 % gone ( [\n2", []any{1, 2}},
		{"words", "true false null BT", []any{true, false, nil, Operator("BT")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readAll(tt.src)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("tokens (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLexerRefuses(t *testing.T) {
	for _, src := range []string{"[1 2", "<< /A 1", "<< 1 2 >>", "(open", "[ >>", "> ", "<< /A ] >>"} {
		if got, err := readAll(src); err == nil {
			t.Errorf("readAll(%q) = %v, want an error", src, got)
		}
	}
}

func TestLexerBoundsNesting(t *testing.T) {
	deep := ""
	for range maxNesting + 1 {
		deep += "["
	}
	if _, err := readAll(deep); err != errNesting {
		t.Errorf("error = %v, want %v", err, errNesting)
	}
}

func TestSkipInlineImage(t *testing.T) {
	l := &Lexer{Src: []byte("BI /W 1 ID \x00EI\xff\nEI Q")}
	if o, _, _ := l.Next(); o != Operator("BI") {
		t.Fatalf("first token %v", o)
	}
	l.SkipInlineImage()
	if o, _, err := l.Next(); o != Operator("Q") || err != nil {
		t.Errorf("after the image: %v, %v; want Q", o, err)
	}
}

// readAll returns all tokens of a text.
func readAll(src string) ([]any, error) {
	l := &Lexer{Src: []byte(src)}
	var out []any
	for {
		o, ok, err := l.Next()
		if err != nil || !ok {
			return out, err
		}
		out = append(out, o)
	}
}

func FuzzLexer(f *testing.F) {
	for _, s := range []string{"[1 (a\\051) <41>] TJ", "<< /A << /B [1] >> >>", "BI /W 1 ID xx EI", "(\\", "<", "/#4", "%"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		l := &Lexer{Src: src}
		for range len(src) + 1 {
			before := l.Pos
			o, ok, err := l.Next()
			if !ok || err != nil {
				return
			}
			if o == Operator("BI") {
				l.SkipInlineImage()
			}
			if l.Pos <= before {
				t.Fatalf("no progress at %d", before)
			}
		}
		t.Fatalf("more tokens than bytes")
	})
}
