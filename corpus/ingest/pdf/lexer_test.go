package pdf

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
		{"names", "/A /A#20B /", []any{name("A"), name("A B"), name("")}},
		{"string escapes", `(a\(b\)\n\101\\) (x(y)z)`, []any{str("a(b)\nA\\"), str("x(y)z")}},
		{"line break in a string", "(a\\\nb)", []any{str("ab")}},
		{"hex strings", "<41 42> <4>", []any{str("AB"), str("@")}},
		{"array", "[1 (a) [/B]] TJ", []any{array{1, str("a"), array{name("B")}}, operator("TJ")}},
		{"dictionary", "<< /K 1 /D << /E true >> >>", []any{dict{"K": 1, "D": dict{"E": true}}}},
		{"comment", "1 % gone ( [\n2", []any{1, 2}},
		{"words", "true false null BT", []any{true, false, nil, operator("BT")}},
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
	l := &lexer{src: []byte("BI /W 1 ID \x00EI\xff\nEI Q")}
	if o, _, _ := l.next(); o != operator("BI") {
		t.Fatalf("first token %v", o)
	}
	l.skipInlineImage()
	if o, _, err := l.next(); o != operator("Q") || err != nil {
		t.Errorf("after the image: %v, %v; want Q", o, err)
	}
}

// readAll returns all tokens of a text.
func readAll(src string) ([]any, error) {
	l := &lexer{src: []byte(src)}
	var out []any
	for {
		o, ok, err := l.next()
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
		l := &lexer{src: src}
		for range len(src) + 1 {
			before := l.pos
			o, ok, err := l.next()
			if !ok || err != nil {
				return
			}
			if o == operator("BI") {
				l.skipInlineImage()
			}
			if l.pos <= before {
				t.Fatalf("no progress at %d", before)
			}
		}
		t.Fatalf("more tokens than bytes")
	})
}

func TestToUnicode(t *testing.T) {
	src := `2 beginbfchar <0041> <00660069> <01> <D835DC51> endbfchar
1 beginbfrange <0050> <0052> <0061> endbfrange
1 beginbfrange <60> <61> [<0078> <0079>] endbfrange`
	got, err := parseToUnicode([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"\x00A": "fi", "\x01": "𝑑", "\x00P": "a", "\x00Q": "b", "\x00R": "c", "`": "x", "a": "y"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
}

func FuzzToUnicode(f *testing.F) {
	f.Add([]byte("1 beginbfrange <00> <FFFFFFFF> <0061> endbfrange"))
	f.Add([]byte("1 beginbfchar <01> <D835> endbfchar"))
	f.Fuzz(func(t *testing.T, src []byte) {
		codes, err := parseToUnicode(src)
		if err == nil && len(codes) > 2*maxCMapEntries {
			t.Fatalf("%d codes", len(codes))
		}
	})
}
