package refs

import (
	"slices"
	"strings"
)

// linkEnd returns the end of what belongs to the name of a document and says nothing of
// its own: the target of its link in Markdown or HTML, its key in a bibliography. It
// returns the offset if there is nothing of the kind. An address that is the place of a
// known document is read for itself.
func linkEnd(text string, at int) int {
	rest := text[at:min(len(text), at+maxAddress)]
	if !linkStarts(rest) {
		return at
	}
	switch {
	case strings.HasPrefix(rest, "]("):
		return at + bracketed(rest, 1, ')')
	case strings.HasPrefix(rest, "]["):
		return at + bracketed(rest, 1, ']')
	case strings.HasPrefix(rest, "</a>"):
		return at + len("</a>")
	}
	cite := prefixOf(rest, citeBlanks)
	if n := prefixOf(rest[cite:], citeCommands); n > 0 {
		return at + bracketed(rest, cite+n-len("{"), '}')
	}
	if strings.HasPrefix(rest, " [") {
		if end := digits(rest, 2, 1, 3); end > 2 && end < len(rest) && rest[end] == ']' && anchorFollows(rest[end+1:]) {
			return at + end + 1
		}
	}
	return at
}

// linkStarts reports whether a text may start with what linkEnd passes. Most do not, and
// each document is followed by one.
func linkStarts(rest string) bool {
	if rest == "" || strings.IndexByte("]<~ \\", rest[0]) < 0 {
		return false
	}
	return rest[0] != ' ' || len(rest) > 1 && (rest[1] == '[' || rest[1] == '\\')
}

var (
	citeBlanks   = []string{"~", " ", `\ `}
	citeCommands = []string{`\cite{`, `\citep{`, `\citet{`, `\autocite{`, `\parencite{`}
)

// anchorFollows reports whether a text goes on with an anchor, perhaps after a comma: a
// key in brackets is between it and its document then.
func anchorFollows(text string) bool {
	i := gap(text, 0)
	if i < len(text) && text[i] == ',' {
		i = gap(text, i+1)
	}
	if i < len(text) && sectionSign(text, i) > 0 {
		return true
	}
	return anchorWords[strings.ToLower(text[i:asciiWord(text, i)])].kind != ""
}

// bracketed returns the end of what starts with the bracket at an offset and has neither
// a blank, but for a title, nor a bracket of its own; 0 if it is something else.
func bracketed(rest string, open int, closing byte) int {
	i := strings.IndexByte(rest[open:], closing)
	if i < 0 {
		return 0
	}
	inside := rest[open+1 : open+i]
	target, title, titled := strings.Cut(inside, " ")
	if strings.ContainsAny(target, "\n\t([{") || titled && !strings.HasPrefix(title, `"`) {
		return 0
	}
	if _, known := addressed(target); known {
		return 0
	}
	return open + i + 1
}

// signs are the ways to write a section sign: LaTeX's and HTML's.
var signs = []string{"§", `\S`, `\textsection`, "&sect;", "&#167;", "&#xa7;", "&#xA7;"}

// sectionSign returns the length of the section sign at an offset, or 0. A macro ends
// where no letter follows.
func sectionSign(text string, at int) int {
	if at == len(text) || strings.IndexByte("\xC2\\&", text[at]) < 0 {
		return 0 // no sign starts so, and each word is asked
	}
	for _, s := range signs {
		if !strings.HasPrefix(text[at:], s) {
			continue
		}
		if end := at + len(s); s[0] != '\\' || end < len(text) && !isASCIILetter(text[end]) && text[end] != '_' {
			return len(s)
		}
	}
	return 0
}

// markupBlanks are those of LaTeX and HTML.
var markupBlanks = []string{"~", `\,`, `\ `, `\;`, `{}`, "&nbsp;"}

// markupGap is gap over the blanks of LaTeX and HTML too.
func markupGap(text string, at int) int {
	for n := 0; n < maxBlanks && at < len(text) && strings.IndexByte("~\\{&", text[at]) >= 0; n++ {
		i := slices.IndexFunc(markupBlanks, func(b string) bool { return strings.HasPrefix(text[at:], b) })
		if i < 0 {
			break
		}
		at += len(markupBlanks[i])
	}
	return gap(text, at)
}

// maxBlanks bounds the blanks of markup between two words: "{}~".
const maxBlanks = 2
