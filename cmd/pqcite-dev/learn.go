package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/standards/questions"
	"github.com/pqcite/pqcite/internal/atomicfile"
	"github.com/pqcite/pqcite/retrieval/faq"
)

func (t *tools) learnCommand() *cobra.Command {
	var out, extend string
	settings := faq.DefaultTraining()
	c := &cobra.Command{
		Use:   "learn DIR",
		Short: "Train on frequently asked questions",
		Long: `Reads the questions on documents of the library, DIR/ID.txt, checks that each unit is in
its document, and learns the weights by which a question is recognised in other words.
Writes them and the texts, compressed, to a folder. The same files and documents give the
same bytes. It takes about four minutes. With --extend nothing is learned: the weights of
an earlier training serve the texts as they are now.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			documents, err := t.questionsIn(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			data, err := t.weightsFor(cmd.Context(), entriesOf(documents), settings, extend)
			if err != nil {
				return err
			}
			return t.writeTrained(out, documents, data)
		},
	}
	c.Flags().StringVar(&out, "out", "trained", "folder to write")
	c.Flags().StringVar(&extend, "extend", "", "file of weights to keep, for texts that have changed since")
	c.Flags().IntVar(&settings.Epochs, "epochs", settings.Epochs, "how often each question is looked at, 0 to 100")
	return c
}

// weightsFor trains weights, or extends those in a file to the entries.
func (t *tools) weightsFor(ctx context.Context, entries []faq.Entry, settings faq.Training, extend string) ([]byte, error) {
	if extend != "" {
		weights, err := os.ReadFile(extend)
		if err != nil {
			return nil, err
		}
		return faq.Extend(weights, entries, settings)
	}
	return faq.Train(ctx, entries, settings, func(epoch int, loss, share float64) {
		fmt.Fprintf(t.err, "epoch %d of %d: loss %.3f nats, %.1f %% right\n", epoch, settings.Epochs, loss, 100*share)
	})
}

// documentQuestions are the facts of a document, in the names that the documents use, and
// each with what its units say.
type documentQuestions struct {
	id      string
	facts   []questions.Fact
	entries []faq.Entry
}

func entriesOf(documents []documentQuestions) []faq.Entry {
	var out []faq.Entry
	for _, d := range documents {
		out = append(out, d.entries...)
	}
	return out
}

// writeTrained writes what the program carries: the texts a document and the weights.
func (t *tools) writeTrained(dir string, documents []documentQuestions, weights []byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var texts bytes.Buffer
	size := len(weights)
	for _, d := range documents {
		texts.Reset()
		if err := questions.Pack(&texts, d.facts); err != nil {
			return err
		}
		size += texts.Len()
		if err := atomicfile.WriteBytes(filepath.Join(dir, d.id+questions.TextsSuffix), 0o644, texts.Bytes()); err != nil {
			return fmt.Errorf("write the texts: %w", err)
		}
	}
	if err := atomicfile.WriteBytes(filepath.Join(dir, questions.WeightsFile), 0o644, weights); err != nil {
		return fmt.Errorf("write the weights: %w", err)
	}
	if err := writeStatements(dir, factsIn(documents)); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "%s: %d facts and hard negatives, %d bytes, of which weights %d\n", dir, len(entriesOf(documents)), size, len(weights))
	return nil
}

func factsIn(documents []documentQuestions) []questions.Fact {
	var out []questions.Fact
	for _, d := range documents {
		out = append(out, d.facts...)
	}
	return out
}

// questionsIn reads the questions on the documents of the library.
func (t *tools) questionsIn(ctx context.Context, dir string) ([]documentQuestions, error) {
	lib, err := t.library(ctx)
	if err != nil {
		return nil, err
	}
	defer lib.Close()
	paths, err := questionFiles(dir)
	if err != nil {
		return nil, err
	}
	var out []documentQuestions
	for _, path := range paths {
		one, err := questionsOn(lib, path)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// questionFiles are the files of questions in a folder, by name.
func questionFiles(dir string) ([]string, error) {
	names, err := fs.Glob(os.DirFS(dir), "*.txt")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no questions in %q: it holds no file ID.txt", dir)
	}
	for i, name := range names {
		names[i] = filepath.Join(dir, name)
	}
	return names, nil
}

// questionsOn reads the questions on one document. A file that names no unit needs no
// document.
func questionsOn(lib *pqcite.Library, path string) (documentQuestions, error) {
	d := documentQuestions{id: idOf(path)}
	var err error
	if d.facts, err = readQuestions(path, d.id); err != nil {
		return d, err
	}
	var units map[core.UnitRef]answer.Citable
	if slices.ContainsFunc(d.facts, func(f questions.Fact) bool { return len(f.Units) > 0 }) {
		if units, err = unitsOf(lib, d.id); err != nil {
			return d, fmt.Errorf("questions in %q are on %w", path, err)
		}
	}
	for i := range d.facts {
		f := &d.facts[i]
		inPlainNames(f.Wordings)
		inPlainNames(f.Negatives)
		e, err := entryOf(*f, units)
		if err != nil {
			return d, fmt.Errorf("%s: %w", path, err)
		}
		d.entries = append(d.entries, e)
	}
	return d, nil
}

// idOf is the id of the document of a file of questions.
func idOf(path string) string { return strings.TrimSuffix(filepath.Base(path), ".txt") }

// inPlainNames writes questions in the names that the documents use.
func inPlainNames(questions []string) {
	for i, q := range questions {
		questions[i] = standards.Plain(q)
	}
}

func readQuestions(path, id string) ([]questions.Fact, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	facts, err := questions.Read(file, id)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return facts, nil
}

// unitsOf are the units of a document by their places.
func unitsOf(lib *pqcite.Library, id string) (map[core.UnitRef]answer.Citable, error) {
	doc := lib.Corpus().Document(id)
	if doc == nil || doc.Source() == core.SourcePack {
		return nil, fmt.Errorf("%s, which is not in the library: add its PDF file", id)
	}
	units := make(map[core.UnitRef]answer.Citable)
	for _, p := range answer.Units(doc) {
		units[p.Ref] = p
	}
	return units, nil
}

func entryOf(f questions.Fact, units map[core.UnitRef]answer.Citable) (faq.Entry, error) {
	e := faq.Entry{Wordings: f.Wordings, Negatives: f.Negatives}
	for _, at := range f.Units {
		p, ok := units[at]
		if !ok {
			return e, fmt.Errorf("no words of page %d, %q have the checksum %08x: the unit of %q is not in the document", at.Page, at.Anchor, at.Sum, slices.Concat(f.Wordings, f.Negatives)[0])
		}
		e.Units = append(e.Units, at)
		e.Evidence = append(e.Evidence, p.Text)
		if !slices.Contains(e.Headings, p.Heading) {
			e.Headings = append(e.Headings, p.Heading)
		}
	}
	if len(f.Wordings) == 0 {
		e.Units = nil
	}
	return e, nil
}
