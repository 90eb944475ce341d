package syntax

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

const plenty = 1 << 20

func zipped(s string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

func TestFilters(t *testing.T) {
	text := strings.Repeat("twenty bytes of key ", 50)
	// ISO 32000-1, 7.4.4.2, example 1.
	lzw := "\x80\x0B\x60\x50\x22\x0C\x0C\x85\x01"
	tests := []struct {
		name   string
		filter filterStep
		src    string
		want   string
		err    error
	}{
		{"flate", filterStep{name: "FlateDecode"}, zipped(text), text, nil},
		{"flate and a new line", filterStep{name: "Fl"}, zipped(text) + "\r\n", text, nil},
		{"flate, checksum", filterStep{name: "FlateDecode"}, zipped(text)[:len(zipped(text))-1] + "x", "", errChecksum},
		{"flate, cut", filterStep{name: "FlateDecode"}, zipped(text)[:9], "", errShort},
		{"flate, no checksum", filterStep{name: "FlateDecode"}, zipped(text)[:len(zipped(text))-4], "", errShort},
		{"flate, more", filterStep{name: "FlateDecode"}, zipped(text) + "more", "", errTrailing},
		{"flate, none", filterStep{name: "FlateDecode"}, "BT ET", "", errCorrupt},
		{"flate, too large", filterStep{name: "FlateDecode"}, zipped(strings.Repeat(" ", plenty+1)), "", errTooLarge},
		{"lzw", filterStep{name: "LZWDecode"}, lzw, "-----A---B", nil},
		{"lzw, cut", filterStep{name: "LZWDecode"}, lzw[:8], "", errShort},
		{"lzw, more", filterStep{name: "LZWDecode"}, lzw + "more", "", errTrailing},
		{"hex", filterStep{name: "ASCIIHexDecode"}, "48 65\n6C6C6F7>", "Hellop", nil},
		{"hex, no end", filterStep{name: "AHx"}, "4865", "", errShort},
		{"hex, wrong digit", filterStep{name: "AHx"}, "4x>", "", errCorrupt},
		{"85", filterStep{name: "ASCII85Decode"}, "87cURD]i,\"Ebo80~>", "Hello World!", nil},
		{"85, zeros and a rest", filterStep{name: "A85"}, "z5l~>", "\x00\x00\x00\x00A", nil},
		{"85, no end", filterStep{name: "A85"}, "87cUR", "", errShort},
		{"85, too large a group", filterStep{name: "A85"}, "uuuuu~>", "", errCorrupt},
		{"run", filterStep{name: "RunLengthDecode"}, "\x02abc\xfed\x80", "abcddd", nil},
		{"run, no end", filterStep{name: "RL"}, "\x02abc", "", errShort},
		{"png up", filterStep{"FlateDecode", Dict{"Predictor": 12, "Columns": 3}}, zipped("\x02\x01\x02\x03\x02\x01\x01\x01"), "\x01\x02\x03\x02\x03\x04", nil},
		{"png sub, average, paeth", filterStep{"FlateDecode", Dict{"Predictor": 15, "Columns": 2}}, zipped("\x01\x05\x01\x03\x01\x01\x04\x01\x01"), "\x05\x06\x03\x05\x04\x06", nil},
		{"png, no whole row", filterStep{"FlateDecode", Dict{"Predictor": 12, "Columns": 3}}, zipped("\x02\x01\x02"), "", errShort},
		{"tiff", filterStep{"FlateDecode", Dict{"Predictor": 2, "Columns": 3}}, zipped("\x01\x01\x01"), "\x01\x02\x03", nil},
		{"an unknown predictor", filterStep{"FlateDecode", Dict{"Predictor": 3}}, zipped("x"), "", errFilter},
		{"a picture", filterStep{name: "DCTDecode"}, "\xff\xd8", "", errPicture},
		{"an unknown filter", filterStep{name: "FlateDecodf"}, "", "", errFilter},
		{"identity", filterStep{"Crypt", Dict{"Name": Name("Identity")}}, "as it is", "as it is", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.filter.apply([]byte(tt.src), plenty)
			if !errors.Is(err, tt.err) || string(got) != tt.want {
				t.Errorf("apply() = %q, %v; want %q, %v", got, err, tt.want, tt.err)
			}
		})
	}
}

// enLZW writes LZW data with a clear code before each table that is full.
func enLZW(src []byte, early int) []byte {
	var out []byte
	var bits uint64
	count, width := 0, 9
	put := func(code int) {
		bits = bits<<width | uint64(code)
		for count += width; count >= 8; count -= 8 {
			out = append(out, byte(bits>>(count-8)))
		}
	}
	table := map[string]int{}
	next := lzwFirst
	code := func(s []byte) int {
		if len(s) == 1 {
			return int(s[0])
		}
		return table[string(s)]
	}
	put(lzwClear)
	var run []byte
	for _, b := range src {
		longer := append(slices.Clone(run), b)
		if _, has := table[string(longer)]; has || len(longer) == 1 {
			run = longer
			continue
		}
		put(code(run))
		table[string(longer)] = next
		next++
		if next+early > 1<<width && width < 12 {
			width++
		}
		if next == lzwDictionary-2 {
			put(lzwClear)
			table, next, width = map[string]int{}, lzwFirst, 9
		}
		run = []byte{b}
	}
	if len(run) > 0 {
		put(code(run))
		next++
		if next+early > 1<<width && width < 12 {
			width++
		}
	}
	put(lzwEnd)
	if count > 0 {
		out = append(out, byte(bits<<(8-count)))
	}
	return out
}

func FuzzLZW(f *testing.F) {
	f.Add([]byte("-----A---B"))
	f.Add(bytes.Repeat([]byte("abcabd"), 3000))
	f.Fuzz(func(t *testing.T, src []byte) {
		for early := range 2 {
			got, err := unLZW(enLZW(src, early), early == 1, plenty)
			if len(src) <= plenty && (err != nil || !bytes.Equal(got, src)) {
				t.Fatalf("early %d: %q reads %q, %v", early, src, got, err)
			}
		}
		unLZW(src, true, plenty)
	})
}

func FuzzFilters(f *testing.F) {
	f.Add([]byte(zipped("text")), uint8(0))
	f.Add([]byte("87cURD]i~>"), uint8(3))
	names := []Name{"FlateDecode", "LZWDecode", "ASCIIHexDecode", "ASCII85Decode", "RunLengthDecode"}
	f.Fuzz(func(t *testing.T, src []byte, which uint8) {
		s := filterStep{names[int(which)%len(names)], Dict{"Predictor": int(which) % 16, "Columns": 1 + int(which)/16}}
		if out, err := s.apply(bytes.Clone(src), plenty); err == nil && len(out) > plenty+len(src) {
			t.Fatalf("%d bytes", len(out))
		}
	})
}

// TestNestedFlate holds that filters inside filters can't outgrow their bounds.
func TestNestedFlate(t *testing.T) {
	s := strings.Repeat(" ", 16<<20)
	for range 3 {
		s = zipped(s)
	}
	limits := DefaultLimits()
	limits.StreamBytes = 1 << 20
	file := onePage(plainStream("/Filter [/FlateDecode /FlateDecode /FlateDecode]", s)).table().Bytes()
	f, err := Open(context.Background(), file, limits)
	if err != nil {
		t.Fatal(err)
	}
	o, err := f.Resolve(Ref{Number: 4})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.(*Stream).Decode(); !errors.Is(err, ErrLimit) {
		t.Errorf("error %v", err)
	}
}
