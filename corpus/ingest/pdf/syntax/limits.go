package syntax

// Limits bounds the work that one file may cause. The memory for a file is its own
// bytes, 12 bytes for each object and each reference, the most recently used objects,
// and one decoded stream at a time.
type Limits struct {
	StreamBytes int64 // one decoded stream, after each of its filters
	TotalBytes  int64 // all decoded streams together; one that is read twice counts twice
	Objects     int   // entries of all cross-reference sections together
	References  int   // from objects to objects, in the whole file
	ObjectBytes int   // estimated memory of one object that is no stream
	ReadBytes   int64 // estimated memory of all objects that are read; one that is read twice counts twice
	CacheBytes  int   // estimated memory of objects that are kept after they were looked up
	Filters     int   // of one stream, one after the other
	Sections    int   // cross-reference sections: revisions, mostly
	Pages       int
}

// DefaultLimits returns bounds that allow standards of a few thousand pages. The
// largest of the six has 16,000 objects and 5 MB in its streams.
func DefaultLimits() Limits {
	return Limits{
		StreamBytes: 32 << 20, TotalBytes: 256 << 20, Objects: 1 << 20, References: 8 << 20,
		ObjectBytes: 48 << 20, ReadBytes: 4 << 30, CacheBytes: 48 << 20, Filters: 8, Sections: 1024, Pages: 5_000,
	}
}

// maxNesting bounds arrays and dictionaries inside each other.
const maxNesting = 64
