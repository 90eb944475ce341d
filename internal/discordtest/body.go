package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"

	"github.com/go-json-experiment/json/jsontext"
)

// maxBody is Discord's bound on a request.
const maxBody = 25 << 20

var errTooLarge = fmt.Errorf("read the body: it has more than %d bytes", maxBody)

var errContentType = errors.New("read the body")

// body is the content of a call: a JSON value, and files.
type body struct {
	raw   []byte
	sent  bool
	value any // with json.Number; nil before decode and where there is none
	files []upload
}

// upload is one file of a multipart body.
type upload struct {
	index       string // of files[index]
	name        string
	contentType string
	data        []byte
}

func readBody(r *http.Request) (body, error) {
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return body{}, fmt.Errorf("read the body: %w", err)
	}
	if len(raw) > maxBody {
		return body{}, errTooLarge
	}
	return body{raw: raw, sent: len(raw) > 0 || writes(r.Method)}, nil
}

// decode reads the body as its Content-Type says.
func (b *body) decode(header http.Header) error {
	if !b.sent {
		return nil
	}
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	switch {
	case err == nil && kind == "application/json":
		b.value, err = parseJSON(b.raw)
		return err
	case err == nil && kind == "multipart/form-data":
		return b.decodeParts(params["boundary"])
	}
	return fmt.Errorf("%w: Content-Type is %q, want application/json", errContentType, header.Get("Content-Type"))
}

// partName is what Discord calls a file of a multipart body.
var partName = regexp.MustCompile(`^files\[(\d{1,2})\]$`)

func (b *body) decodeParts(boundary string) error {
	parts := multipart.NewReader(bytes.NewReader(b.raw), boundary)
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return b.checkPayload()
		}
		if err != nil {
			return fmt.Errorf("read the multipart body: %w", err)
		}
		if err := b.takePart(part); err != nil {
			return err
		}
	}
}

func (b *body) checkPayload() error {
	if b.value == nil {
		return errors.New("read the multipart body: it has no payload_json")
	}
	return nil
}

func (b *body) takePart(part *multipart.Part) error {
	content, err := io.ReadAll(part)
	if err != nil {
		return fmt.Errorf("read part %q: %w", part.FormName(), err)
	}
	if part.FormName() == "payload_json" {
		b.value, err = parseJSON(content)
		return err
	}
	m := partName.FindStringSubmatch(part.FormName())
	if m == nil || part.FileName() == "" {
		return fmt.Errorf("read the multipart body: part %q of file %q, want payload_json or files[n] with a file's name",
			part.FormName(), part.FileName())
	}
	b.files = append(b.files, upload{m[1], part.FileName(), part.Header.Get("Content-Type"), content})
	return nil
}

// parseJSON refuses what decoders disagree about: a key twice in one object, text
// that is not UTF-8, and text after the value.
func parseJSON(raw []byte) (any, error) {
	d := jsontext.NewDecoder(bytes.NewReader(raw))
	if _, err := d.ReadValue(); err != nil {
		return nil, fmt.Errorf("parse JSON: %w", err)
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("parse JSON: text follows the value")
	}
	in := json.NewDecoder(bytes.NewReader(raw))
	in.UseNumber()
	var v any
	err := in.Decode(&v)
	return v, err
}

// get walks down the members of objects; nil where there is none.
func get(v any, names ...string) any {
	for _, name := range names {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

func has(v any, name string) bool {
	object, _ := v.(map[string]any)
	_, ok := object[name]
	return ok
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func str(v any) string {
	s, _ := v.(string)
	return s
}

// num is a whole number; 0 where v is none.
func num(v any) int {
	n, _ := whole(v)
	return int(n)
}

func whole(v any) (int64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := n.Int64()
	return i, err == nil
}

// as turns a decoded value into a type of this package. It was held against its
// shape before; what does not fit all the same is a key that was reported there,
// and is left out.
func as[T any](v any) T {
	var out T
	var misfit *json.UnmarshalTypeError
	if err := json.Unmarshal(encode(v), &out); err != nil && !errors.As(err, &misfit) {
		panic(fmt.Sprintf("read %T: %v", out, err))
	}
	return out
}

// show quotes the beginning of a value for a violation.
func show(v any) string {
	const most = 60
	text := []rune(string(encode(v)))
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}
