// Package eval measures how well passages are found, and how well questions are answered or
// refused: it reads question sets and public test collections, runs them through an engine
// that it is handed, and reports figures that another reader can check. Package corruption
// breaks claims and citations on purpose.
//
// [Retrieval] asks the questions of a set whose right answers are page spans of
// the library's documents. [Ranking] runs the queries of a whole test collection
// (CACM, SciFact) over that collection's own documents, as a check against
// figures that others have published. Both give a [Report], which can be written
// as text and as JSON, read back, and compared with a later one by [Report.CompareWith].
//
// [Answers] puts the questions through whole runs and judges the outcomes: facts
// said, pages cited, refusals that are right or wrong, and what confidence is
// worth.
//
// [Ablate] runs a set with features switched one by one and pairs every arm with the control,
// question by question. [Calibrate] fits confidence to the outcomes of a set: a logistic model
// over the signals of each question's last assessment, judged by cross-validation, with the
// thresholds that keep a share of what it is to accept. It is linear because its weights can
// then be read and a few hundred questions suffice.
//
// Every figure carries what it depends on: the SHA-256 of the set, the retrieval
// unit, the cutoff, the number of scored questions and an interval.
// Recall alone means little without them, and with some twenty questions one
// question moves a mean by five points. The same hits give the same bytes;
// latencies are the one part of a report that varies, and are never judged.
//
// The package trades speed for plainness: questions run one after the other, so
// that a latency is that of an otherwise idle engine. It imports no engine; the
// command hands one in as a [Search], an [Asker] or a [Rank].
package eval
