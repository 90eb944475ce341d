package main

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// sink is a standard stream that keeps the first error of a write: commands print
// with functions that drop it, and it must not be lost.
type sink struct {
	name string
	to   io.Writer
	stop func(error) // is told of the first error; may be nil

	mu  sync.Mutex
	err error // guarded by mu
}

// Write writes, unless a write has failed.
func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.to.Write(p)
	if err != nil {
		s.err = fmt.Errorf("write %s: %w", s.name, bare(err))
		if s.stop != nil {
			s.stop(s.err)
		}
	}
	return n, s.err
}

// failed is the error of the first write that failed.
func (s *sink) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// printer hands whole lines on to a sink, so that a process that is ended has printed
// whole lines, and shows each as it may be shown. A line is held in memory until it
// ends; who prints it has it there already.
type printer struct {
	sink *sink
	show func(string) string // nil for data, which is printed as it is

	mu   sync.Mutex
	held []byte // of a line that has not ended; guarded by mu
}

// Write prints the lines that end in p.
func (p *printer) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	end := bytes.LastIndexByte(b, '\n') + 1
	if end == 0 {
		p.held = append(p.held, b...)
		return len(b), nil
	}
	lines := b[:end]
	if len(p.held) > 0 {
		lines = append(p.held, lines...)
	}
	p.held = append([]byte(nil), b[end:]...)
	if err := p.print(lines); err != nil {
		return 0, err
	}
	return len(b), nil
}

// flush prints a last line that has no end.
func (p *printer) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.held) > 0 {
		_ = p.print(p.held) // the sink keeps the error
		p.held = nil
	}
}

func (p *printer) print(b []byte) error {
	if p.show != nil {
		b = []byte(p.show(string(b)))
	}
	_, err := p.sink.Write(b)
	return err
}

// stream is standard output for programs, or for people.
func (a *app) stream(forPrograms bool) io.Writer {
	if forPrograms {
		return a.data
	}
	return a.out
}
