// Package analysis turns text into the tokens that are indexed and searched. Documents
// and queries go through the same code, so that what is written in one is found by the
// other.
//
// # Folding
//
// Case, combining marks and compatibility forms are folded: 𝑑, ｄ and D are d, the
// ligature ﬁ is f i. A Greek letter by itself is replaced by its name, so that η_1 and
// eta_1 are one token; inside a word it stays. Every dash is a hyphen. Superscripts and
// subscripts keep their mark and never run together with their base: 2^{-138} and 2⁻¹³⁸
// are 2^-138, η₁ is eta_1, and a bare integer exponent, which is as often a footnote's
// mark, is not a token of its own. Circled digits and vulgar fractions separate.
//
// # Compounds
//
// A compound is a run of letters and digits joined by - _ . or /, each joiner between
// two of them. It gives one token for itself, one for each of its leading parts from
// the start or from after a dot or slash, and the tokens of its elements:
// ML-KEM.KeyGen_internal gives itself, ml-kem, ml-kem.keygen, keygen_internal, ml, kem,
// keygen and internal. A document's gives mlkem too, since code omits hyphens.
// Identifiers are cut again where their case or a digit changes: SamplePolyCBD gives
// sample, poly and cbd. Digits joined by dots are one number: a decimal, a section, an
// object identifier.
//
// # Words
//
// Words are stemmed by Porter's second algorithm and dropped if they carry no meaning
// of their own. Identifiers keep their letters, and their stem is added. A word broken
// at a line's end is joined.
//
// # Trade-offs
//
// It knows English only, and no scripts that are written without spaces: a run of such
// letters is one token, cut after [MaxTokenBytes]. Recall is preferred to a small
// index: the parts of a compound roughly double its tokens.
package analysis
