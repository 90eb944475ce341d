package meili

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// Upload is what a push sends: a library and what is needed to search it.
type Upload struct {
	Collection string
	Digest     string // of the library's documents
	Documents  int
	Manifest   []byte // lists the files
	Statistics []byte // see retrieval.Engine.Statistics
	// Passages are all passages with what their terms score, Count of them.
	Passages iter.Seq2[core.PassageRef, []lexical.Impact]
	Count    int
	// Files are the documents' files. An error ends the push.
	Files iter.Seq2[[]byte, error]
}

const (
	maxBatch   = 8 << 20 // bytes of NDJSON in a request, and one document more
	maxPending = 4       // tasks that a push has not waited for
	leftAfter  = 24 * time.Hour
)

// Push puts a collection on servers, each a part of it. It reports false where just that was
// there already. While it runs, and when it fails, readers see what was there before; to push
// again is always right. Done is called with the number of passages sent so far.
func Push(ctx context.Context, servers []*Server, u Upload, done func(passages int)) (changed bool, err error) {
	if err := CheckName(u.Collection); err != nil {
		return false, err
	}
	record := Record{
		Format: format, Digest: u.Digest, Manifest: hashOf(u.Manifest), Statistics: hashOf(u.Statistics),
		Documents: u.Documents, Passages: u.Count, Parts: len(servers), Pushed: time.Now().UTC().Truncate(time.Second),
	}
	current, err := isCurrent(ctx, servers, u.Collection, &record)
	if current || err != nil {
		return false, err
	}
	p := push{upload: &u, done: done}
	for i, s := range servers {
		own := record
		own.Part = i
		p.parts = append(p.parts, &partPush{Server: s, record: own, index: stagingOf(u.Collection, u.Digest)})
	}
	if err := p.stage(ctx); err != nil {
		return false, err
	}
	if err := p.each(func(part *partPush) error { return part.publish(ctx, u.Collection) }); err != nil {
		return false, err
	}
	return true, p.each(func(part *partPush) error { return part.sweep(ctx, u.Collection) })
}

// isCurrent reports whether each server has its part of just this collection. It fails with
// ErrVersion where a server is of another version.
func isCurrent(ctx context.Context, servers []*Server, collection string, want *Record) (bool, error) {
	current := true
	for i, s := range servers {
		if _, err := s.Version(ctx); err != nil {
			return false, err
		}
		r, err := s.Record(ctx, collection)
		switch {
		case err == nil:
			current = current && r.fits(want) && r.Part == i
		case isMissing(err), errors.Is(err, ErrFormat), errors.Is(err, errRefused): // refused: an index without our settings
			current = false
		default:
			return false, err
		}
	}
	return current, nil
}

// push is a push under way.
type push struct {
	upload *Upload
	parts  []*partPush
	done   func(int)
}

// partPush is the part of one server.
type partPush struct {
	*Server
	record  Record
	index   string // that it is sent to
	batch   bytes.Buffer
	sent    int64
	pending []int64 // tasks
}

// each does something for all parts at once.
func (p *push) each(do func(*partPush) error) error {
	errs := make([]error, len(p.parts))
	var all sync.WaitGroup
	for i, part := range p.parts {
		all.Go(func() { errs[i] = do(part) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// stage sends everything to the staging indexes and checks that all of it has arrived.
func (p *push) stage(ctx context.Context) error {
	if err := p.each(func(part *partPush) error { return part.begin(ctx) }); err != nil {
		return err
	}
	if err := p.sendFiles(ctx); err != nil {
		return err
	}
	n := 0
	for ref, impacts := range p.upload.Passages {
		doc := passageOf(ref, impacts)
		if err := p.parts[partOf(doc.ID, len(p.parts))].add(ctx, doc); err != nil {
			return err
		}
		if n++; p.done != nil {
			p.done(n)
		}
	}
	if n != p.upload.Count {
		return fmt.Errorf("push: %d passages, %d were announced", n, p.upload.Count)
	}
	return p.each(func(part *partPush) error { return part.end(ctx) })
}

// sendFiles sends each file to one part, and what every reader needs first to all.
func (p *push) sendFiles(ctx context.Context) error {
	for _, file := range [][]byte{p.upload.Manifest, p.upload.Statistics} {
		for _, part := range p.parts {
			if err := part.addFile(ctx, file); err != nil {
				return err
			}
		}
	}
	for file, err := range p.upload.Files {
		if err != nil {
			return err
		}
		if err := p.parts[partOf(hashOf(file), len(p.parts))].addFile(ctx, file); err != nil {
			return err
		}
	}
	return nil
}

// passageOf is a passage as it is stored: its tokens, in the attribute of their impact.
func passageOf(ref core.PassageRef, impacts []lexical.Impact) stored {
	var texts [len(tiers) + 1]strings.Builder
	for _, i := range impacts {
		tier := 0
		for tier < len(tiers) && i.Share < tiers[tier] {
			tier++
		}
		if texts[tier].Len() > 0 {
			texts[tier].WriteByte(' ')
		}
		texts[tier].WriteString(word(i.Term))
	}
	return stored{
		ID: passageID(ref), Kind: kindPassage, Doc: docKey(ref.DocID),
		Most: texts[0].String(), Much: texts[1].String(), Some: texts[2].String(), Rest: texts[3].String(),
	}
}

// begin makes an empty staging index; what an earlier push left there goes.
func (p *partPush) begin(ctx context.Context) error {
	if err := p.drop(ctx, p.index); err != nil {
		return err
	}
	return p.create(ctx, p.index)
}

func (s *Server) drop(ctx context.Context, index string) error {
	err := s.run(ctx, func(ctx context.Context) (*meilisearch.TaskInfo, error) {
		return s.client.DeleteIndexWithContext(ctx, index)
	})
	if isMissing(err) {
		return nil
	}
	return err
}

// create makes an index with our settings, or gives them to the one that is there.
func (s *Server) create(ctx context.Context, index string) error {
	err := s.run(ctx, func(ctx context.Context) (*meilisearch.TaskInfo, error) {
		return s.client.CreateIndexWithContext(ctx, &meilisearch.IndexConfig{Uid: index, PrimaryKey: attrID})
	})
	if err != nil && !errors.Is(err, errExists) {
		return err
	}
	return s.run(ctx, func(ctx context.Context) (*meilisearch.TaskInfo, error) {
		return s.client.Index(index).UpdateSettingsWithContext(ctx, indexSettings())
	})
}

// add sends a document with the next batch.
func (p *partPush) add(ctx context.Context, doc stored) error {
	if err := json.NewEncoder(&p.batch).Encode(doc); err != nil {
		return fmt.Errorf("push: %w", err)
	}
	p.sent++
	if p.batch.Len() < maxBatch {
		return nil
	}
	return p.flush(ctx)
}

// flush sends the batch, and waits for the oldest task where too many are pending.
func (p *partPush) flush(ctx context.Context) error {
	if p.batch.Len() == 0 {
		return nil
	}
	uid, err := p.enqueue(ctx, func(ctx context.Context) (*meilisearch.TaskInfo, error) {
		return p.client.Index(p.index).AddDocumentsNdjsonWithContext(ctx, p.batch.Bytes(), nil)
	})
	if err != nil {
		return err
	}
	p.batch.Reset()
	p.pending = append(p.pending, uid)
	if len(p.pending) <= maxPending {
		return nil
	}
	uid, p.pending = p.pending[0], p.pending[1:]
	return p.task(ctx, uid)
}

// end sends the record, waits for all tasks, and counts what the server has.
func (p *partPush) end(ctx context.Context) error {
	record, err := json.Marshal(p.record)
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	if err := p.add(ctx, stored{ID: recordID, Kind: kindRecord, Data: string(record), Most: recordWord}); err != nil {
		return err
	}
	if err := p.flush(ctx); err != nil {
		return err
	}
	for _, uid := range p.pending {
		if err := p.task(ctx, uid); err != nil {
			return err
		}
	}
	n, err := p.count(ctx, p.index)
	if err == nil && n != p.sent {
		err = p.fault(ErrPartial, "it has %d of %d records; is another push under way?", n, p.sent)
	}
	return err
}

func (s *Server) count(ctx context.Context, index string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, s.config.Request)
	defer cancel()
	stats, err := s.client.Index(index).GetStatsWithContext(ctx, nil)
	if err != nil {
		return 0, s.failed(ctx, err)
	}
	return stats.NumberOfDocuments, nil
}

// publish swaps the staging index with the one that readers read. A swap whose answer is lost is
// not sent again, for that would undo it: what is there then says whether it happened.
func (p *partPush) publish(ctx context.Context, collection string) error {
	target := indexOf(collection)
	if _, err := p.Record(ctx, collection); err != nil {
		if err := p.create(ctx, target); err != nil {
			return err
		}
	}
	swapped := p.run(ctx, func(ctx context.Context) (*meilisearch.TaskInfo, error) {
		return p.client.SwapIndexesWithContext(ctx, []*meilisearch.SwapIndexesParams{{Indexes: []string{target, p.index}}})
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r, err := p.Record(ctx, collection)
	switch {
	case err == nil && *r == p.record:
		return nil
	case swapped != nil:
		return swapped
	case err != nil:
		return err
	}
	return p.fault(ErrChanged, "another push has replaced it meanwhile")
}

// sweep removes what was there before, and what pushes left that ended more than a day ago.
func (p *partPush) sweep(ctx context.Context, collection string) error {
	if err := p.drop(ctx, p.index); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, p.config.Request)
	defer cancel()
	all, err := p.client.ListIndexesWithContext(bounded, &meilisearch.IndexesQuery{Limit: 1000})
	if err != nil {
		return p.failed(bounded, err)
	}
	for _, x := range all.Results {
		if strings.HasPrefix(x.UID, indexOf(collection)+stagingMark) && time.Since(x.UpdatedAt) > leftAfter {
			if err := p.drop(ctx, x.UID); err != nil {
				return err
			}
		}
	}
	return nil
}
