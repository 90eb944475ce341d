package eval

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// Bounds of the archive of CACM, which unpacks to about 2 MB in 3,204 members.
const (
	maxUnpackedBytes = 64 << 20
	maxMembers       = 100_000
)

// readCACM reads the CACM collection: cacm.tar.gz with one HTML page an abstract
// (CACM-0001.html), topics.cacm.txt and qrels.cacm.txt in TREC form. The archive
// is read in memory; nothing is unpacked to disk.
//
// The judgements write numbers without leading zeros (CACM-46 for CACM-0046.html). They
// are matched by number, or literally, for comparing with figures of others: the 55 of 796
// that lack their zeros then name no document, and count as relevant documents that
// nothing can find, so that MAP falls by about 0.015. Runs that let trec_eval join names as
// strings, which includes Anserini's, are of this form.
func readCACM(fsys fs.FS, literal bool) (*Collection, error) {
	c, rename := &Collection{Name: "cacm", Qrels: Qrels{}}, cacmID
	if literal {
		c = &Collection{Name: "cacm-literal", Qrels: Qrels{}, strayJudgements: true}
		rename = func(name string) (string, error) { return name, nil }
	}
	judged := Qrels{}
	err := c.readFiles(fsys, []part{
		{"cacm.tar.gz", func(name string, r io.Reader) (err error) {
			c.Items, err = parseCACMArchive(name, r, maxUnpackedBytes)
			return err
		}},
		{"topics.cacm.txt", func(name string, r io.Reader) (err error) {
			c.Queries, err = parseCACMTopics(name, r)
			return err
		}},
		{"qrels.cacm.txt", func(name string, r io.Reader) error {
			if err := parseTRECQrels(name, r, judged); err != nil {
				return err
			}
			return judged.renameItems(c.Qrels, rename)
		}},
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// cacmID is the four-digit form of a document's name: CACM-0046 for CACM-46.
func cacmID(name string) (string, error) {
	digits, ok := strings.CutPrefix(name, "CACM-")
	n, err := strconv.ParseUint(digits, 10, 16)
	if !ok || err != nil {
		return "", fmt.Errorf("%q is no name of a CACM abstract", name)
	}
	return fmt.Sprintf("CACM-%04d", n), nil
}

func (q Qrels) renameItems(into Qrels, rename func(string) (string, error)) error {
	for query, judged := range q {
		for item, grade := range judged {
			id, err := rename(item)
			if err != nil {
				return err
			}
			if err := into.add(query, id, strconv.Itoa(grade)); err != nil {
				return err
			}
		}
	}
	return nil
}

// parseCACMArchive reads the pages of an archive that unpacks to at most limit
// bytes.
func parseCACMArchive(name string, r io.Reader, limit int64) ([]Item, error) {
	gz, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	defer gz.Close()
	members := tar.NewReader(&boundedReader{r: gz, left: limit})
	// A sparse member can hold more than was unpacked for it, so what comes out
	// of the members is bounded as well.
	content := &boundedReader{r: members, left: limit}
	var items []Item
	for n := 0; ; n++ {
		head, err := members.Next()
		if errors.Is(err, io.EOF) {
			return items, nil
		}
		if err == nil && n >= maxMembers {
			err = fmt.Errorf("%w: more than %d members", errTooLarge, maxMembers)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if head.Typeflag != tar.TypeReg || path.Ext(head.Name) != ".html" {
			continue
		}
		item, err := parseCACMPage(head.Name, content)
		if err != nil {
			return nil, fmt.Errorf("%s: member %q: %w", name, head.Name, err)
		}
		items = append(items, item)
	}
}

// parseCACMPage reads one abstract: inside <pre>, the title up to the first blank
// line, then abstract, date, authors, keywords and the table of citing numbers,
// all of which are kept as the body.
func parseCACMPage(file string, r io.Reader) (Item, error) {
	id, err := cacmID(strings.TrimSuffix(path.Base(file), ".html"))
	if err != nil {
		return Item{}, err
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		return Item{}, err
	}
	_, text, ok := strings.Cut(string(raw), "<pre>")
	if !ok {
		return Item{}, errors.New("page has no <pre>")
	}
	text, _, _ = strings.Cut(text, "</pre>")
	text = strings.TrimSpace(strings.ToValidUTF8(html.UnescapeString(text), "\uFFFD"))
	title, body, _ := strings.Cut(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n")
	return Item{ID: id, Title: strings.Join(strings.Fields(title), " "), Body: strings.TrimSpace(body)}, nil
}

// parseCACMTopics reads <DOC> blocks, each with a <DOCNO> line and then the
// query's lines, which are joined by one blank.
func parseCACMTopics(name string, r io.Reader) ([]Topic, error) {
	var topics []Topic
	var words []string
	var id string
	inside := false
	err := eachLine(name, r, func(line []byte) error {
		text := strings.TrimSpace(strings.ToValidUTF8(string(line), "\uFFFD"))
		number, isNumber := strings.CutPrefix(text, "<DOCNO>")
		switch {
		case text == "<DOC>" && !inside:
			inside, id, words = true, "", nil
		case isNumber && inside && id == "":
			id = strings.TrimSpace(strings.TrimSuffix(number, "</DOCNO>"))
		case text == "</DOC>" && inside && id != "" && words != nil:
			topics = append(topics, Topic{ID: id, Text: strings.Join(words, " ")})
			inside = false
		case inside && id != "" && !strings.HasPrefix(text, "<"):
			words = append(words, strings.Fields(text)...)
		default:
			return fmt.Errorf("unexpected %q in topics", text)
		}
		return nil
	})
	if err == nil && inside {
		err = fmt.Errorf("%s: last topic does not end", name)
	}
	return topics, err
}
