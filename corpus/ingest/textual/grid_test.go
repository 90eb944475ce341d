package textual

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shape shows a grid: one line a row, cells as column+width and text.
func (g *grid) shape() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d columns, %d header\n", g.columns, g.header)
	for _, row := range g.rows {
		for _, c := range row {
			fmt.Fprintf(&b, "[%d+%d %s]", c.Column, max(c.Width, 1), c.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestDrawnTable(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"rule between rows", `
+===+====+
| A | B  |
+===+====+
| 1 | 2  |
|   | 3  |
+---+----+
| 4 | 5  |
+---+----+`, "2 columns, 1 header\n[0+1 A][1+1 B]\n[0+1 1][1+1 2 3]\n[0+1 4][1+1 5]\n"},
		{"one wrapped row under a double rule", `
+===+====+
| A | B  |
+===+====+
| x | 2  |
| y | 3  |
+---+----+`, "2 columns, 1 header\n[0+1 A][1+1 B]\n[0+1 x y][1+1 2 3]\n"},
		{"dense rows", `
  +---+---+
  | A | B |
  +---+---+
  | 1 | 2 |
  | 3 | é |
  |   | 5 |
  +---+---+`, "2 columns, 1 header\n[0+1 A][1+1 B]\n[0+1 1][1+1 2]\n[0+1 3][1+1 é 5]\n"},
		{"wide cell", `
+---+---+
| both  |
+---+---+
| 1 | 2 |
+---+---+`, "2 columns, 1 header\n[0+2 both]\n[0+1 1][1+1 2]\n"},
		{"no header", "+---+\n| 1 |\n+---+", "1 columns, 0 header\n[0+1 1]\n"},
		{"tall cell", "+---+---+\n| 1 | 2 |\n|   +---+\n|   | 3 |\n+---+---+", ""},
		{"open below", "+---+\n| 1 |\n| 2 |", ""},
		{"text beside", "+---+ x\n| 1 |\n+---+", ""},
		{"borders only", "+---+\n+---+\n+---+", ""},
		{"ragged", "+---+\n| 1 | 2\n+---+", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if g, ok := drawnTable(strings.Split(strings.TrimPrefix(tt.text, "\n"), "\n")); ok {
				got = g.shape()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("table (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPipeTable(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
		at               int
	}{
		{"framed", "| A | B |\n|---|--:|\n| 1 | *2* |", "2 columns, 1 header\n[0+1 A][1+1 B]\n[0+1 1][1+1 2]\n", 0},
		{"bare", "A | B\n- | -\n1 | `2 \\| 3`", "2 columns, 1 header\n[0+1 A][1+1 B]\n[0+1 1][1+1 2 | 3]\n", 0},
		{"behind text", "text\n|A|\n|-|\n|1|", "1 columns, 1 header\n[0+1 A]\n[0+1 1]\n", 1},
		{"ragged rows", "|A|B|\n|-|-|\n|1|\n|1|2|3|", "2 columns, 1 header\n[0+1 A][1+1 B]\n[0+1 1]\n[0+1 1][1+1 2][2+1 3]\n", 0},
		{"other columns in the rule", "|A|B|\n|-|\n|1|2|", "", 0},
		{"no rule", "|A|B|\n|1|2|", "", 0},
		{"too wide", strings.Repeat("|A", 300) + "\n" + strings.Repeat("|-", 300), "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			g, at := (&leaves{}).pipeTable(strings.Split(tt.text, "\n"))
			if g != nil {
				got = g.shape()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("table (-want +got):\n%s", diff)
			}
			if at != tt.at {
				t.Errorf("starts at line %d, want %d", at, tt.at)
			}
		})
	}
}
