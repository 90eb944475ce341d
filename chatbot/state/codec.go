package state

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// A saved answer is one byte of version and then JSON, compressed by zlib, whose
// checksum finds what the disk got wrong.
const codecVersion = 1

const (
	// maxEncoded and maxDecoded bound an answer in bytes. The longest answers of the
	// evaluation sets are a tenth of it.
	maxEncoded = 1 << 20
	maxDecoded = 8 << 20
)

var errAnswer = errors.New("not a saved answer")

// compressors are kept, since each takes 800 KB to make.
var compressors = sync.Pool{New: func() any {
	w, err := zlib.NewWriterLevel(io.Discard, zlib.BestSpeed)
	if err != nil { // the level is a constant
		panic(err)
	}
	return w
}}

func encode(a *Saved) ([]byte, error) {
	plain, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	if len(plain) > maxDecoded {
		return nil, tooLong(len(plain), maxDecoded)
	}
	var b bytes.Buffer
	b.WriteByte(codecVersion)
	w := compressors.Get().(*zlib.Writer)
	defer compressors.Put(w)
	w.Reset(&b)
	_, err = w.Write(plain)
	if err := errors.Join(err, w.Close()); err != nil { // a buffer takes everything
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	if b.Len() > maxEncoded {
		return nil, tooLong(b.Len(), maxEncoded)
	}
	return b.Bytes(), nil
}

func tooLong(n, most int) error {
	return &Invalid{Key: "answer", Got: fmt.Sprintf("%d bytes", n), Want: fmt.Sprintf("at most %d", most)}
}

// decode reads what encode wrote, of any origin, within bounded memory.
func decode(body []byte, a *Saved) error {
	if len(body) == 0 || len(body) > maxEncoded || body[0] != codecVersion {
		return errAnswer
	}
	r, err := zlib.NewReader(bytes.NewReader(body[1:]))
	if err != nil {
		return fmt.Errorf("%w: %w", errAnswer, err)
	}
	plain, err := io.ReadAll(io.LimitReader(r, maxDecoded+1))
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", errAnswer, err)
	case len(plain) > maxDecoded:
		return fmt.Errorf("%w: it has more than %d bytes", errAnswer, maxDecoded)
	}
	if err := json.Unmarshal(plain, a); err != nil {
		return fmt.Errorf("%w: %w", errAnswer, err)
	}
	return nil
}
