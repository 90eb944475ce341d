package textual

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

var (
	// A part of a number has at most three digits: "2024 Report" is not a section.
	sectionHead = regexp.MustCompile(`^(\d{1,3}(?:\.\d{1,3}){0,7})(\.?)[ \t]+(\S.*)$`)
	// "Appendix A", "Appendix A.1", with or without a title.
	appendixHead = regexp.MustCompile(`^(?i:appendix)[ \t]+([A-Z](?:\.\d{1,3}){0,7})(?:[.:]|[ \t]+[-–—])?(?:[ \t]+(\S.*))?$`)
	// "A.1.  Title": a section number of an appendix has a point inside.
	appendixSection = regexp.MustCompile(`^([A-Z](?:\.\d{1,3}){1,7})\.?[ \t]+(\S.*)$`)
	// A title may begin with a number that belongs to a word: "1-RTT Packet", "3DES",
	// "200 OK".
	digitTitle = regexp.MustCompile(`^\d[\d.,]*(?:[-–/]\d+)*(?:[-–/]?\pL| \p{Lu})`)
)

// numbered reads a line as a numbered heading. The title starts with a letter, a quote
// or a number with a word, which excludes "3 + 4".
func numbered(line string) (build.Heading, bool) {
	line = strings.TrimRight(line, " \t")
	if m := appendixHead.FindStringSubmatch(line); m != nil {
		return build.Heading{Kind: core.KindAppendix, Number: m[1], Title: m[2], Level: depth(m[1])}, true
	}
	if m := appendixSection.FindStringSubmatch(line); m != nil && (startsTitle(m[2]) || digitTitle.MatchString(m[2])) {
		return build.Heading{Kind: core.KindAppendix, Number: m[1], Title: m[2], Level: depth(m[1])}, true
	}
	m := sectionHead.FindStringSubmatch(line)
	if m == nil || !startsTitle(m[3]) && !digitTitle.MatchString(m[3]) {
		return build.Heading{}, false
	}
	// "3 things to do" counts things; "3. things" and "3.1 things" are numbered.
	if first, _ := utf8.DecodeRuneInString(m[3]); (unicode.IsLower(first) || unicode.IsDigit(first)) && m[2] == "" && !strings.Contains(m[1], ".") {
		return build.Heading{}, false
	}
	return build.Heading{Kind: core.KindSection, Number: m[1], Title: m[3], Level: depth(m[1])}, true
}

func depth(number string) int { return strings.Count(number, ".") + 1 }

func startsTitle(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || strings.ContainsRune("\"'“‘`(", r)
}

// maxTitle is the maximum length in bytes of a heading recognised by its shape alone.
const maxTitle = 80

// standsAsHeading reads block i of plain text as a numbered heading: one short line at
// the margin that does not end like a sentence and has text below. A sibling directly
// above or below makes it a list item.
func standsAsHeading(bs [][]string, i int) (build.Heading, bool) {
	if len(bs[i]) != 1 || i+1 == len(bs) {
		return build.Heading{}, false
	}
	h, ok := aloneHeading(bs[i][0])
	if !ok {
		return h, false
	}
	if i > 0 && len(bs[i-1]) == 1 {
		if above, listed := aloneHeading(bs[i-1][0]); listed && above.Level == h.Level {
			return h, false
		}
	}
	below, listed := aloneHeading(bs[i+1][0])
	return h, !listed || below.Level > h.Level
}

func aloneHeading(line string) (build.Heading, bool) {
	line = strings.TrimRight(line, " \t")
	if len(line) > maxTitle || strings.ContainsAny(line[max(0, len(line)-1):], ".,;:!?") {
		return build.Heading{}, false
	}
	return numbered(line)
}

var (
	contentsTitle   = regexp.MustCompile(`(?i)^(?:table of )?contents$`)
	referencesTitle = regexp.MustCompile(`(?i)^(?:(?:normative|informative|informational) )?references$|^bibliography$|^works cited$`)
	// A contents entry ends with dots, or a wide gap, and a page number.
	contentsEntry = regexp.MustCompile(`(?:\.{3,}|(?: \.){3,}|\S {2,}) *(?:\d{1,4}|[ivxl]{1,6})$`)
)

// zones derives the kind of the passages from the headings.
type zones struct {
	out        *build.Builder
	kind       core.PassageKind // of what follows the last heading
	body       bool             // the first numbered section has begun
	references int              // level of the open references section; 0 if there is none
}

func newZones(out *build.Builder, kind core.PassageKind) *zones {
	z := &zones{out: out, kind: kind, body: kind != core.PassageFront}
	out.Zone(kind)
	return z
}

// heading sets the kind for a heading and what follows it, and opens the section.
func (z *zones) heading(h build.Heading, lines ...string) {
	z.body = z.body || h.Number != ""
	if h.Level <= z.references {
		z.references = 0
	}
	switch {
	case contentsTitle.MatchString(h.Title):
		z.kind = core.PassageContents
	case z.references > 0:
		z.kind = core.PassageReference
	case referencesTitle.MatchString(h.Title):
		z.kind, z.references = core.PassageReference, h.Level
	case !z.body:
		z.kind = core.PassageFront
	default:
		z.kind = core.PassageProse
	}
	z.out.Zone(z.kind)
	z.out.Heading(h, lines...)
}

// paragraph adds a block; entries of a contents list go to a zone of their own wherever
// they are.
func (z *zones) paragraph(lines []string) core.Span {
	if !isContents(lines) {
		return z.out.Paragraph(lines...)
	}
	z.out.Zone(core.PassageContents)
	span := z.out.Paragraph(lines...)
	z.out.Zone(z.kind)
	return span
}

// isContents reports whether a block lists headings with dot leaders: on half of its
// lines, since long entries wrap.
func isContents(lines []string) bool {
	entries := 0
	for _, l := range lines {
		l = strings.TrimRight(l, " \t")
		if contentsEntry.MatchString(l) && (strings.Contains(l, "...") || strings.Contains(l, ". . .")) {
			entries++
		}
	}
	return entries > 0 && 2*entries >= len(lines)
}
