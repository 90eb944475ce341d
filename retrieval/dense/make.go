package dense

import (
	"context"
	"errors"
	"fmt"
)

// Embedder is a model that makes vectors of texts.
type Embedder interface {
	// Name is the model's name: vectors of models of different names are never compared.
	Name() string
	// Embed returns a vector for each text, in their order. The vectors of a model have one
	// dimension and need not have length 1.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

const (
	// batch is how many texts are sent at once: what Text Embeddings Inference takes unless it
	// is configured otherwise.
	batch = 32
	// saveAfter is the least number of new vectors that the file is written for.
	saveAfter = 256
	// sameModel is the least cosine of two vectors of one text by one model: batches and
	// processors change the last digits.
	sameModel = 0.99
)

// ErrModel says that a server makes other vectors of the same text than it did: it has another
// model under the name.
var ErrModel = errors.New("another model has this name")

// Make makes the vectors of texts that the file in dir lacks, and keeps them there. A vector
// that no text has any more is dropped. What it has done is saved now and then, so that no more
// than an eighth of the work is lost, and when it ends early: the next call goes on from there.
//
// If the server's vectors are not those of the file it fails with ErrDimension or ErrModel, and
// changes nothing; anew makes them all again instead, also where the file is damaged.
func Make(ctx context.Context, dir string, by Embedder, texts []string, anew bool, progress func(done, total int)) (made int, err error) {
	v := &Vectors{model: by.Name()}
	if !anew {
		if v, err = Read(dir, by.Name()); err != nil {
			return 0, err
		}
		v = v.only(texts)
		if err := v.check(ctx, by, texts); err != nil {
			return 0, err
		}
	}
	missing := v.missing(texts)
	progress(len(texts)-len(missing), len(texts))
	saved := v.Len()
	for done := 0; done < len(missing); done += batch {
		next := missing[done:min(done+batch, len(missing))]
		if err := v.extend(ctx, by, next); err != nil {
			return made, errors.Join(err, v.saveIf(dir, made > 0))
		}
		made += len(next)
		progress(len(texts)-len(missing)+made, len(texts))
		if v.Len()-saved >= max(saveAfter, saved/8) {
			if err := v.write(dir); err != nil {
				return made, err
			}
			saved = v.Len()
		}
	}
	return made, v.saveIf(dir, v.Len() > 0)
}

func (v *Vectors) saveIf(dir string, worth bool) error {
	if !worth {
		return nil
	}
	return v.write(dir)
}

// only are the vectors of those of the texts that have one.
func (v *Vectors) only(texts []string) *Vectors {
	kept := &Vectors{model: v.model, dimension: v.dimension, at: make(map[hash]int)}
	for _, t := range texts {
		key := hashOf(t)
		row := v.of(key)
		if _, twice := kept.at[key]; row == nil || twice {
			continue
		}
		kept.at[key] = len(kept.at)
		kept.numbers = append(kept.numbers, row...)
	}
	if len(kept.at) == 0 {
		kept.dimension = 0 // nothing is left that a new vector must be like
	}
	return kept
}

// check asks for the vector of a text that has one.
func (v *Vectors) check(ctx context.Context, by Embedder, texts []string) error {
	for _, t := range texts {
		known := v.Of(t)
		if known == nil {
			continue
		}
		now, err := embed(ctx, by, []string{t})
		if err != nil {
			return err
		}
		unit, err := v.unit(now[0])
		if err != nil {
			return fmt.Errorf("model %q: %w", v.model, err)
		}
		if cosine(known, unit) < sameModel {
			return fmt.Errorf("model %q: %w: its vectors are not those that it made before", v.model, ErrModel)
		}
		return nil
	}
	return nil
}

// missing are the texts without a vector, each once.
func (v *Vectors) missing(texts []string) []string {
	var out []string
	seen := make(map[hash]bool)
	for _, t := range texts {
		if key := hashOf(t); v.of(key) == nil && !seen[key] {
			seen[key] = true
			out = append(out, t)
		}
	}
	return out
}

// extend makes the vectors of texts that have none.
func (v *Vectors) extend(ctx context.Context, by Embedder, texts []string) error {
	vectors, err := embed(ctx, by, texts)
	if err != nil {
		return err
	}
	for i, t := range texts {
		if err := v.add(hashOf(t), vectors[i]); err != nil {
			return fmt.Errorf("model %q: %w", v.model, err)
		}
	}
	return nil
}

// embed is what a model says of texts.
func embed(ctx context.Context, by Embedder, texts []string) ([][]float32, error) {
	vectors, err := by.Embed(ctx, texts)
	if err == nil && len(vectors) != len(texts) {
		err = fmt.Errorf("model %q: %w: %d for %d texts", by.Name(), errVector, len(vectors), len(texts))
	}
	return vectors, err
}
