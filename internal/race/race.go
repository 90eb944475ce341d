// Package race says to tests whether they run under the race detector, which takes ten
// times the time and five times the memory. Tests of much work then do less of it, and
// .ci/run runs them in full without the detector.
package race

// Part returns how many of n rounds, at least one, a test makes: an eighth under the
// detector, else all.
func Part(n int) int {
	if Enabled {
		return max(1, n/8)
	}
	return n
}

// Sample returns those of all cases, evenly spread, that a test tries: as many as Part says.
func Sample[T any](all []T) []T {
	n := min(len(all), Part(len(all)))
	out := make([]T, n)
	for i := range out {
		out[i] = all[i*len(all)/n]
	}
	return out
}
