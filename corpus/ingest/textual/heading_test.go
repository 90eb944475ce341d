package textual

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

func TestNumbered(t *testing.T) {
	section := func(number, title string, level int) *build.Heading {
		return &build.Heading{Kind: core.KindSection, Number: number, Title: title, Level: level}
	}
	appendix := func(number, title string, level int) *build.Heading {
		return &build.Heading{Kind: core.KindAppendix, Number: number, Title: title, Level: level}
	}
	for _, tt := range []struct {
		line string
		want *build.Heading
	}{
		{"1 Introduction", section("1", "Introduction", 1)},
		{"1.  Introduction ", section("1", "Introduction", 1)},
		{"10. Message Encoding", section("10", "Message Encoding", 1)},
		{"7.1.2.  derive_key", section("7.1.2", "derive_key", 3)},
		{"3. things", section("3", "things", 1)},
		{"4 (Informative) Notes", section("4", "(Informative) Notes", 1)},
		{"17.3.1.  1-RTT Packet", section("17.3.1", "1-RTT Packet", 3)},
		{"4.1.3. 0-RTT", section("4.1.3", "0-RTT", 3)},
		{"5.2 3DES and after", section("5.2", "3DES and after", 2)},
		{"15.3.1.  200 OK", section("15.3.1", "200 OK", 3)},
		{"6.  802.11 Frames", section("6", "802.11 Frames", 1)},
		{"3.  3-Way Handshakes", section("3", "3-Way Handshakes", 1)},
		{"2.4.  16/32-bit Words", section("2.4", "16/32-bit Words", 2)},
		{"A.1.  2-byte Vectors", appendix("A.1", "2-byte Vectors", 2)},
		{"Appendix B.  5G Profiles", appendix("B", "5G Profiles", 1)},
		{"3. 20 grams of it", nil},
		{"3.1 4", nil},
		{"1.4.2 2024-05-06", nil},
		{"3 5G radios", nil},
		{"3 things to do", nil},
		{"3 + 4", nil},
		{"2024 Report", nil},
		{"1.", nil},
		{"1.Introduction", nil},
		{"Introduction", nil},
		{"Appendix A", appendix("A", "", 1)},
		{"Appendix B.  Vectors", appendix("B", "Vectors", 1)},
		{"APPENDIX C - More", appendix("C", "More", 1)},
		{"Appendix D.2: Even More", appendix("D.2", "Even More", 2)},
		{"A.1.  First", appendix("A.1", "First", 2)},
		{"A. First", nil},
		{"A.1 ", nil},
		{"Appendixes A", nil},
	} {
		var got *build.Heading
		if h, ok := numbered(tt.line); ok {
			got = &h
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("heading of %q (-want +got):\n%s", tt.line, diff)
		}
	}
}

func TestStandsAsHeading(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       bool // of the second block
	}{
		{"text below", "x\n\n1 Title\n\ntext", true},
		{"subsection below", "x\n\n1 Title\n\n1.1 Inner\n\ntext", true},
		{"after its chapter", "1 Title\n\n1.1 Inner\n\ntext", true},
		{"nothing below", "x\n\n1 Title", false},
		{"in a list", "x\n\n1. First\n\n2. Second\n\ny", false},
		{"last of a list", "1. First\n\n2. Second\n\ny", false},
		{"two lines", "x\n\n1 Title\nand text\n\ny", false},
		{"a sentence", "x\n\n1. Do this.\n\ny", false},
		{"indented", "x\n\n 1 Title\n\ny", false},
		{"long", "x\n\n1 Title " + strings.Repeat("and more ", 10) + "\n\ny", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, got := standsAsHeading(blocks(strings.Split(tt.text, "\n")), 1); got != tt.want {
				t.Errorf("is a heading: %t, want %t", got, tt.want)
			}
		})
	}
}

func TestIsContents(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"dots", "1. Introduction ....... 3\n1.1 Words ....... 12", true},
		{"spaced dots", "   1.  Introduction  . . . . . . . .   2", true},
		{"wrapped", "1. A long\n   title ..... iv", true},
		{"prose", "Wait ... for 3\nor more lines\nof text", false},
		{"table", "a      3\nb      4", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := isContents(strings.Split(tt.text, "\n")); got != tt.want {
				t.Errorf("is contents: %t, want %t", got, tt.want)
			}
		})
	}
}

func TestReadCaption(t *testing.T) {
	for _, tt := range []struct {
		block []string
		want  caption
	}{
		{[]string{"   Table 2: KEM", "   sizes"}, caption{core.KindTable, "2", "KEM sizes"}},
		{[]string{"Figure 1.2. A drawing"}, caption{core.KindFigure, "1.2", "A drawing"}},
		{[]string{"Table 3"}, caption{core.KindTable, "3", ""}},
		{[]string{"Table A.1: More"}, caption{core.KindTable, "A.1", "More"}},
		{[]string{"Table 3 shows the sizes."}, caption{}},
		{[]string{"Table 3: a", "b", "c", "d"}, caption{}},
		{nil, caption{}},
	} {
		if got, _ := readCaption(tt.block); got != tt.want {
			t.Errorf("caption of %q is %+v, want %+v", tt.block, got, tt.want)
		}
	}
}
