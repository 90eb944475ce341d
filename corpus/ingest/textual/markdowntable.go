package textual

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// maxTableColumns bounds what is read as a table.
const maxTableColumns = 256

var tableRule = regexp.MustCompile(`^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$`)

// pipeTable reads the table at the end of a paragraph and returns it with the index of
// its first line; nil if there is none. Rows are as long as written: a short one leaves
// cells empty, a long one widens the table.
func (l *leaves) pipeTable(lines []string) (*grid, int) {
	for i := 1; i < len(lines); i++ {
		if !strings.ContainsAny(lines[i], "|:") || !tableRule.MatchString(lines[i]) {
			continue
		}
		header := pipeCells(lines[i-1])
		if len(header) != len(pipeCells(lines[i])) || len(header) > maxTableColumns {
			return nil, 0
		}
		g := &grid{header: 1, columns: len(header), rows: [][]build.Cell{l.pipeRow(header)}}
		for _, line := range lines[i+1:] {
			cells := pipeCells(line)
			if len(cells) > maxTableColumns {
				return nil, 0
			}
			g.rows = append(g.rows, l.pipeRow(cells))
		}
		return g, i - 1
	}
	return nil, 0
}

func (l *leaves) pipeRow(texts []string) []build.Cell {
	cells := make([]build.Cell, len(texts))
	for i, t := range texts {
		text := strings.Join(l.in.plain([]string{t}), " ")
		cells[i] = build.Cell{Text: text, Column: i}
	}
	return cells
}

// pipeCells cuts a line at each pipe without a backslash before it.
func pipeCells(line string) []string {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "|")
	if strings.HasSuffix(line, "|") && !strings.HasSuffix(line, `\|`) {
		line = line[:len(line)-1]
	}
	var out []string
	start := 0
	for i := 0; i <= len(line); i++ {
		if i < len(line) && (line[i] != '|' || i > 0 && line[i-1] == '\\') {
			continue
		}
		out = append(out, strings.TrimSpace(strings.ReplaceAll(line[start:i], `\|`, "|")))
		start = i + 1
	}
	return out
}
