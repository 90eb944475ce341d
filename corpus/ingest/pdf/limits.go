package pdf

// Limits bounds the work that one file may cause. The largest of the six
// standards uses 65 pages, 3.3 MB, 12,000 glyphs a page and 90,000 operators.
type Limits struct {
	FileBytes    int64 // size of the file
	StreamBytes  int64 // one decoded stream
	TotalBytes   int64 // all decoded streams together
	Pages        int
	Operators    int // content-stream operators of the whole file
	PageGlyphs   int
	FormDepth    int // form XObjects inside each other
	OutlineItems int
	// UnmappedShare is the share of glyphs, 0 to 1, that may lack a Unicode text
	// before the file is refused.
	UnmappedShare float64
}

// DefaultLimits returns bounds that hold standards of a few thousand pages.
func DefaultLimits() Limits {
	return Limits{
		FileBytes: 256 << 20, StreamBytes: 64 << 20, TotalBytes: 512 << 20,
		Pages: 5_000, Operators: 20_000_000, PageGlyphs: 200_000, FormDepth: 12,
		OutlineItems: 100_000, UnmappedShare: 0.001,
	}
}
