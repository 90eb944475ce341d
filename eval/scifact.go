package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// readSciFact reads SciFact in the layout of BEIR: corpus.jsonl and
// queries.jsonl with the fields _id, title and text, and qrels/SPLIT.tsv. The
// split is "test" or "train".
func readSciFact(fsys fs.FS, split string) (*Collection, error) {
	c := &Collection{Name: "scifact/" + split, Qrels: Qrels{}}
	err := c.readFiles(fsys, []part{
		{"corpus.jsonl", func(name string, r io.Reader) error {
			return eachBEIRRecord(name, r, func(b beirRecord) {
				c.Items = append(c.Items, Item{ID: b.ID, Title: b.Title, Body: b.Text})
			})
		}},
		{"queries.jsonl", func(name string, r io.Reader) error {
			return eachBEIRRecord(name, r, func(b beirRecord) {
				c.Queries = append(c.Queries, Topic{ID: b.ID, Text: b.Text})
			})
		}},
		{"qrels/" + split + ".tsv", func(name string, r io.Reader) error {
			return parseTSVQrels(name, r, c.Qrels)
		}},
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

type beirRecord struct {
	ID    string `json:"_id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

func eachBEIRRecord(name string, r io.Reader, visit func(beirRecord)) error {
	return eachLine(name, r, func(line []byte) error {
		var b beirRecord
		if err := json.Unmarshal(line, &b); err != nil {
			return fmt.Errorf("parse record: %w", err)
		}
		if b.ID == "" {
			return errors.New("record has no _id")
		}
		b.Title, b.Text = strings.ToValidUTF8(b.Title, "\uFFFD"), strings.ToValidUTF8(b.Text, "\uFFFD")
		visit(b)
		return nil
	})
}
