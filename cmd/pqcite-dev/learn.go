package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/standards/questions"
	"github.com/pqcite/pqcite/internal/atomicfile"
	"github.com/pqcite/pqcite/retrieval/faq"
)

func (t *tools) learnCommand() *cobra.Command {
	var out string
	settings := faq.DefaultTraining()
	c := &cobra.Command{
		Use:   "learn DIR",
		Short: "Train the bank of known questions",
		Long: `Reads the questions on documents of the library, DIR/ID.txt, checks that each place is in
its document, and trains the bank by which a question is recognised in other words. The
same files and documents give the same bank. It takes about two minutes.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			entries, err := t.entries(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			data, err := faq.Train(cmd.Context(), entries, standards.Plain, settings, func(epoch int, loss, share float64) {
				fmt.Fprintf(t.err, "epoch %d of %d: loss %.3f nats, %.1f %% right\n", epoch, settings.Epochs, loss, 100*share)
			})
			if err != nil {
				return err
			}
			if err := atomicfile.WriteBytes(out, 0o644, data); err != nil {
				return fmt.Errorf("write the bank: %w", err)
			}
			fmt.Fprintf(t.out, "%s: %d facts and questions without an answer, %d bytes\n", out, len(entries), len(data))
			return nil
		},
	}
	c.Flags().StringVar(&out, "out", "standards.bank", "file to write")
	c.Flags().IntVar(&settings.Epochs, "epochs", settings.Epochs, "how often each question is looked at, 0 to 100")
	return c
}

// entries reads the questions on the documents of the library.
func (t *tools) entries(ctx context.Context, dir string) ([]faq.Entry, error) {
	lib, err := t.library(ctx)
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(os.DirFS(dir), "*.txt")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no questions in %q: it holds no file ID.txt", dir)
	}
	var out []faq.Entry
	for _, name := range names {
		one, err := entriesOn(lib, filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		out = append(out, one...)
	}
	return out, nil
}

// entriesOn reads the questions on one document, with what its places say. A file that
// names no place needs no document.
func entriesOn(lib *corpus.Library, path string) ([]faq.Entry, error) {
	id := strings.TrimSuffix(filepath.Base(path), ".txt")
	facts, err := readQuestions(path, id)
	if err != nil {
		return nil, err
	}
	var units map[core.UnitRef]answer.Citable
	if slices.ContainsFunc(facts, func(f questions.Fact) bool { return len(f.Units) > 0 }) {
		if units, err = unitsOf(lib, id); err != nil {
			return nil, fmt.Errorf("questions in %q are on %w", path, err)
		}
	}
	out := make([]faq.Entry, 0, len(facts))
	for _, f := range facts {
		e, err := entryOf(f, units)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, e)
	}
	return out, nil
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

// unitsOf are the units of a document by where they stand.
func unitsOf(lib *corpus.Library, id string) (map[core.UnitRef]answer.Citable, error) {
	doc := lib.Document(id)
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
	e := faq.Entry{Wordings: f.Asked, Unanswered: f.Unanswered}
	for _, at := range f.Units {
		p, ok := units[at]
		if !ok {
			return e, fmt.Errorf("no words of page %d, %q have the checksum %08x: the place of %q is not in the document", at.Page, at.Anchor, at.Sum, slices.Concat(f.Asked, f.Unanswered)[0])
		}
		e.Units = append(e.Units, at)
		e.Evidence = append(e.Evidence, p.Text)
		if !slices.Contains(e.Headings, p.Heading) {
			e.Headings = append(e.Headings, p.Heading)
		}
	}
	if len(f.Asked) == 0 {
		e.Units = nil
	}
	return e, nil
}
