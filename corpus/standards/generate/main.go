// Command generate makes the parts of the pack that are read off the official
// PDF files: the structure of each document, and the tables of parameters. It
// takes the folder that holds the files, and the pack's data folder.
//
//	PQCITE_TEST_CORPUS=… go generate ./corpus/standards
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/standards"
)

func main() {
	if err := run(context.Background(), os.Getenv("PQCITE_TEST_CORPUS"), "data"); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, corpus, data string) error {
	if corpus == "" {
		return errors.New("PQCITE_TEST_CORPUS is not set: it names the folder with the six official PDF files")
	}
	docs, err := read(ctx, corpus)
	if err != nil {
		return err
	}
	resolver := refs.NewResolver(docs)
	var parameters []standards.Parameter
	for _, d := range docs {
		elements, err := structure(d, resolver)
		if err != nil {
			return err
		}
		if err := write(filepath.Join(data, "structure", d.ID+".jsonl"), elements); err != nil {
			return err
		}
		rows, err := tables(d)
		if err != nil {
			return err
		}
		parameters = append(parameters, rows...)
		fmt.Printf("%-18s %4d elements, %3d rows of parameters\n", d.ID, len(elements), len(rows))
	}
	return write(filepath.Join(data, "parameters.jsonl"), parameters)
}

// read ingests the official files.
func read(ctx context.Context, dir string) ([]*core.Document, error) {
	var docs []*core.Document
	for _, s := range standards.Documents() {
		name := s.ID + ".pdf"
		bytes, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		d, err := ingest.Document(ctx, ingest.File{Name: name, Data: bytes})
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		if d.SHA256 != s.SHA256 {
			return nil, fmt.Errorf("%s is not the official file: its hash is %s", name, d.SHA256)
		}
		docs = append(docs, d)
	}
	return docs, nil
}

// write writes records as JSON lines.
func write[T any](name string, records []T) error {
	var b bytes.Buffer
	for i := range records {
		line, err := json.Marshal(records[i], jsontext.SpaceAfterComma(true), jsontext.SpaceAfterColon(true))
		if err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		b.Write(append(line, '\n'))
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
