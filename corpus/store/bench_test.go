package store

import (
	"fmt"
	"testing"
)

// sixDocuments makes a library as large as the six standards.
func sixDocuments(b *testing.B) string {
	home := b.TempDir()
	var all []sample
	for i := range 6 {
		all = append(all, newSample(b, fmt.Sprint("standard-", i), "", 250_000, 600))
	}
	mustUpdate(b, home, put(all...))
	return home
}

func BenchmarkOpen(b *testing.B) {
	home := sixDocuments(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Open(b.Context(), home); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	d := newSample(b, "A", "", 300_000, 1000).doc
	b.SetBytes(int64(len(Encode(d))))
	b.ReportAllocs()
	for b.Loop() {
		Encode(d)
	}
}

func BenchmarkDecode(b *testing.B) {
	file := Encode(newSample(b, "A", "", 300_000, 1000).doc)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(file); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDigest(b *testing.B) {
	m, err := readManifest(sixDocuments(b))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		m.digest()
	}
}

func BenchmarkVerify(b *testing.B) {
	home := sixDocuments(b)
	for b.Loop() {
		if found := findings(b, home); len(found) != 0 {
			b.Fatal(found)
		}
	}
}
