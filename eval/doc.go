// Package eval measures how well passages are found, how well questions are
// answered or refused, and what verification lets pass: it reads question sets and
// public test collections, runs them through an engine that it is handed, and
// reports figures that another reader can check.
//
// [Retrieval] asks the questions of a set whose right answers are page spans of
// the library's documents. [Ranking] runs the queries of a whole test collection
// (CACM, SciFact) over that collection's own documents, as a check against
// figures that others have published. Both give a [Report], which can be written
// as text and as JSON, read back, and compared with a later one by [Compare].
//
// [Answers] puts the questions through whole runs and judges the outcomes: facts
// said, pages cited, refusals that are right or wrong, and what confidence is
// worth. [Ablate] does so with features switched one by one, [Calibrate] fits
// confidence to what came out. Package plots draws an ablation.
//
// [Proofs] corrupts claims that are true and counts what [citations.Judge.Prove]
// still holds. [Shifter] does the same to the numbers of citations in sources, which it
// finds without the checker that is measured.
//
// Every figure carries what it depends on: the SHA-256 of the set, the retrieval
// unit, the cutoff, the number of scored questions and an interval.
// Recall alone means little without them, and with some twenty questions one
// question moves a mean by five points. The same hits give the same bytes;
// latencies are the one part of a report that varies, and are never judged.
//
// The package trades speed for plainness: questions run one after the other, so
// that a latency is that of an otherwise idle engine. It imports no engine. The
// command that wires one in implements [Searcher], [Asker] or [Build].
package eval
