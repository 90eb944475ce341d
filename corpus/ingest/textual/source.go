package textual

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	utf16 "golang.org/x/text/encoding/unicode"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// Errors that callers distinguish. A file that is too large is refused with
// build.ErrLimit.
var (
	errEmpty  = errors.New("file has no text")
	errBinary = errors.New("file is not text")
)

const (
	// maxSource is the size in bytes of the largest file that is read.
	maxSource = 32 << 20
	// maxDamage is the number of damaged characters that any file may have; a long one
	// may have one in damageShare.
	maxDamage   = 4
	damageShare = 100
)

// decode returns the text of a file with "\n" as its only line end, or refuses it.
// UTF-16 is read if it has a byte order mark. A few damaged characters become U+FFFD:
// old files do have them.
func decode(src []byte, limit int) (string, error) {
	if len(src) > limit {
		return "", fmt.Errorf("%w: file has %d bytes, more than %d; split it", build.ErrLimit, len(src), limit)
	}
	if hasUTF16Mark(src) {
		decoded, err := utf16.UTF16(utf16.LittleEndian, utf16.UseBOM).NewDecoder().Bytes(src)
		if err != nil {
			return "", fmt.Errorf("%w: decode UTF-16: %w", errBinary, err)
		}
		src = decoded
	}
	text := string(bytes.TrimPrefix(src, []byte("\uFEFF")))
	if err := checkText(text); err != nil {
		return "", err
	}
	if !strings.ContainsFunc(text, isVisible) {
		return "", errEmpty
	}
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	return lineEnds.Replace(text), nil
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n")

func isVisible(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }

func hasUTF16Mark(src []byte) bool {
	return bytes.HasPrefix(src, []byte{0xFF, 0xFE}) || bytes.HasPrefix(src, []byte{0xFE, 0xFF})
}

// checkText refuses what is not text: any NUL, or too many invalid characters.
func checkText(text string) error {
	damaged := 0
	for i, r := range text {
		switch {
		case r == 0:
			return fmt.Errorf("%w: NUL at byte %d; save it as UTF-8", errBinary, i)
		case r == utf8.RuneError, unicode.IsControl(r) && !unicode.IsSpace(r):
			damaged++
		}
	}
	if damaged > max(maxDamage, len(text)/damageShare) {
		return fmt.Errorf("%w: %d of %d bytes are no characters; save it as UTF-8", errBinary, damaged, len(text))
	}
	return nil
}

// withDefaults fills what caller and text leave open: a document without a title is
// named by its id.
func withDefaults(m build.Meta, format core.Format, src []byte) build.Meta {
	if m.SHA256 == "" {
		sum := sha256.Sum256(src)
		m.SHA256 = hex.EncodeToString(sum[:])
	}
	if m.Format == "" {
		m.Format = format
	}
	if m.Label == "" {
		m.Label = m.ID
	}
	if m.Title == "" {
		m.Title = m.Label
	}
	return m
}

// expandTabs replaces tabs by spaces, so that columns stay aligned.
func expandTabs(line string, width int) string {
	if !strings.Contains(line, "\t") {
		return line
	}
	var b strings.Builder
	column := 0
	for _, r := range line {
		if r != '\t' {
			b.WriteRune(r)
			column++
			continue
		}
		n := width - column%width
		b.WriteString("        "[:n])
		column += n
	}
	return b.String()
}

// blocks groups lines into runs without a blank line.
func blocks(lines []string) [][]string {
	var out [][]string
	start := -1
	for i := 0; i <= len(lines); i++ {
		blank := i == len(lines) || strings.TrimSpace(lines[i]) == ""
		switch {
		case blank && start >= 0:
			out = append(out, lines[start:i])
			start = -1
		case !blank && start < 0:
			start = i
		}
	}
	return out
}
