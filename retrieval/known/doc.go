// Package known tells which known questions a question asks.
//
// A bank holds facts, each with several wordings of the question that it answers
// and the places in the documents that answer it, and unanswered questions, which
// sound as if a document answered them and none does. A question is held against
// the nearest of both in two ways ([model] says how): word by word, with a logit that
// the one asks what the other asks, and as a whole, by the cosine of their gists. The
// first tells what is missing in one or the other; the second tells what both are on,
// and finds wordings that share no word with the question.
//
// A fact's chance is by its logit with the gist of its nearest wording, against those of
// the other facts and the odds of the unanswered questions. Beside it the match gives
// what tells whether there is an answer at all, for a calibrated model to weigh: how
// likely the fact is by words, how far the unanswered questions stand against it, and
// how alike the neighbours of both kinds are. One neighbour may be near by accident;
// that is why those with an answer are told by the ones behind the nearest.
//
// A bank is made by package train, from texts that it does not keep.
//
// What it trades away: a fact that nobody has asked for in the bank is not found,
// whatever the documents say, and the odds are relative to what the bank was
// trained with: they rank, and must be calibrated before they are read as
// chances.
package known
