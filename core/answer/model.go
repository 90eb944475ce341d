package answer

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"

	"github.com/pqcite/pqcite/core"
)

// Completer asks a language model for one completion.
type Completer interface {
	// Name is the model's name.
	Name() string
	Complete(ctx context.Context, system, user string) (reply string, err error)
}

// Marked is a sentence of a reply, without its markers, and the citation keys that
// they name, in lower case.
type Marked struct {
	Text string
	Keys []string
}

// MarkerReader splits a reply into sentences with the citation keys each carries.
type MarkerReader interface {
	Sentences(reply string) []Marked
}

// Composer lets a language model write an answer from packed evidence. What the
// model says is a draft like any other: a sentence without the key of evidence
// that was offered is dropped, and the rest is for the verifier.
type Composer struct {
	Library   Library
	Relevance Relevance
	Completer Completer
	Markers   MarkerReader
	Tokens    int // of the evidence; 0 means DefaultTokens
}

// DefaultTokens is how much evidence a model is sent, by the estimate of the
// packing. With the prompt and a reply it fits a context of 4096.
const DefaultTokens = 2400

// Refusal is the sentence by which a model says that it can't answer.
const Refusal = "The evidence does not hold the answer."

//go:embed prompts/write.txt
var writePrompt string

// Name names the writer in traces.
func (c *Composer) Name() string { return "model" }

// Write asks the model. Where it fails, the draft returned with the error has the
// exchange and nothing else.
func (c *Composer) Write(ctx context.Context, in Input) (Draft, error) {
	tokens := c.Tokens
	if tokens == 0 {
		tokens = DefaultTokens
	}
	d, evidence := c.pack(in, tokens)
	if len(evidence) == 0 {
		return Draft{Note: "no evidence fits the model's budget"}, nil
	}
	user := fenced(evidence) + quoted("QUESTION", in.Question)
	reply, x, err := exchange(ctx, c.Completer, "write", writePrompt, user)
	if err != nil {
		return Draft{Note: "the model failed", Exchange: &x}, fmt.Errorf("write by a model: %w", err)
	}
	d.Exchange = &x
	d.read(c.Markers, reply)
	return d, nil
}

// exchange asks a model and records what was said.
func exchange(ctx context.Context, c Completer, purpose, system, user string) (string, core.Exchange, error) {
	x := core.Exchange{Purpose: purpose, Model: c.Name(), Prompt: PromptHash(system, user)}
	reply, err := c.Complete(ctx, system, user)
	if err != nil {
		x.Failure = err.Error()
		return "", x, err
	}
	x.Reply = reply
	return reply, x, nil
}

// PromptHash is what an exchange calls its prompt: the SHA-256 of the messages, apart
// by a zero byte, which the text of neither has.
func PromptHash(system, user string) string {
	sum := sha256.Sum256([]byte(system + "\x00" + user))
	return hex.EncodeToString(sum[:])
}
