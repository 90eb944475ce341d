//go:build race

package pqcite

// Questions are asked ten times as slowly; who else asks at the same time is what matters.
func init() { sampleEvery = 4 }
