package pqcite

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/core/trace"
)

// ErrOtherLibrary is returned for a recorded run over documents that differ from those of the
// library.
var ErrOtherLibrary = errors.New("the run is of another library")

// Replayable reports why a recorded run can't be run again; nil if it can. The error is
// [ErrOtherLibrary], or says what of the run's settings does not exist or is invalid.
func (l *Library) Replayable(recorded trace.Run) error {
	if _, err := settingsOf(recorded); err != nil {
		return err
	}
	if recorded.Start().Library != l.corpus.Digest() {
		return ErrOtherLibrary
	}
	return nil
}

// Replay asks the question of a recorded run again, with its budget, features and scope, and
// returns the events of the new run. No language model is asked: what one replied then is in
// the recorded run.
func (l *Library) Replay(ctx context.Context, recorded trace.Run) (trace.Run, error) {
	s, err := settingsOf(recorded)
	if err != nil {
		return nil, err
	}
	i, err := l.prepared(ctx)
	if err != nil {
		return nil, err
	}
	var again trace.Run
	s.Observer = func(e core.Event) { again = append(again, e) }
	_, err = loop.Ask(ctx, recorded.Question(), replayPorts(i.ports, recorded), s)
	return again, err
}

// settingsOf are the settings of a recorded run: all of loop.Settings that an
// outcome depends on is in its start.
func settingsOf(run trace.Run) (loop.Settings, error) {
	s := loop.Settings{Budget: run.Start().Budget, Detail: run.Start().Detail, Context: plan.Context{Scope: run.Start().Scope, Confined: run.Start().Confined, Earlier: run.Start().Earlier}}
	for _, name := range run.Start().Features {
		if err := s.Features.Set(name, true); err != nil {
			return loop.Settings{}, err
		}
	}
	return s, s.Budget.Validate()
}

// The purposes of exchanges, by who asks.
var (
	writerPurposes = []string{"write"}
	judgePurposes  = []string{"grade", "rewrite", "gaps"}
)

// errUnrecorded means that a rerun asks a model what the recorded run did not.
var errUnrecorded = errors.New("no reply is recorded for the prompt")

// player is a language model that says again what one said in a recorded run. A
// prompt that was sent several times gets its replies in their order, and none
// twice.
type player struct {
	name    string
	replies map[string][]core.Exchange // by the hash of the prompt
}

// newPlayer plays the exchanges of a run for the purposes.
func newPlayer(r trace.Run, purposes []string) *player {
	p := &player{replies: map[string][]core.Exchange{}}
	for _, x := range r.Exchanges() {
		if slices.Contains(purposes, x.Purpose) {
			p.name = x.Model
			p.replies[x.Prompt] = append(p.replies[x.Prompt], x)
		}
	}
	return p
}

// Name is the name of the model that was asked.
func (p *player) Name() string { return p.name }

// Complete replies as the model did. A request that failed then fails now; a reply
// that was found wanting comes again, to be found wanting again.
func (p *player) Complete(ctx context.Context, system, user string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	hash := answer.PromptHash(system, user)
	left := p.replies[hash]
	if len(left) == 0 {
		return "", fmt.Errorf("replay %q: %w", p.name, errUnrecorded)
	}
	p.replies[hash] = left[1:]
	if x := left[0]; x.Reply != "" || x.Failure == "" {
		return x.Reply, nil
	}
	return "", errors.New(left[0].Failure)
}

// modelDrafts is what the draft events of a model's writer call it.
const modelDrafts = "model"

// replayPorts are ports in which recorded replies stand in for a language model, and
// no model that is set up now is asked. A port that the recorded run did not use
// stays empty: its exchanges would be some that were not there.
func replayPorts(p loop.Ports, r trace.Run) loop.Ports {
	p.Model, p.Judge = nil, nil
	drafted := slices.ContainsFunc(r, func(e core.Event) bool { return e.Draft != nil && e.Draft.Writer == modelDrafts })
	if m := newPlayer(r, writerPurposes); drafted || len(m.replies) > 0 {
		p.Model = modelWriter(p, m)
	}
	if m := newPlayer(r, judgePurposes); len(m.replies) > 0 {
		p.Judge = modelJudge(m)
	}
	return p
}
