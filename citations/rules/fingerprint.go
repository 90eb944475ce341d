package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// Fingerprint distinguishes a finding from the others of its file, wherever it moves: no line
// and no column is part of it. Findings that are alike have the same one. It changes
// with its line.
type Fingerprint struct {
	Rule    string
	Text    string // what is cited, with single blanks, cut at maxFingerprintText
	Context string // 16 digits: a checksum of the text and of what is around it in its lines
}

// Bounds of a fingerprint in bytes: its text, and what of the lines around it counts.
// Lines may be as long as files.
const (
	maxFingerprintText = 120
	maxContext         = 80
)

// Fingerprint is that of a breach of a file.
func (b *Breach) Fingerprint(file string) Fingerprint {
	before, after := besides(file, b.Span)
	text := lex.OneLine(b.Text)
	sum := sha256.Sum256([]byte(before + "\x00" + text + "\x00" + after))
	f := Fingerprint{Rule: b.Rule, Text: strings.ToValidUTF8(text, "\uFFFD"), Context: hex.EncodeToString(sum[:8])}
	if len(f.Text) > maxFingerprintText {
		f.Text = strings.ToValidUTF8(f.Text[:maxFingerprintText], "")
	}
	return f
}

// String is the fingerprint as one word.
func (f Fingerprint) String() string {
	sum := sha256.Sum256([]byte(f.Rule + "\x00" + f.Text + "\x00" + f.Context))
	return hex.EncodeToString(sum[:16])
}

// besides is what is in the lines of a span before and after it, with single blanks
// and without the marks that a comment's line begins with: it may be indented anew.
func besides(file string, s core.Span) (before, after string) {
	before = file[max(0, s.Start-maxContext):s.Start]
	before = before[strings.LastIndexAny(before, "\r\n")+1:]
	after = file[s.End:min(len(file), s.End+maxContext)]
	if i := strings.IndexAny(after, "\r\n"); i >= 0 {
		after = after[:i]
	}
	before = strings.TrimLeft(before, commentMarks)
	return lex.OneLine(before), lex.OneLine(after)
}
