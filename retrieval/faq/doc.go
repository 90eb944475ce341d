// Package faq finds which frequently asked question a question asks.
//
// It holds facts, each with the units of documents that state it and several wordings of
// the question that it answers, and hard negatives: questions that sound as if a document
// answered them and that none does. A question is compared with the nearest of both in two
// ways: by aligned tokens, with a logit that the one asks what the other asks, and by the
// cosine of sentence embeddings. The first notices what is missing on either side; the
// second finds wordings that share no word with the question.
//
// The probability of a fact is the softmax of its logit, with the cosine of its nearest
// wording, against the other facts and the hard negatives. A match also has what a
// calibrated model needs to decide whether there is an answer at all: the odds of the best
// fact by words, the weight of the hard negatives, and the similarity of the neighbours of
// both kinds. One neighbour may be near by accident, so the agreement of the next ones
// counts for the answered ones.
//
// # Late interaction
//
// Every token has a unit vector of [Dim] and a gain, and weighs its inverse document
// frequency over the facts times e^gain, two fifths of that for a part of a compound. The
// similarity of two tokens is
//
//	x, or x/10 where x < 0, for x = (cos(a, b) − 0.3) / 0.7
//
// which is 1 for equal and about 0 for unrelated tokens, whose cosine is about 0. A question
// and a wording are aligned by MaxSim [1] in both directions: see [Cover]. The vectors of an
// untrained model are random, which makes it weighted exact matching; training draws the
// vectors of words together that ask for the same. An out-of-vocabulary token is similar to
// none.
//
// # Sentence embeddings
//
// The embedding of a text is the sum of the vectors of its words, word bigrams and character
// n-grams, weighted by rarity and hashed into a table, as fastText [2] makes it. Nearest
// neighbours are found by the Hamming distance of the signs, then compared by cosine.
//
// # Training
//
// A wording is asked as a question, itself left out, against its fact, near facts and random
// ones, with the nearest hard negatives on the other side; the loss is the cross-entropy of
// the softmax over the facts and none. Some of the time its fact is left out, with all that
// share a unit with it, and none is right. A hard negative is asked likewise, and none is
// right. Sentence embeddings are learned contrastively: a wording is to be nearer to another
// one of its fact than to all others in the batch, to a hard negative near by, and to a bound
// for all that is in no text; a hard negative is to be nearer to no wording than that bound.
//
// The same entries and settings give the same bytes on the same architecture, on any number
// of processors: what an example draws depends on its position in the epoch alone, and
// gradients are summed in a fixed order. Programs that do not call [Train] do not link it.
//
// # What it trades away
//
// A fact that nobody has asked for in the texts is not found, whatever the documents say.
// The odds are relative to what the model was trained with: they rank, and must be
// calibrated before they are read as probabilities. Words have no order beyond bigrams: "A
// calls B" is nearly "B calls A".
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
//	  units n, and for each of those document n, anchor n, page n, sum u32
//	vectors: for each row 64 × i8, in proportion; gains: for each row f32
//	gist: rows n; for each row 64 × i8; for each row its scale f32; unless there are
//	  none, for each wording, and then for each unanswered question, 64 × i8 / 254
//	CRC-32C of all of the above u32
//
// Rows are the question types, the names and the out-of-vocabulary tokens, in this order. A
// token is its row, with the highest bit set if it is a part. Wordings are in the order of
// their facts.
//
// [1] Khattab, Zaharia: ColBERT: Efficient and Effective Passage Search via
// Contextualized Late Interaction over BERT. SIGIR 2020.
//
// [2] Bojanowski et al.: Enriching Word Vectors with Subword Information. TACL 2017.
package faq
