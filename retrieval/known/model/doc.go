// Package model is what a bank of known questions consists of: tokens with
// learned vectors, lists of tokens for wordings, unanswered questions and
// evidence, the places that facts stand at, and eight weights. It reads texts
// into tokens, finds which lists are near a question, holds one list against
// another, and goes to a file and back. It does not learn: see package train.
//
// # Late interaction
//
// Every token has a unit vector of [Dim] and a gain, and weighs its rarity
// among the facts times e^gain, two fifths of that for a part of a compound. Two
// tokens are as alike as
//
//	act(a, b) = x, or x/10 where x < 0, for x = (cos(a, b) − 0.3) / 0.7
//
// so that each is 1 to itself, and strangers, whose cosine is about 0, are about 0.
// A question is held against a wording token by token [1]: see [Cover]. The
// vectors of an untrained model are random, which makes it weighted exact
// matching; training draws the vectors of words together that ask for the same.
//
// # Gists
//
// Beside that each text has a gist: see [Gist]. It is what fastText [2] makes of a text,
// learned so that wordings of one fact are near each other.
//
// # What it trades away
//
// Words have no order beyond pairs of neighbours in a gist: "A calls B" is nearly
// "B calls A". A word that no text of the bank has is foreign: a rare word that nothing
// covers, though another one might mean the same.
//
// # File
//
// All integers are little-endian; n is a uvarint.
//
//	magic "pqcknown" · version u32 · analysis version u32 · source 32 bytes
//	8 × f32 weights: answer 4, evidence 1, unanswered 3
//	documents: n, then each as n and its bytes; anchors alike; names alike, in byte order
//	spread: for each name, the number of facts that ask with it, n
//	evidence, wordings, unanswered: n, then each as a count (u8) and its tokens (u16)
//	facts: n, then each as its evidence n, its number of wordings n, its number of
//	  places n, and for each of those document n, anchor n, page n, sum u32
//	vectors: for each row 64 × i8, in proportion; gains: for each row f32
//	gist: rows n; for each row 64 × i8; for each row its scale f32; unless there are
//	  none, for each wording, and then for each unanswered question, 64 × i8 / 254
//	CRC-32C of all of the above u32
//
// Rows are the kinds of questions, the names and the foreign tokens, in this order. A
// token is its row, with the highest bit set if it is a part. Wordings stand in
// the order of their facts.
//
// [1] Khattab, Zaharia: ColBERT: Efficient and Effective Passage Search via
// Contextualized Late Interaction over BERT. SIGIR 2020.
//
// [2] Bojanowski et al.: Enriching Word Vectors with Subword Information. TACL 2017.
package model
