// Package known tells which known questions a question asks.
//
// A bank holds facts, each with several wordings of the question that it answers
// and the places in the documents that answer it, and unanswered questions, which
// sound as if a document answered them and none does. A question is held against
// the nearest of both ([model] says how), each with a logit that the one asks
// what the other asks. The odds that a known place answers are
//
//	e^(logit of the best fact) / (1 + Σ over unanswered e^logit)
//
// The other facts are left out: many that are a little alike are not one that is
// asked for, while unanswered questions warn together.
//
// A bank is made by package train, from texts that it does not keep.
//
// What it trades away: a fact that nobody has asked for in the bank is not found,
// whatever the documents say, and the odds are relative to what the bank was
// trained with: they rank, and must be calibrated before they are read as
// chances.
package known
