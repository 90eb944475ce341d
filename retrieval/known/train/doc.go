// Package train makes banks of known questions: it builds a model's vocabulary
// and lists from texts, and learns its vectors, gains and weights.
//
// # What is learned from what
//
// A wording is asked as a question, itself left out, against its fact, facts that
// are near by words, and some at random, with the nearest unanswered questions on
// the other side; the loss is the cross-entropy of the softmax over the facts and
// none. Some of the time its fact is left out, with all that share a place with
// it, and none is right. An unanswered question is asked likewise, and none is
// right. So the vectors come to say both which words ask for the same and which
// differences matter.
//
// Gists are learned beside that, in batches: the gist of a wording is to be nearer to
// that of another wording of its fact than to all others in the batch, to an unanswered
// question near by, and to a bound that stands for all that is not known; that of an
// unanswered question is to be nearer to no wording than that bound.
//
// # Determinism
//
// The same entries and settings give the same bytes on the same architecture, on
// any number of processors: what an example draws depends on its place in the
// epoch alone, and gradients are summed in a fixed order.
package train
