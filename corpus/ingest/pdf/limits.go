package pdf

import "errors"

// ErrUnreadable is wrapped by the error for a file that does not say what most of its
// characters are.
var ErrUnreadable = errors.New("file has no readable text")

// Limits bounds the work that one file may cause. The largest of the six
// standards has 65 pages, 3.3 MB, 133,000 glyphs, 140,000 operators and 5 MB in its
// streams; a manual of 1,321 pages 10 MB, 2.8 million glyphs, 2.5 million operators
// and 50 MB.
type Limits struct {
	FileBytes    int64 // size of the file, which is held in memory
	StreamBytes  int64 // one decoded stream, of which three copies may exist briefly
	TotalBytes   int64 // all decoded streams together: a second of work for 100 MB
	Pages        int
	Operators    int // content-stream operators of the whole file: a second for ten million
	Glyphs       int // of the whole file, at 70 bytes each
	PageGlyphs   int
	FormDepth    int // form XObjects inside each other
	Fonts        int // fonts that are read; one that is not an object of its own counts for each stream that uses it
	OutlineItems int
	// UnreadShare is the share of visible glyphs, 0 to 1, that may lack a Unicode text
	// before the file is refused. Each of them is marked, so nothing false is quoted;
	// but a file with more marks than text has no sentence to be found by, and refusing
	// it says so.
	UnreadShare float64
	Covers      int // comparisons of painted boxes with the glyphs on and below them
}

// DefaultLimits returns bounds that allow standards of one or two thousand pages in the
// 512 MiB of a worker, and end a hostile file after a few seconds.
func DefaultLimits() Limits {
	return Limits{
		FileBytes: 128 << 20, StreamBytes: 32 << 20, TotalBytes: 256 << 20,
		Pages: 5_000, Operators: 20_000_000, Glyphs: 4_000_000, PageGlyphs: 200_000, FormDepth: 12, Fonts: 20_000,
		OutlineItems: 100_000, UnreadShare: 0.5, Covers: 200_000_000,
	}
}
