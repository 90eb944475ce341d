package syntax

import (
	"bytes"
	"context"
	"errors"
)

// headerWithin is how far from its first byte a file's header may begin
// (ISO 32000-1, annex H.3, note 13).
const headerWithin = 1024

// Open reads the structure of a file and checks it against a scan of all its bytes.
// Errors wrap ErrNotPDF, ErrEncrypted, ErrDamaged or ErrLimit, or are ctx's. The file
// keeps src.
func Open(ctx context.Context, src []byte, limits Limits) (*File, error) {
	header := bytes.Index(src[:min(len(src), headerWithin)], []byte("%PDF-"))
	if header < 0 {
		return nil, ErrNotPDF
	}
	if len(src) > maxFile {
		return nil, beyond("file has more than %d MiB", maxFile>>20)
	}
	start, err := tail(src)
	if err != nil {
		return nil, err
	}
	f := &File{src: src, ctx: ctx, limits: limits}
	if header > 0 && !sectionBegins(src, start) {
		f.base = header // offsets count from the header, or else from the first byte
	}
	if err := f.build(start); err != nil {
		return nil, err
	}
	return f, nil
}

// maxFile is the largest offset of this package.
const maxFile = 1<<31 - 1

// build fills the table from the cross-reference sections if they agree with a scan of
// the file, otherwise from the scan.
func (f *File) build(start int) error {
	sections, err := f.sections(start)
	if err != nil && !errors.Is(err, ErrDamaged) {
		return err
	}
	if err == nil {
		f.table, f.trailer = tableOf(sections), sections[0].trailer
		if err := f.openCrypt(); err != nil {
			return err
		}
	}
	found, scanErr := f.scan()
	if scanErr != nil {
		return scanErr
	}
	if err := f.linear(found); err != nil {
		return err
	}
	if err := found.checkTwice(); err != nil {
		return err
	}
	faults := found.faults
	if err == nil {
		faults = append(faults, f.agree(sections, found)...)
	}
	if f.Repaired = err != nil || len(faults) > 0; !f.Repaired {
		return f.survey(found)
	}
	if err := f.rebuild(found); err != nil {
		return err
	}
	if err := f.survey(found); err != nil {
		return err
	}
	return f.complete()
}

// tail finds the last startxref and the %%EOF after it, and the offset between them, -1
// if there is none. Only white space may follow: anything else is the beginning of a
// revision that was cut, and the newest revision is read or none.
func tail(src []byte) (start int, err error) {
	cut := damaged("the end of the file is missing")
	end := bytes.LastIndex(src, []byte("%%EOF"))
	if end < 0 || !onlySpace(src[end+len("%%EOF"):]) {
		return 0, cut
	}
	at := bytes.LastIndex(src[:end], []byte("startxref"))
	if at < 0 || end-at > 64 {
		return 0, cut
	}
	l := &Lexer{Src: src[:end], Pos: at + len("startxref")}
	l.SkipSpace()
	start, ok := l.digits(12)
	if l.SkipSpace(); !ok || l.Pos != end {
		return -1, nil
	}
	return start, nil
}

// sectionBegins reports whether a cross-reference section may begin at an offset.
func sectionBegins(src []byte, at int) bool {
	if at < 0 || at >= len(src) {
		return false
	}
	l := &Lexer{Src: src, Pos: at}
	if l.SkipSpace(); l.keyword("xref") {
		return true
	}
	_, _, ok := l.header()
	return ok
}
