package eval

import (
	"math"
	"testing"
)

func TestSignTest(t *testing.T) {
	for _, tc := range []struct {
		better, worse int
		want          float64
	}{
		{0, 0, 1},
		{1, 0, 1},         // 2 · 1/2
		{5, 0, 0.0625},    // 2 · 1/32
		{0, 5, 0.0625},    // symmetric
		{3, 3, 1},         // capped
		{7, 1, 0.0703125}, // 2 · (1+8)/256
		{2000, 0, 0},      // no underflow to NaN
	} {
		if got := signTest(tc.better, tc.worse); math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("signTest(%d, %d) is %v, want %v", tc.better, tc.worse, got, tc.want)
		}
	}
}

func TestBootstrap(t *testing.T) {
	if low, high := bootstrap([]float64{0.5}); low != 0.5 || high != 0.5 {
		t.Errorf("interval of one value is %v to %v, want the value", low, high)
	}
	if low, high := bootstrap([]float64{0.25, 0.25, 0.25, 0.25}); low != 0.25 || high != 0.25 {
		t.Errorf("interval of equal values is %v to %v, want the value", low, high)
	}
	// 100 fair coins: the mean's standard error is 0.05, so the interval is near
	// 0.5 ± 0.098; resampling moves an end by a step or two of 0.01.
	coins := make([]float64, 100)
	for i := range coins {
		coins[i] = float64(i % 2)
	}
	low, high := bootstrap(coins)
	if math.Abs(low-0.402) > 0.02 || math.Abs(high-0.598) > 0.02 {
		t.Errorf("interval of fair coins is %v to %v, want about 0.402 to 0.598", low, high)
	}
	if l, h := bootstrap(coins); l != low || h != high {
		t.Errorf("a second run gave %v to %v, the first %v to %v", l, h, low, high)
	}
}

func BenchmarkBootstrap(b *testing.B) {
	values := make([]float64, 300)
	for i := range values {
		values[i] = float64(i) / 300
	}
	for b.Loop() {
		bootstrap(values)
	}
}
