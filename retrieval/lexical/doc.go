// Package lexical is the in-process search engine: BM25F over one
// memory-mapped file.
//
// BM25F [1] weighs the occurrences of a term in each field, saturates their sum
// once, and multiplies by how rare the term is:
//
//	t(q, e) = Σ_f weight_f · tf(q, e, f) / (1 − b_f + b_f · len(e, f) / mean len(f))
//	score(e) = Σ_q boost_q · idf(q) · t(q, e) / (k1 + t(q, e))
//	idf(q) = ln(1 + (N − df(q) + ½) / (df(q) + ½))
//
// A term's share of the score lies below boost · idf, so that a score divided by
// the sum of those is a number from 0 to 1.
//
// What it trades away: every entry that has one of the terms is scored, one term
// after the other, which is exact, simple and fast to about a million entries,
// and no faster for a small k. There are no positions, so no phrases. An index
// is written once and never changed.
//
// # File
//
// The layout is our own so that a search reads it in place: a general encoding would have to be decoded at each start.
// All integers are little-endian.
//
//	magic "pqcbm25f" · version u32 · sections u32 · digest 32 bytes
//	entries u32 · terms u32 · k1 f64 · 3 × (weight f64, b f64, total length u64)
//	4 × (offset u64, length u64, CRC-32C u32, zero u32)
//	CRC-32C of all of the above u32
//
//	lengths   entries × 3 × u16, each at most 65,535
//	terms     (terms+1) × (name offset u32, entries that have it u32, postings offset u64)
//	names     the terms in byte order, run together
//	postings  for each term, for each entry that has it in order: the difference
//	          to the entry before (the first counts from −1) as uvarint; a byte of
//	          body | heading << 4 | names << 6 with the occurrences in each field;
//	          then as uvarint what a count exceeds 15, 3 or 3, for each that
//	          reaches it, in the order body, heading, names
//
// The checksums find accidents. A file made to deceive has right checksums, so
// every offset that is read is checked too: the worst that it can do is to rank
// badly or to fail with [ErrCorrupt].
//
// [1] Robertson, Zaragoza: The Probabilistic Relevance Framework: BM25 and
// Beyond. Foundations and Trends in Information Retrieval 3(4), 2009.
package lexical
