package faq

import "testing"

// What panics in either function reaches the caller, after both have ended.
func TestInParallelPassesPanicsOn(t *testing.T) {
	fail := func() { panic("lost") }
	for name, run := range map[string]func(rest func()){
		"here":  func(rest func()) { inParallel(fail, rest) },
		"there": func(rest func()) { inParallel(rest, fail) },
	} {
		ended := false
		func() {
			defer func() {
				if got := recover(); got != "lost" {
					t.Errorf("%s: recovered %v", name, got)
				}
			}()
			run(func() { ended = true })
			t.Errorf("%s: no panic", name)
		}()
		if !ended {
			t.Errorf("%s: the other one has not run", name)
		}
	}
}
