//go:build race

package ingest

// raceDetector says that the tests run with it: it takes five to ten times the
// memory, which is then no measure of ours.
const raceDetector = true
