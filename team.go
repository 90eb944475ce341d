package pqcite

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/internal/atomicfile"
	"github.com/pqcite/pqcite/internal/secret"
	"github.com/pqcite/pqcite/retrieval"
	"github.com/pqcite/pqcite/retrieval/meili"
)

// DefaultCollection is the collection of a team that names none.
const DefaultCollection = "library"

// Team is a library that "pqcite corpus push" has put on Meilisearch servers, and that people
// read who have none of their own. Its documents are fetched once, into the folder of the
// library, and are checked by their hashes; passages are found by the servers and ranked here,
// so that answers are those of a library of one's own.
//
// Where the servers fail, the copy that was fetched before answers alone, or one's own library,
// and Failed is called with the reason.
type Team struct {
	Servers     []TeamServer
	Collections []string // none means DefaultCollection
	// Failed is called with why the servers are not used, each time that it begins. It may be nil.
	Failed func(error)
}

// TeamServer is a Meilisearch server, by its address, and a key that may search.
type TeamServer struct{ URL, Key string }

// ErrTeam is wrapped by the error for servers that can't be used where there is nothing to
// answer from instead.
var ErrTeam = errors.New("the team's library can't be read")

func (t *Team) servers() ([]*meili.Server, error) {
	if len(t.Servers) == 0 {
		return nil, fmt.Errorf("%w: no server is named", meili.ErrConfig)
	}
	var servers []*meili.Server
	for _, s := range t.Servers {
		server, err := meili.New(meili.Config{URL: s.URL, Key: secret.Key(s.Key)})
		if err != nil {
			return nil, err
		}
		servers = append(servers, server)
	}
	return servers, nil
}

func (t *Team) collections() []string {
	if len(t.Collections) == 0 {
		return []string{DefaultCollection}
	}
	return slices.Compact(slices.Sorted(slices.Values(t.Collections)))
}

func (t *Team) failed(err error) {
	if t.Failed != nil {
		t.Failed(err)
	}
}

// mirrors is the folder of what was fetched of a team's library. Other servers have another.
func (t *Team) mirrors(home string) string {
	sum := sha256.New()
	for _, s := range t.Servers {
		fmt.Fprintln(sum, s.URL)
	}
	return filepath.Join(home, "cache", "team-"+hex.EncodeToString(sum.Sum(nil))[:16])
}

// openTeam opens the library of a team, or what there is instead.
func openTeam(ctx context.Context, home string, t *Team) (*Library, error) {
	servers, err := t.servers()
	if err != nil {
		return nil, err
	}
	l, err := t.fetch(ctx, home, servers)
	if err == nil || ctx.Err() != nil {
		return l, cmp.Or(ctx.Err(), err)
	}
	documents, instead := t.instead(ctx, home)
	if documents == nil {
		return nil, fmt.Errorf("%w: %w", ErrTeam, err)
	}
	t.failed(fmt.Errorf("%w; answering from %s", err, instead))
	return &Library{corpus: documents, opening: make(chan struct{}, 1)}, nil
}

// fetch opens the library as it is on the servers.
func (t *Team) fetch(ctx context.Context, home string, servers []*meili.Server) (*Library, error) {
	var parts []*store.Library
	var sources []retrieval.Source
	for _, name := range t.collections() {
		c, err := meili.Open(ctx, servers, name)
		if err != nil {
			return nil, err
		}
		part, err := mirror(ctx, filepath.Join(t.mirrors(home), name), c)
		if err != nil {
			return nil, err
		}
		statistics, err := statistics(ctx, part, c)
		if err != nil {
			return nil, err
		}
		parts, sources = append(parts, part), append(sources, c.Source(idsOf(part), statistics))
	}
	documents, err := t.join(home, parts)
	if err != nil {
		return nil, err
	}
	return &Library{corpus: documents, team: t, sources: sources, opening: make(chan struct{}, 1)}, nil
}

func (t *Team) join(home string, parts []*store.Library) (*corpus.Library, error) {
	joined, err := store.Join(t.mirrors(home), parts...)
	if err != nil {
		return nil, err
	}
	return corpus.With(joined), nil
}

func idsOf(l *store.Library) []string {
	var ids []string
	for _, e := range l.Entries() {
		ids = append(ids, e.ID)
	}
	return ids
}

// mirror is the copy of a collection's documents in a folder, made as it is on the servers.
func mirror(ctx context.Context, folder string, c *meili.Collection) (*store.Library, error) {
	if l, err := store.Open(ctx, folder); err == nil && l.Exists() && l.Digest() == c.Digest {
		return l, nil
	}
	manifest, err := c.File(ctx, c.Manifest)
	if err != nil {
		return nil, err
	}
	fetch := func(hash string) ([]byte, error) { return c.File(ctx, hash) }
	if err := store.Update(ctx, folder, func(tx *store.Tx) error { return tx.Mirror(manifest, fetch) }); err != nil {
		return nil, err
	}
	l, err := store.Open(ctx, folder)
	if err != nil {
		return nil, err
	}
	if l.Digest() != c.Digest {
		return nil, fmt.Errorf("collection %q: %w", c.Name, meili.ErrDamaged)
	}
	return l, nil
}

// statistics are those of a collection, from the folder of its copy where they are.
func statistics(ctx context.Context, l *store.Library, c *meili.Collection) ([]byte, error) {
	name := filepath.Join(l.CacheDir(), "statistics")
	if data, err := os.ReadFile(name); err == nil && hashOf(data) == c.Statistics {
		return data, nil
	}
	data, err := c.File(ctx, c.Statistics)
	if err != nil {
		return nil, err
	}
	// Where it can't be kept it is fetched again.
	if os.MkdirAll(filepath.Dir(name), 0o700) == nil {
		_ = atomicfile.WriteBytes(name, 0o600, data)
	}
	return data, nil
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// instead is what answers without the servers, in words, or nil: the copy that was fetched
// before, whole, or one's own library.
func (t *Team) instead(ctx context.Context, home string) (*corpus.Library, string) {
	var parts []*store.Library
	oldest := time.Now()
	for _, name := range t.collections() {
		folder := filepath.Join(t.mirrors(home), name)
		l, err := store.Open(ctx, folder)
		info, gone := os.Stat(store.ManifestPath(folder))
		if err != nil || gone != nil || len(l.Documents()) == 0 {
			parts = nil
			break
		}
		if info.ModTime().Before(oldest) {
			oldest = info.ModTime()
		}
		parts = append(parts, l)
	}
	if documents, err := t.join(home, parts); len(parts) > 0 && err == nil {
		return documents, "the copy of " + oldest.UTC().Format("2006-01-02 15:04Z")
	}
	if own, err := corpus.Open(ctx, home); err == nil && len(own.Stored().Documents()) > 0 {
		return own, fmt.Sprintf("the library in %q", home)
	}
	return nil, ""
}

// state is what the servers have, for a Home to see when it changes; "" where that can't be
// seen.
func (t *Team) state(ctx context.Context) string {
	servers, err := t.servers()
	if err != nil {
		return ""
	}
	var digests []string
	for _, name := range t.collections() {
		c, err := meili.Open(ctx, servers, name)
		if err != nil {
			return ""
		}
		digests = append(digests, c.Digest, c.Statistics)
	}
	return strings.Join(digests, " ")
}
