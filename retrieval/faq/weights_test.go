package faq

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func smallFile(t testing.TB) []byte {
	t.Helper()
	file, err := small().encode([32]byte{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

var compareModels = cmp.Options{
	cmp.AllowUnexported(model{}, weights{}, fact{}, span{}, unit{}, corpus{}, lists{}, texts{}, index{}, embeddings{}, encoder{}),
	cmpopts.IgnoreFields(model{}, "rowByWord"), cmpopts.IgnoreFields(unit{}, "_"), cmpopts.EquateEmpty(),
}

func TestWeightsAndTextsMakeTheModel(t *testing.T) {
	file := smallFile(t)
	got, err := derived(file, smallEntries())
	if err != nil {
		t.Fatal(err)
	}
	want := small()
	if diff := cmp.Diff(want, got, compareModels, cmpopts.EquateApprox(0, 0.06), cmpopts.IgnoreFields(model{}, "vectors", "rounded"), cmpopts.IgnoreFields(encoder{}, "rows", "scales"), cmpopts.IgnoreFields(embeddings{}, "bytes", "signs")); diff != "" {
		t.Errorf("derived model differs (-want +got):\n%s", diff)
	}
	for i := range want.wordings.embeddings.len() {
		v := want.encoder.embed(want.wordings.texts.at(i))
		if cosine := got.wordings.embeddings.cosine(i, &v); cosine < 0.97 {
			t.Errorf("wording %d has the cosine %v with itself before it was rounded", i, cosine)
		}
	}
	for row := range got.rows() {
		var buffer [dim]float32
		v := got.vector(row, &buffer)
		if was := want.vector(row, nil); dot(v, was) < 0.99 {
			t.Errorf("vector %d has the cosine %v with itself before it was rounded", row, dot(v, was))
		}
		if n := dot(v, v); math.Abs(float64(n)-1) > 1e-5 {
			t.Fatalf("vector %d has length² %v, want 1", row, n)
		}
	}
	if h, err := headOf(file); err != nil || h.source() != [32]byte{1, 2, 3} {
		t.Errorf("the head has source %x, %v", h.source(), err)
	}
}

func TestOtherTextsAreRefused(t *testing.T) {
	for name, change := range map[string]func([]Entry) []Entry{
		"a fact less":     func(e []Entry) []Entry { return e[1:] },
		"a wording more":  func(e []Entry) []Entry { e[0].Wordings = append(e[0].Wordings, "how long"); return e },
		"a negative less": func(e []Entry) []Entry { e[1].Negatives = nil; return e },
	} {
		if _, err := derived(smallFile(t), change(smallEntries())); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: error is %v, want ErrFormat", name, err)
		}
	}
}

func TestEncodeRefusesWhatTheFileCantHold(t *testing.T) {
	m := small()
	m.vocabulary = make([]string, maxVocabulary+1)
	if _, err := m.encode([32]byte{}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error is %v, want ErrTooLarge", err)
	}
}

func TestDamagedWeightsAreRefused(t *testing.T) {
	file := smallFile(t)
	for at := range file {
		if at >= sourceAt && at < sourceAt+32 {
			continue // any source is one
		}
		damaged := bytes.Clone(file)
		damaged[at] ^= 0x41
		if _, _, _, err := decode(damaged); err != nil && !errors.Is(err, ErrFormat) {
			t.Fatalf("byte %d: error is %v, want ErrFormat", at, err)
		} else if m, _, _, _ := decode(damaged); m != nil && at < headSize {
			t.Fatalf("byte %d of the head: no error", at)
		}
	}
	for n := 0; n < len(file); n += 1 + n/100 {
		if _, _, _, err := decode(file[:n:n]); !errors.Is(err, ErrFormat) {
			t.Fatalf("first %d bytes: error is %v, want ErrFormat", n, err)
		}
	}
}

// What is in the body is checked before it is used: it may be of another program's making.
func FuzzDecodeBody(f *testing.F) {
	f.Add(small().appendBody(nil), uint32(40), byte(0xff))
	f.Fuzz(func(t *testing.T, body []byte, at uint32, b byte) {
		body = bytes.Clone(body)
		if len(body) > 0 {
			body[int(at)%len(body)] = b
		}
		d := &decoder{rest: body}
		m := d.model()
		if d.failed {
			return
		}
		m.prepare(len(m.facts))
		q := newQuery(m)
		q.ask(m.tokenize("why is the ml-kem key length blue"))
		for i := range m.evidence.len() {
			if s := q.maxSims(m.evidence.at(i)); math.IsNaN(float64(s[0].sim)) {
				t.Fatalf("evidence %d: similarity is not a number", i)
			}
		}
		if v := m.encoder.embed("key length"); math.IsNaN(float64(v[0])) {
			t.Fatal("an embedding is not a number")
		}
	})
}
