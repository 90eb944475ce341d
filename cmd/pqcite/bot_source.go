package main

import (
	"context"

	"github.com/pqcite/pqcite/chatbot"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/corpus"
)

// botSource gives the bot the library of a home, and engines over it.
type botSource struct{ librarySource }

// Asker opens an engine over a library.
func (s *botSource) Asker(ctx context.Context, lib *corpus.Library) (chatbot.Asker, error) {
	q, err := s.questioner(ctx, lib)
	if err != nil {
		return nil, err
	}
	return scoped{q}, nil
}

// scoped runs questions within a scope.
type scoped struct{ *questioner }

// Ask runs a question.
func (s scoped) Ask(ctx context.Context, question string, scope []string, o core.Observer) (core.Outcome, error) {
	settings := s.settings
	settings.Observer, settings.Scope, settings.Confined = o, scope, len(scope) > 0
	return loop.Ask(ctx, question, s.ports, settings)
}
