package textual

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// caption is the line that names a table or a figure.
type caption struct {
	kind          core.AnchorKind
	number, title string
}

var captionHead = regexp.MustCompile(`^(Table|Figure) (\d{1,3}(?:\.\d{1,3}){0,3}|[A-Z]\.\d{1,3})(?:[:.](?:\s+(\S.*))?)?$`)

// maxCaption bounds the lines of a caption: a longer block is a paragraph that begins
// with a table's name.
const maxCaption = 3

// readCaption reads a block as a caption: "Table 2: Title".
func readCaption(block []string) (caption, bool) {
	if len(block) == 0 || len(block) > maxCaption {
		return caption{}, false
	}
	text := strings.Join(strings.Fields(strings.Join(block, " ")), " ")
	m := captionHead.FindStringSubmatch(text)
	if m == nil {
		return caption{}, false
	}
	kind := core.KindTable
	if m[1] == "Figure" {
		kind = core.KindFigure
	}
	return caption{kind: kind, number: m[2], title: m[3]}, true
}

// tableCaption reads a block as the caption of a table.
func tableCaption(block []string) (caption, bool) {
	c, ok := readCaption(block)
	return c, ok && c.kind == core.KindTable
}
