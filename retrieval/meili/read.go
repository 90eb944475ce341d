package meili

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/meilisearch/meilisearch-go"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// Collection is a collection as it was found on its servers. It is safe for concurrent use.
type Collection struct {
	Name string
	Record
	parts [][]*Server // by part, those that have it
}

// found is the record of a collection on one server.
type found struct {
	*Server
	*Record
	err error
}

// Open finds a collection on servers that may have a part of it, or all. Where they have it
// from several pushes, the last one counts of which all parts are there. It fails with
// ErrMissing where no server has it, and with ErrPartial where a part is missing.
func Open(ctx context.Context, servers []*Server, collection string) (*Collection, error) {
	if err := CheckName(collection); err != nil {
		return nil, err
	}
	all := make([]found, len(servers))
	var asked sync.WaitGroup
	for i, s := range servers {
		asked.Go(func() {
			r, err := s.Record(ctx, collection)
			all[i] = found{s, r, err}
		})
	}
	asked.Wait()
	var errs []error
	missing := true
	for _, f := range all {
		errs = append(errs, f.err)
		missing = missing && (f.err == nil || isMissing(f.err))
	}
	all = slices.DeleteFunc(all, func(f found) bool { return f.err != nil })
	if c := newest(collection, all); c != nil {
		return c, nil
	}
	if len(all) > 0 {
		errs = append(errs, all[0].fault(ErrPartial, "collection %q is in %d parts", collection, all[0].Parts))
	}
	if missing && len(all) == 0 {
		return nil, errs[0]
	}
	return nil, errors.Join(errs...)
}

// newest is the collection of the last push that is there in all its parts, or nil.
func newest(name string, all []found) *Collection {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b found) int { return b.Pushed.Compare(a.Pushed) })
	for _, first := range all {
		c := &Collection{Name: name, Record: *first.Record, parts: make([][]*Server, first.Parts)}
		for _, f := range all {
			if f.fits(first.Record) {
				c.parts[f.Part] = append(c.parts[f.Part], f.Server)
			}
		}
		if !slices.ContainsFunc(c.parts, func(s []*Server) bool { return len(s) == 0 }) {
			return c
		}
	}
	return nil
}

// Servers are the names of the servers that have the collection.
func (c *Collection) Servers() []string {
	var names []string
	for _, part := range c.parts {
		for _, s := range part {
			names = append(names, s.name)
		}
	}
	return names
}

// File fetches a file by its hash, which it is checked by.
func (c *Collection) File(ctx context.Context, hash string) ([]byte, error) {
	part := partOf(hash, c.Parts)
	if hash == c.Manifest || hash == c.Statistics {
		part = 0 // every part has it
	}
	return first(ctx, c.parts[part], func(s *Server) ([]byte, error) { return s.file(ctx, indexOf(c.Name), hash) })
}

// first is what the first server returns that does not fail.
func first[T any](ctx context.Context, servers []*Server, ask func(*Server) (T, error)) (T, error) {
	var none T
	var errs []error
	for _, s := range servers {
		v, err := ask(s)
		if err == nil {
			return v, nil
		}
		if errs = append(errs, err); ctx.Err() != nil {
			break
		}
	}
	return none, errors.Join(errs...)
}

// Source makes the collection a source of passages of the documents with the ids, which must
// be all of the collection and ascend.
func (c *Collection) Source(docs []string, statistics []byte) retrieval.Source {
	ids := make(map[string]string, len(docs))
	for _, id := range docs {
		ids[docKey(id)] = id
	}
	find := func(ctx context.Context, terms []lexical.Term, docs []string, limit int) ([]core.PassageRef, error) {
		return c.find(ctx, ids, terms, docs, limit)
	}
	return retrieval.Source{Docs: docs, Digest: c.Digest, Statistics: statistics, Find: find}
}

// find asks all parts at once.
func (c *Collection) find(ctx context.Context, ids map[string]string, terms []lexical.Term, docs []string, limit int) ([]core.PassageRef, error) {
	queries := c.queries(terms, docs)
	refs, errs := make([][]core.PassageRef, len(c.parts)), make([]error, len(c.parts))
	var all sync.WaitGroup
	for i, servers := range c.parts {
		all.Go(func() {
			refs[i], errs[i] = first(ctx, servers, func(s *Server) ([]core.PassageRef, error) { return c.findOn(ctx, s, i, queries, limit, ids) })
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return slices.Concat(refs...), nil
}

// maxFilter is how many documents a filter names; those of more are filtered by who asks.
const maxFilter = 500

// maxPaired is how many of the terms are asked for in pairs as well: what has two of them scores
// more than either leads to expect, and in a large collection is not among the best of one.
const maxPaired = 6

// queries are one search for the record, which comes first of all that they find, one for each
// term, and one for each pair of the weightiest.
func (c *Collection) queries(terms []lexical.Term, docs []string) []meilisearch.SearchRequest {
	var filter any
	if len(docs) > 0 && len(docs) <= maxFilter {
		keys := make([]string, len(docs))
		for i, id := range docs {
			keys[i] = docKey(id)
		}
		filter = fmt.Sprintf("%s IN [%s]", attrDoc, strings.Join(keys, ", "))
	}
	record := *recordQuery(indexOf(c.Name))
	record.Limit, record.FederationOptions = 0, &meilisearch.SearchFederationOptions{Weight: 1}
	queries := []meilisearch.SearchRequest{record}
	add := func(words string, weight float64) {
		record.FederationOptions.Weight += weight
		queries = append(queries, meilisearch.SearchRequest{
			IndexUID: indexOf(c.Name), Query: words, Filter: filter, MatchingStrategy: meilisearch.All,
			AttributesToRetrieve: []string{attrID}, FederationOptions: &meilisearch.SearchFederationOptions{Weight: weight},
		})
	}
	for i, t := range terms {
		add(word(t.Text), t.Boost)
		for _, other := range terms[:i] {
			if i < maxPaired {
				add(word(other.Text)+" "+word(t.Text), other.Boost+t.Boost)
			}
		}
	}
	return queries
}

// findOn asks one server for at most so many passages, in one federated search: it weighs where
// terms are found by what they can score, and returns a passage once that several find.
// The record comes in the same response: what was found is of the collection that was opened,
// or ErrChanged.
func (c *Collection) findOn(ctx context.Context, s *Server, part int, queries []meilisearch.SearchRequest, limit int, ids map[string]string) ([]core.PassageRef, error) {
	hits, err := s.federated(ctx, queries, limit+1)
	if err != nil {
		return nil, err
	}
	r, err := s.readRecord(indexOf(c.Name), hits)
	switch {
	case err != nil:
		return nil, err
	case !r.fits(&c.Record) || r.Part != part:
		return nil, s.fault(ErrChanged, "collection %q was pushed again at %s", c.Name, r.Pushed.Format("2006-01-02 15:04:05Z"))
	}
	refs := make([]core.PassageRef, len(hits)-1)
	for i, hit := range hits[1:] {
		var ok bool
		if refs[i], ok = readID(hit[attrID], ids); !ok {
			return nil, s.fault(ErrAnswer, "it found what was never pushed")
		}
	}
	return refs, nil
}

// readID reads the id of a passage.
func readID(raw json.RawMessage, ids map[string]string) (core.PassageRef, bool) {
	var id string
	if json.Unmarshal(raw, &id) != nil {
		return core.PassageRef{}, false
	}
	key, number, _ := strings.Cut(id, "-")
	var index int
	if _, err := fmt.Sscanf(number, "%d", &index); err != nil || ids[key] == "" {
		return core.PassageRef{}, false
	}
	return core.PassageRef{DocID: ids[key], Index: index}, true
}
