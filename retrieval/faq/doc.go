// Package faq finds which frequently asked question a question asks.
//
// It holds facts, each with the units of documents that state it and several wordings of
// the question that it answers, and hard negatives: questions that sound as if a document
// answered them and that none does. A question is compared with the nearest of both in two
// ways: by aligned tokens, with a logit that the one asks what the other asks, and by the
// cosine of sentence embeddings. The first notices what is missing on either side; the
// second finds wordings that share no word with the question.
//
// The probability of a fact is the softmax of what ranks it, the logit and the cosine of its
// nearest wordings and of further ones that agree, against the other facts and the hard negatives. A match also has what a
// calibrated model needs to decide whether there is an answer at all: the odds of the best
// fact by words, the weight of the hard negatives, and the similarity of the neighbours of
// both kinds. One neighbour may be near by accident, so the agreement of the next ones
// counts for the answered ones.
//
// # Late interaction
//
// Every token has a unit vector of 64 components and a gain, and weighs its inverse document
// frequency over the facts times e^gain, two fifths of that for a part of a compound. The
// similarity of two tokens is
//
//	x, or x/10 where x < 0, for x = (cos(a, b) − 0.3) / 0.7
//
// which is 1 for equal and about 0 for unrelated tokens, whose cosine is about 0. A question
// and a wording are aligned by MaxSim [1] in both directions. The vectors of an
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
// Texts that are added later need no training: [Extend] serves them with the weights that there
// are, and the statement of a fact is matched like one more of its wordings.
//
// # What it trades away
//
// A fact that nobody has asked for in the texts is not found, whatever the documents say.
// The odds are relative to what the model was trained with: they rank, and must be
// calibrated before they are read as probabilities. Words have no order beyond bigrams: "A
// calls B" is nearly "B calls A".
//
// # Files
//
// The texts are the source. A file of weights, which training makes, has what can't be
// derived from them: its versions and the digest of what it was made from, then a checksum
// and, compressed, the vocabulary, the tokens of the evidence, the token vectors and the rows
// of the encoder at 31 levels. Everything else, embeddings and inverted indexes above all, is
// derived when a matcher is first opened, and kept in a folder for caches as flat arrays that
// are mapped the next time. Without such a folder each process derives it.
//
// [1] Khattab, Zaharia: ColBERT: Efficient and Effective Passage Search via
// Contextualized Late Interaction over BERT. SIGIR 2020.
//
// [2] Bojanowski et al.: Enriching Word Vectors with Subword Information. TACL 2017.
package faq
