package standards

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/go-json-experiment/json"
)

// The files of the pack, below its data folder. Each holds one JSON object a
// line; schema.json has their fields.
const (
	documentsFile    = "documents.jsonl"
	termsFile        = "terms.jsonl"
	parametersFile   = "parameters.jsonl"
	oidsFile         = "oids.jsonl"
	identifiersFile  = "identifiers.jsonl"
	publicationsFile = "publications.jsonl"
	rfcsFile         = "rfcs.jsonl"
	relationsFile    = "relations.jsonl"
	namingsFile      = "namings.jsonl"
	structureDir     = "structure" // one file a document
	summariesDir     = "summaries" // one file a document
)

// decode reads a file of JSON lines: record i is on line i+1. Unknown and repeated
// fields, text that is not UTF-8 and an empty line are errors that name the file and
// the line.
func decode[T any](files fs.FS, name string) ([]T, error) {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("read the pack: %w", err)
	}
	out := make([]T, 0, bytes.Count(data, []byte("\n")))
	for line := range bytes.Lines(data) {
		var record T
		if err := json.Unmarshal(line, &record, json.RejectUnknownMembers(true)); err != nil {
			return nil, onLine(name, len(out), err)
		}
		out = append(out, record)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: it holds no record", name)
	}
	return out, nil
}

// onLine says of which record of a file an error is.
func onLine(name string, i int, err error) error { return fmt.Errorf("%s:%d: %w", name, i+1, err) }

// decodeEach reads files side by side.
func decodeEach[T any](files fs.FS, names []string) ([][]T, error) {
	out := make([][]T, len(names))
	errs := make([]error, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Go(func() { out[i], errs[i] = decode[T](files, name) })
	}
	wg.Wait()
	return out, errors.Join(errs...)
}

// records reads a file and hands each record to add, whose errors get the file
// and the line.
func records[T any](files fs.FS, name string, add func(*T) error) error {
	all, err := decode[T](files, name)
	if err != nil {
		return err
	}
	for i := range all {
		if err := add(&all[i]); err != nil {
			return onLine(name, i, err)
		}
	}
	return nil
}
