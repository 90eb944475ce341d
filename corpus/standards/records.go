package standards

import (
	"bytes"
	"fmt"
	"io/fs"

	"github.com/go-json-experiment/json"
)

// The files of the pack, below its data folder. Each holds one JSON object a
// line; schema.json has their fields.
const (
	documentsFile   = "documents.jsonl"
	termsFile       = "terms.jsonl"
	parametersFile  = "parameters.jsonl"
	oidsFile        = "oids.jsonl"
	identifiersFile = "identifiers.jsonl"
	structureDir    = "structure" // one file a document
	summariesDir    = "summaries" // one file a document
)

// records reads a file of JSON lines and hands each record to add. Unknown and
// repeated fields, text that is not UTF-8, an empty line and whatever add refuses
// are errors that name the file and the line.
func records[T any](files fs.FS, name string, add func(T) error) error {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return fmt.Errorf("read the pack: %w", err)
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		var record T
		if err := json.Unmarshal(line, &record, json.RejectUnknownMembers(true)); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if err := add(record); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if n == 0 {
		return fmt.Errorf("%s: it holds no record", name)
	}
	return nil
}
