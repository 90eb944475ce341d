package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// object is the body of one indirect object.
type object string

// streamObject makes a stream object of a dictionary's entries and content.
func streamObject(entries, content string) object {
	return object(fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(content), content))
}

// deflated makes a compressed stream object.
func deflated(entries, content string) object {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write([]byte(content)); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return streamObject(entries+" /Filter /FlateDecode", b.String())
}

// sampleFile writes a PDF file of the objects, numbered from 1; object 1 is the
// catalog.
func sampleFile(objects ...object) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
	return b.Bytes()
}

// onePage is a file with one page of content, in a standard font named /F1.
func onePage(content object, resources string) []byte {
	return sampleFile(
		"<< /Type /Catalog /Pages 2 0 R /PageLabels << /Nums [0 << /S /r >>] >> /Outlines 6 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
		object("<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> "+resources+" >> >>"),
		content,
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
		"<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>",
		"<< /Title (First heading) /Parent 6 0 R /Dest [3 0 R /XYZ 72 700 null] >>",
	)
}

const helloContent = "BT /F1 12 Tf 72 700 Td (Hello, world) Tj ET 72 690 200 1 re f"

// text joins the glyphs of a page.
func text(p Page) string {
	var b strings.Builder
	for _, g := range p.Glyphs {
		b.WriteString(g.Text)
	}
	return b.String()
}
