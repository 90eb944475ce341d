// Package trace keeps the events of runs: it writes them to a file and reads them
// back, shows a run as a timeline, counts over many runs, and finds where two runs
// part.
//
// A trace file is JSON lines, one event a line, with one or more runs one after
// another, each from its start to its end. Both sides are strict: the writer
// writes nothing that the reader would refuse, and the reader takes no part of a
// run for the whole. That is paid for with the run that failed: it has no end, so
// it leaves no trace. Nothing here depends on how the events came about.
package trace
