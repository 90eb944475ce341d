package faq

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// TestGistsLearnWhatAsksForTheSame holds the gist of words that no text has side by side
// against those of all texts.
func TestGistsLearnWhatAsksForTheSame(t *testing.T) {
	entries := animals()
	m := &Model{}
	if err := learnGist(context.Background(), entries, m, 1); err != nil {
		t.Fatal(err)
	}
	again := &Model{}
	if err := learnGist(context.Background(), entries, again, 1); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Gist.Rows, again.Gist.Rows) || !slices.Equal(m.Gist.Wordings.Bytes, again.Gist.Wordings.Bytes) {
		t.Error("the same entries give other gists")
	}
	nearest := func(g *Gists, v *Vector) (best float32) {
		for i := range g.Len() {
			best = max(best, g.Cosine(i, v))
		}
		return best
	}
	for question, answered := range map[string]bool{
		"how heavy is the badger":    true,
		"kilograms that a lynx has":  true,
		"what does a badger cost":    false,
		"where to buy an old marten": false,
	} {
		v := m.Gist.Of(question)
		with, without := nearest(&m.Gist.Wordings, &v), nearest(&m.Gist.Unanswered, &v)
		if with > without != answered {
			t.Errorf("%q: nearest is %.2f with an answer and %.2f without, want the first nearer: %v", question, with, without, answered)
		}
	}
}

func TestLearnGistStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := learnGist(ctx, animals(), &Model{}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
}
