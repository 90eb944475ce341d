package faq

import "fmt"

// Training are the constants of training.
type Training struct {
	Seed   uint64
	Epochs int     // how often each text is asked, 0 to 100; 0 leaves the vectors random
	Rate   float64 // of learning at the start, up to 1; it falls to 0 as a cosine

	Batch     int // examples in a step, 1 to 4096
	Facts     int // that an example is held against, 2 to 64
	Random    int // of them at random, below Facts
	Negatives int // unanswered questions that it is held against, 0 to 64

	Absent float64 // how often the fact of a wording is left out, 0 to 1
	Drop   float64 // how often each wording of a fact is left out, 0 to below 1
}

// DefaultTraining returns what banks are trained with.
func DefaultTraining() Training {
	return Training{
		Seed: 1, Epochs: 3, Rate: 3e-3,
		Batch: 64, Facts: 16, Random: 4, Negatives: 8,
		Absent: 0.25, Drop: 0.2,
	}
}

// Validate refuses values outside their ranges.
func (s Training) Validate() error {
	for _, v := range []struct {
		name            string
		value, from, to float64
	}{
		{"epochs", float64(s.Epochs), 0, 100},
		{"rate", s.Rate, 0, 1},
		{"batch", float64(s.Batch), 1, 4096},
		{"facts", float64(s.Facts), 2, 64},
		{"random", float64(s.Random), 0, float64(s.Facts - 1)},
		{"negatives", float64(s.Negatives), 0, 64},
		{"absent", s.Absent, 0, 1},
		{"drop", s.Drop, 0, 0.99},
	} {
		if !(v.value >= v.from && v.value <= v.to) {
			return fmt.Errorf("invalid training settings: %s is %v, must be %v to %v", v.name, v.value, v.from, v.to)
		}
	}
	return nil
}
