package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/internal/visible"
)

// counts is what a check has seen.
type counts struct {
	files, references, findings, failing, fixed int
	ignored                                     int // findings that a comment ignores
	known                                       int // findings of a baseline
	stale                                       int // findings of a baseline that are not there any more
	written                                     int // findings of the baselines that were written
	leftOut                                     int // files and folders that were not read
	leftAlone                                   int // files that could not be corrected
}

// checker checks one file after the other.
type checker struct {
	options  checkOptions
	projects *projects
	out      io.Writer
	report   reporter
	err      io.Writer // for people
	counts   counts
}

func (c *checker) unread(u unread) error { return c.report.unread(u) }

func (c *checker) end(leftOut int) error {
	c.counts.leftOut = leftOut
	for _, p := range c.projects.all {
		if c.options.writeBaseline {
			if err := p.writeBaseline(); err != nil {
				return err
			}
			c.counts.written += p.written.Len()
			continue
		}
		p.gone()
		c.counts.stale += p.stale
	}
	return c.report.end(&c.counts)
}

// sorted are the breaches of a file by what becomes of them.
type sorted struct {
	shown      []rules.Breach
	suppressed []suppressedBreach
}

// suppressedBreach is a breach that is not reported: a comment ignores it, or the
// baseline knows it.
type suppressedBreach struct {
	rules.Breach
	known bool
}

func (c *checker) file(f *scanned) error {
	c.counts.files++
	for i := range f.found {
		if f.found[i].Status != refs.Candidate {
			c.counts.references++
		}
	}
	p := c.projects.of(f.root)
	found := c.sort(p, f)
	made, err := c.fixes(c.out, f, found.shown)
	if errors.As(err, new(leftAlone)) {
		c.counts.leftAlone++
		fmt.Fprintf(c.err, "pqcite: %s\n", visible.Line(err.Error()))
	} else if err != nil {
		return err
	}
	for i := range found.shown {
		b := &found.shown[i]
		if made[b.Fix] {
			continue
		}
		c.counts.findings++
		if b.Severity.Reaches(p.FailOn) {
			c.counts.failing++
		}
		if err := c.report.finding(f.finding(b)); err != nil {
			return err
		}
	}
	return c.suppress(f, found.suppressed)
}

// sort tells what is reported of a file from what is not.
func (c *checker) sort(p *project, f *scanned) (out sorted) {
	known, name := p.known(f.name)
	p.checked[name] = true
	written := make(rules.KnownFindings)
	for _, b := range f.breaches {
		switch {
		case b.Ignored != nil:
			out.suppressed = append(out.suppressed, suppressedBreach{b, false})
		case c.options.writeBaseline:
			if name != "" {
				written[b.Fingerprint(f.text)]++
			}
		case len(known) > 0 && known.Take(b.Fingerprint(f.text)):
			out.suppressed = append(out.suppressed, suppressedBreach{b, true})
		default:
			out.shown = append(out.shown, b)
		}
	}
	if f.unread == nil {
		p.left(known)
	}
	if len(written) > 0 {
		p.written.Add(name, written)
	}
	return out
}

// suppress counts what is not reported, and hands it to a report that has a place for it.
func (c *checker) suppress(f *scanned, breaches []suppressedBreach) error {
	to, _ := c.report.(suppressor)
	for i := range breaches {
		b := &breaches[i]
		if b.known {
			c.counts.known++
		} else {
			c.counts.ignored++
		}
		if to == nil || c.options.omitSuppressed {
			continue
		}
		if err := to.suppressed(f.finding(&b.Breach), b); err != nil {
			return err
		}
	}
	return nil
}
