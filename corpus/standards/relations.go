package standards

import "slices"

// Runs returns the ids of the algorithms that one runs. It is part of
// citations.Relations.
func (Register) Runs(docID, anchor string) []string {
	if e := embedded().anchors[Place(docID+"#"+anchor)]; e != nil {
		return e.Runs
	}
	return nil
}

// Elsewhere reports whether an older specification numbers an algorithm that goes by
// the name as it is written. It is part of citations.Relations.
func (Register) Elsewhere(docID, anchor, written string) bool {
	e := embedded().anchors[Place(docID+"#"+anchor)]
	return e != nil && docID == olderNamesOf && (slices.Contains(olderNames, e.Title) || slices.Contains(respelled, e.Title) && written != e.Title)
}

// olderNamesOf is the document whose algorithms go by the names of SPHINCS+ (round 3.1, June
// 2022) and of XMSS (RFC 8391), where their numbers are others.
const olderNamesOf = "NIST.FIPS.205"

var (
	olderNames = []string{
		"toByte", "chain", "wots_sign", "wots_pkFromSig", "xmss_sign", "xmss_pkFromSig", "ht_sign", "ht_verify", "fors_sign", "fors_pkFromSig",
	}
	// respelled are those that only this document spells so.
	respelled = []string{"wots_pkGen", "fors_skGen"}
)
