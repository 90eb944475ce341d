package textual

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

func TestIsListing(t *testing.T) {
	for _, tt := range []struct {
		name, block string
		want        bool
	}{
		{"a drawn header", "    0                   1\n    0 1 2 3 4 5 6 7 8 9 0 1\n   +-+-+-+-+-+-+-+\n   |  Type | Flags |\n   +-+-+-+-+-+-+-+", true},
		{"an exchange", "      Client            Server\n        |   hello        |\n        | -------------> |", true},
		{"a grammar", "   name   = 1*8ALPHA [ \"-\" suffix ]\n   suffix = 2DIGIT", true},
		{"one rule of a grammar", "   suffix = 2DIGIT", true},
		{"pseudocode", "       delay = 250\n       while not acknowledged:\n           send(hello)\n           delay = delay * 2", true},
		{"a statement that is set in", "       send(hello);", true},
		{"a statement in the text", "   send(hello);", false},
		{"C with remarks", "     /* sends the frame that was built before this */\n     int send(struct frame *f) {\n       return f->len;\n     }", true},
		{"bytes", "   0000  17 03 03 00 1a 2b 3c 4d 5e 6f 70 81\n   0010  17 03 03 00 1a 2b 3c 4d 5e 6f 70 81", true},
		{"words in columns", "   pace       40ms\n   retries    7", true},
		{"prose", "   A receiver closes the connection when it runs out of\n   memory, and says so.", false},
		{"prose with an equation", "   The sum is then x = y, and the number of frames that are sent\n   grows with it; a sender that waits, loses.", false},
		{"one line of prose", "   Where n = 3 this is so.", false},
		{"a list", "   o  the first of the things\n\n", false},
		{"a caption", "   Figure 2: a = b", false},
		{"contents", "   1.  Introduction  . . . . . . . .   2\n   2.  Frames  . . . . . . . .   3", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := isListing(strings.Split(strings.TrimRight(tt.block, "\n"), "\n"), 3); got != tt.want {
				t.Errorf("is a listing: %t, want %t", got, tt.want)
			}
		})
	}
}

// passagesOf returns the passages of a kind.
func passagesOf(d *core.Document, kind core.PassageKind) []string {
	var out []string
	for _, p := range d.Passages {
		if p.Kind == kind {
			out = append(out, strings.TrimRight(d.Quote(p.Span), "\n"))
		}
	}
	return out
}

const rfcHead = "WG              A. Bee\nRequest for Comments: 7\n\n   T\n\n1.  First\n\n   Text before it.\n\n"

// A listing is one passage, with its blank lines and its indentation, whatever the
// format.
func TestListings(t *testing.T) {
	read := map[string]func(build.Meta, []byte) (*core.Document, error){"rfc": RFC, "markdown": Markdown, "plain": Plain}
	for _, tt := range []struct {
		name, format, src string
		want              []string
	}{
		{"fenced", "markdown", "# T\n\nRun:\n\n```go\nfunc F() {\n\n\treturn\n}\n```\n\nThen text.", []string{"func F() {\n\n    return\n}"}},
		{"indented", "markdown", "# T\n\nThe file:\n\n    pace: 40ms\n    retries: 7\n\nText.", []string{"pace: 40ms\nretries: 7"}},
		{"in a list", "markdown", "1. Do this:\n\n   ```\n   make\n   ```\n2. ```\n   test\n   ```\n", []string{"make", "test"}},
		{"two fences", "markdown", "```\na\n```\n\n```\nb\n```\n", []string{"a", "b"}},
		{"a grammar in two parts", "rfc", rfcHead + "   a = b / c\n   b = \"x\"\n\n   c = 2DIGIT\n\n   Text after it.\n", []string{"a = b / c\nb = \"x\"\n\nc = 2DIGIT"}},
		{"what is marked as code", "rfc", rfcHead + "   <CODE BEGINS>\n   plain words only\n\n   and more of them\n   <CODE ENDS>\n\n   Text.\n", []string{"<CODE BEGINS>\nplain words only\n\nand more of them\n<CODE ENDS>"}},
		{"a drawing", "rfc", rfcHead + "    0                   1\n    0 1 2 3 4 5 6 7 8 9 0\n   +-+-+-+-+-+-+-+-+-+-+-+\n   | Type  |    Length   |\n   +-+-+-+-+-+-+-+-+-+-+-+\n\n        Figure 1: A Header\n", []string{" 0                   1\n 0 1 2 3 4 5 6 7 8 9 0\n+-+-+-+-+-+-+-+-+-+-+-+\n| Type  |    Length   |\n+-+-+-+-+-+-+-+-+-+-+-+"}},
		{"a drawing without its ruler", "rfc", rfcHead + "   +-+-+-+-+-+-+-+-+-+-+-+\n   | Type  |    Length   |\n   +-+-+-+-+-+-+-+-+-+-+-+\n\n   Text.\n", []string{"+-+-+-+-+-+-+-+-+-+-+-+\n| Type  |    Length   |\n+-+-+-+-+-+-+-+-+-+-+-+"}},
		{"plain text", "plain", "1 Use\n\nCall it so:\n\n    x := dial(host)\n    x.send(1)\n\nMore text.", []string{"    x := dial(host)\n    x.send(1)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read[tt.format](build.Meta{ID: "d"}, []byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, passagesOf(d, core.PassageCode)); diff != "" {
				t.Errorf("listings (-want +got):\n%s\n%s", diff, d.Text)
			}
		})
	}
}

// Tables that are drawn or ruled have rows and cells in every format.
func TestAsciiTables(t *testing.T) {
	grid := "+------+-------+\n| Code | Name  |\n+======+=======+\n| 1    | FLOOD |\n+------+-------+\n| 2    | STALE |\n|      | KEY   |\n+------+-------+"
	simple := "=====  ============\nCode   Name\n=====  ============\n1      FLOOD\n2      STALE\n       KEY\n=====  ============"
	want := "Code|Name 1|FLOOD 2|STALE KEY"
	read := map[string]func(build.Meta, []byte) (*core.Document, error){"rfc": RFC, "markdown": Markdown, "plain": Plain}
	for _, tt := range []struct{ name, format, src string }{
		{"grid in an RFC", "rfc", rfcHead + "   " + strings.ReplaceAll(grid, "\n", "\n   ") + "\n\n   Text.\n"},
		{"simple in an RFC", "rfc", rfcHead + "   " + strings.ReplaceAll(simple, "\n", "\n   ") + "\n\n   Text.\n"},
		{"grid in plain text", "plain", "Text.\n\n" + grid + "\n\nMore."},
		{"simple in plain text", "plain", "Text.\n\n" + simple + "\n\nMore."},
		{"with a caption", "plain", "Text.\n\nTable 1: Codes\n\n" + simple + "\n\nMore."},
		{"with a caption below", "plain", "Text.\n\n" + simple + "\n\nTable 1: Codes\n\nMore."},
		{"grid in Markdown", "markdown", "# T\n\n" + grid + "\n\nMore."},
		{"grid in a fence", "markdown", "# T\n\n```\n" + grid + "\n```\n\nMore."},
		{"simple in a fence", "markdown", "# T\n\n```\n" + simple + "\n```\n\nMore."},
		{"pipes", "markdown", "# T\n\nCode | Name\n---|---\n1 | FLOOD\n2 | STALE KEY\n\nMore."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read[tt.format](build.Meta{ID: "d"}, []byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Tables) != 1 || d.Tables[0].HeaderRows != 1 {
				t.Fatalf("tables are %+v in\n%s", d.Tables, d.Text)
			}
			var rows []string
			for _, r := range d.Tables[0].Rows {
				var cells []string
				for _, c := range r.Cells {
					cells = append(cells, d.Quote(c.Span))
				}
				rows = append(rows, strings.Join(cells, "|"))
			}
			if got := strings.Join(rows, " "); got != want {
				t.Errorf("rows are %s, want %s", got, want)
			}
			if strings.Contains(tt.name, "caption") && d.Tables[0].Anchor != "table-1" {
				t.Errorf("anchor is %s", d.Tables[0].Anchor)
			}
		})
	}
}
