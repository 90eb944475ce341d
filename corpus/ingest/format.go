package ingest

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/textual"
)

// detect detects the format of a file from its first bytes, and from its name where
// bytes cannot decide: Markdown is text, and a .pdf file that is not one is a broken
// PDF.
func detect(name string, data []byte) core.Format {
	switch {
	case bytes.Contains(data[:min(len(data), 1024)], []byte("%PDF-")), strings.EqualFold(filepath.Ext(name), ".pdf"):
		return core.FormatPDF
	case isMarkdownName(name):
		return core.FormatMarkdown
	case textual.IsRFC(data):
		return core.FormatRFC
	}
	return core.FormatText
}

func isMarkdownName(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown", ".mdown", ".mkd":
		return true
	}
	return false
}

// Supported reports whether a file in a folder looks like a document by its name. A
// file named by the user is tried whatever its name.
func Supported(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pdf", ".txt", ".text":
		return true
	}
	return isMarkdownName(name)
}
