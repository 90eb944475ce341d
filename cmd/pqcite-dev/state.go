package main

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/corpus/standards/questions"
	"github.com/pqcite/pqcite/internal/atomicfile"
)

func (t *tools) stateCommand() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "state DIR",
		Short: "Write the statements of frequently asked questions",
		Long: `Reads the questions in DIR/ID.txt and writes their statements, compressed, to a folder.
No training depends on them.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			facts, err := factsOf(args[0])
			if err != nil {
				return err
			}
			return writeStatements(out, facts)
		},
	}
	c.Flags().StringVar(&out, "out", "trained", "folder to write")
	return c
}

// factsOf reads the facts in a folder of questions, in the order of its files.
func factsOf(dir string) ([]questions.Fact, error) {
	paths, err := questionFiles(dir)
	if err != nil {
		return nil, err
	}
	var out []questions.Fact
	for _, path := range paths {
		facts, err := readQuestions(path, idOf(path))
		if err != nil {
			return nil, err
		}
		out = append(out, facts...)
	}
	return out, nil
}

func writeStatements(dir string, facts []questions.Fact) error {
	var b bytes.Buffer
	if err := questions.PackStatements(&b, facts); err != nil {
		return err
	}
	if err := atomicfile.WriteBytes(filepath.Join(dir, questions.StatementsFile), 0o644, b.Bytes()); err != nil {
		return fmt.Errorf("write the statements: %w", err)
	}
	return nil
}
