package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// bufferSize is how much is read at a time, in bytes.
const bufferSize = 64 << 10

// receive stores a body that ends the part at the size end, -1 if unknown.
func (t *transfer) receive(ctx context.Context, body io.Reader, end int64) error {
	t.report()
	buf := make([]byte, bufferSize)
	for {
		n, err := body.Read(buf)
		if err2 := t.store(buf[:n], end); err2 != nil {
			return err2
		}
		switch {
		case errors.Is(err, io.EOF):
			return t.checkWhole(end)
		case err != nil:
			return t.connectionError(ctx, fmt.Errorf("read the body at byte %d: %w", t.part.size, err))
		}
	}
}

// store appends to the part. As soon as there is enough of it to tell, a web
// page is refused.
func (t *transfer) store(b []byte, end int64) error {
	before := t.part.size
	after := before + int64(len(b))
	switch {
	case len(b) == 0:
		return nil
	case end >= 0 && after > end:
		return t.startOver(errors.New("server sent more bytes than it announced"))
	case after > t.req.MaxBytes:
		return t.tooLarge()
	}
	if _, err := t.part.Write(b); err != nil {
		return err
	}
	t.report()
	if before < sniffLength && after >= sniffLength {
		return t.sniff()
	}
	return nil
}

// checkWhole is for a body that has ended without an error.
func (t *transfer) checkWhole(end int64) error {
	want := max(end, t.part.origin.Total)
	switch {
	case t.part.size == 0:
		return fmt.Errorf("%w: the server sent nothing", ErrNotDocument)
	case t.part.size < want:
		return transientf("document ends at byte %d of %d", t.part.size, want)
	case t.part.size < sniffLength:
		return t.sniff()
	}
	return nil
}

func (t *transfer) sniff() error {
	head, err := t.part.head(sniffLength)
	if err != nil {
		return err
	}
	if isWebPage(head, t.kind) {
		return fmt.Errorf("%w: the server sent a web page (content type %q)", ErrNotDocument, t.kind)
	}
	return nil
}
