package eval

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
)

// Item is one document of a test collection.
type Item struct {
	ID    string
	Title string
	Body  string // without the title
}

// Topic is one query of a test collection.
type Topic struct {
	ID   string
	Text string
}

// Qrels are relevance judgements: query id to item id to grade. A grade above
// zero is relevant.
type Qrels map[string]map[string]int

// Collection is a test collection: documents, queries, and judgements of which
// documents are relevant to which query.
type Collection struct {
	Name    string // "cacm", "scifact/test"
	Files   []File // what it was read from
	Items   []Item
	Queries []Topic // the judged ones: those with at least one relevant item
	Qrels   Qrels

	strayJudgements bool // judgements may name items that do not exist
}

// CollectionKind names a format of a test collection.
type CollectionKind string

// The kinds that ReadCollection reads.
const (
	kindCACM        CollectionKind = "cacm"
	kindCACMLiteral CollectionKind = "cacm-literal"
	kindSciFact     CollectionKind = "scifact"
)

// errCollectionKind is wrapped by the error for a kind that is not known.
var errCollectionKind = errors.New("unknown kind of collection")

// ReadCollection reads the collection whose files lie in fsys, in the layout of
// readCACM, or of readSciFact with its test split.
func ReadCollection(kind CollectionKind, fsys fs.FS) (*Collection, error) {
	switch kind {
	case kindCACM, kindCACMLiteral:
		return readCACM(fsys, kind == kindCACMLiteral)
	case kindSciFact:
		return readSciFact(fsys, "test")
	}
	return nil, fmt.Errorf("%w %q: want %q, %q or %q", errCollectionKind, kind, kindCACM, kindCACMLiteral, kindSciFact)
}

// finish checks that ids are unique and that judgements name what exists, and
// keeps the judged queries.
func (c *Collection) finish() error {
	items := make(map[string]bool, len(c.Items))
	for _, it := range c.Items {
		if items[it.ID] {
			return fmt.Errorf("collection %q has two items %q", c.Name, it.ID)
		}
		items[it.ID] = true
	}
	queries := make(map[string]bool, len(c.Queries))
	var judged []Topic
	for _, q := range c.Queries {
		if queries[q.ID] {
			return fmt.Errorf("collection %q has two queries %q", c.Name, q.ID)
		}
		queries[q.ID] = true
		if c.Qrels.judged(q.ID) {
			judged = append(judged, q)
		}
	}
	c.Queries = judged
	return c.checkJudgements(queries, items)
}

func (c *Collection) checkJudgements(queries, items map[string]bool) error {
	for query, judged := range c.Qrels {
		if !queries[query] {
			return fmt.Errorf("collection %q judges the unknown query %q", c.Name, query)
		}
		for item := range judged {
			if !items[item] && !c.strayJudgements {
				return fmt.Errorf("collection %q judges the unknown item %q for query %q", c.Name, item, query)
			}
		}
	}
	return nil
}

// judged reports whether a query has a relevant item.
func (q Qrels) judged(query string) bool {
	for _, grade := range q[query] {
		if grade > 0 {
			return true
		}
	}
	return false
}

// add records a judgement; a second one for the same pair is an error.
func (q Qrels) add(query, item, grade string) error {
	g, err := strconv.Atoi(grade)
	if err != nil || g < -maxGrade || g > maxGrade {
		return fmt.Errorf("grade %q is no integer from %d to %d", grade, -maxGrade, maxGrade)
	}
	if q[query] == nil {
		q[query] = map[string]int{}
	}
	if _, dup := q[query][item]; dup {
		return fmt.Errorf("query %q judges item %q twice", query, item)
	}
	q[query][item] = g
	return nil
}

// maxGrade bounds a relevance grade; those in use are at most 5.
const maxGrade = 100

// parseTRECQrels reads "query iteration item grade", separated by blanks.
func parseTRECQrels(name string, r io.Reader, qrels Qrels) error {
	return eachLine(name, r, func(line []byte) error {
		f := strings.Fields(string(line))
		if len(f) != 4 {
			return fmt.Errorf("judgement has %d fields, want 4: query, iteration, item, grade", len(f))
		}
		return qrels.add(f[0], f[2], f[3])
	})
}

// parseTSVQrels reads "query<TAB>item<TAB>grade" under a header line, as BEIR
// has it.
func parseTSVQrels(name string, r io.Reader, qrels Qrels) error {
	header := true
	return eachLine(name, r, func(line []byte) error {
		if header {
			header = false
			if !bytes.HasPrefix(line, []byte("query-id\t")) {
				return fmt.Errorf("header is %q, want it to begin with %q", line, "query-id\t")
			}
			return nil
		}
		f := strings.Split(strings.TrimRight(string(line), "\r"), "\t")
		if len(f) != 3 {
			return fmt.Errorf("judgement has %d fields, want 3: query, item, grade", len(f))
		}
		return qrels.add(f[0], f[1], f[2])
	})
}

// part is a file of a collection and how it is read.
type part struct {
	name  string
	parse func(name string, r io.Reader) error
}

// readFiles reads the parts in order, records their hashes and checks the whole.
func (c *Collection) readFiles(fsys fs.FS, parts []part) error {
	for _, p := range parts {
		file, err := parseFile(fsys, p.name, p.parse)
		if err != nil {
			return fmt.Errorf("read collection %q: %w", c.Name, err)
		}
		c.Files = append(c.Files, file)
	}
	return c.finish()
}
