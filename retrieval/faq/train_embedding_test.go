package faq

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// TestEncoderLearnsWhatAsksForTheSame compares the embedding of words that no text has next
// to each other with those of all texts.
func TestEncoderLearnsWhatAsksForTheSame(t *testing.T) {
	entries := animals()
	e, err := trainEncoder(context.Background(), entries, 1)
	if err != nil {
		t.Fatal(err)
	}
	again, err := trainEncoder(context.Background(), entries, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(e.rows, again.rows) || !slices.Equal(e.scales, again.scales) {
		t.Error("the same entries give another encoder")
	}
	wordings, negatives := e.embedAll(collect(entries, wordingsOf)), e.embedAll(collect(entries, negativesOf))
	nearest := func(list *embeddings, v *embedding) (best float32) {
		for i := range list.len() {
			best = max(best, list.cosine(i, v))
		}
		return best
	}
	for question, answered := range map[string]bool{
		"how heavy is the badger":    true,
		"kilograms that a lynx has":  true,
		"what does a badger cost":    false,
		"where to buy an old marten": false,
	} {
		v := e.embed(question)
		with, without := nearest(&wordings, &v), nearest(&negatives, &v)
		if with > without != answered {
			t.Errorf("%q: nearest is %.2f with an answer and %.2f without, want the first nearer: %v", question, with, without, answered)
		}
	}
}

func TestTrainEncoderStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := trainEncoder(ctx, animals(), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
}
