package trace

import (
	"fmt"
	"slices"

	"github.com/pqcite/pqcite/core"
)

// order checks that the events of one run are in order. The zero
// order awaits a start.
type order struct {
	seq int
	at  int64
}

// next checks the event that follows, and takes it.
func (o *order) next(e *core.Event) error {
	if err := checkParts(e); err != nil {
		return err
	}
	switch started := o.seq > 0; {
	case !started && e.Kind != core.EventStart:
		return fmt.Errorf("a run begins with %q, not with a start", e.Kind)
	case started && e.Kind == core.EventStart:
		return fmt.Errorf("a run starts where the one before it has no end, after event %d of it", o.seq)
	case e.Seq != o.seq+1:
		return fmt.Errorf("event has the number %d where %d is next", e.Seq, o.seq+1)
	case e.AtUS < o.at:
		return fmt.Errorf("time goes back from %d µs to %d µs", o.at, e.AtUS)
	}
	*o = order{seq: e.Seq, at: e.AtUS}
	if e.Kind == core.EventEnd {
		*o = order{}
	}
	return nil
}

// inside reports whether a run has started and not ended.
func (o *order) inside() bool { return o.seq > 0 }

// checkParts checks that an event is of a known kind and state, and has the part of
// its kind and no other.
func checkParts(e *core.Event) error {
	if !slices.ContainsFunc(parts, func(p part) bool { return p.kind == e.Kind }) {
		return fmt.Errorf("unknown kind %q", e.Kind)
	}
	if !slices.Contains(states, e.State) {
		return fmt.Errorf("unknown state %q", e.State)
	}
	for _, p := range parts {
		switch has := p.in(e); {
		case has && p.kind != e.Kind:
			return fmt.Errorf("event of the kind %q has the part of %q", e.Kind, p.kind)
		case !has && p.kind == e.Kind:
			return fmt.Errorf("event of the kind %q has no part of its own", e.Kind)
		}
	}
	return nil
}
