package meili

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"github.com/pqcite/pqcite/core"
)

// format changes whenever what is stored of a collection does.
const format = 1

// Record says what a collection on a server is. Hashes are SHA-256 in lower-case hex.
type Record struct {
	Format     int       `json:"format"`
	Digest     string    `json:"digest"`     // of the library's documents
	Manifest   string    `json:"manifest"`   // hash of the file that lists the documents' files
	Statistics string    `json:"statistics"` // hash of the file with the statistics
	Documents  int       `json:"documents"`
	Passages   int       `json:"passages"` // on all servers together
	Part       int       `json:"part"`     // from 0
	Parts      int       `json:"parts"`    // servers that the collection is spread over
	Pushed     time.Time `json:"pushed"`
}

// fits reports whether another part is one of the same push or of an equal one.
func (r *Record) fits(other *Record) bool {
	return r.Digest == other.Digest && r.Manifest == other.Manifest && r.Statistics == other.Statistics && r.Parts == other.Parts
}

// The attributes of what is stored, which is of one of three kinds.
const (
	attrID   = "id"
	attrKind = "kind"
	attrDoc  = "doc"  // of a passage: key of its document
	attrFile = "file" // of a piece: hash of its file
	attrData = "data" // of the record and of a piece

	kindRecord  = "record"
	kindPassage = "passage"
	kindPiece   = "piece"

	recordID = "record"
)

// recordWord is the word that finds the record. It is longer than any token.
var recordWord = strings.Repeat("record", 12)

// stored is one document of the index.
type stored struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Doc   string `json:"doc,omitempty"`
	File  string `json:"file,omitempty"`
	Piece int    `json:"piece,omitempty"` // from 0
	Data  string `json:"data,omitempty"`

	// Tokens by the share of the most that they score in the passage.
	Most string `json:"most,omitempty"`
	Much string `json:"much,omitempty"`
	Some string `json:"some,omitempty"`
	Rest string `json:"rest,omitempty"`
}

// tiers are the least shares of the first three attributes of tokens. A term scores half of
// what it can where it occurs k1 times in a text of mean length.
var tiers = [...]float64{0.65, 0.5, 0.4}

// searchable are the attributes of tokens, the best first.
var searchable = []string{"most", "much", "some", "rest"}

// indexSettings are the settings of a collection's index.
//
// Tokens are words of their own language: nothing is a misspelling or a prefix of another, and no
// synonyms are set, for a query brings its own. The
// server must not cut a search off, since what it then returns does not say so; the reader has a
// deadline of its own.
func indexSettings() *meilisearch.Settings {
	off := "disabled"
	return &meilisearch.Settings{
		SearchableAttributes: searchable,
		FilterableAttributes: []string{attrKind, attrDoc, attrFile},
		DisplayedAttributes:  []string{attrID, attrData, "piece"},
		RankingRules:         []string{"words", "attribute"},
		TypoTolerance:        &meilisearch.TypoTolerance{MinWordSizeForTypos: meilisearch.MinWordSizeForTypos{OneTypo: 5, TwoTypos: 9}, DisableOnWords: []string{}, DisableOnAttributes: []string{}},
		PrefixSearch:         &off,
		ProximityPrecision:   meilisearch.ByAttribute,
		LocalizedAttributes:  []*meilisearch.LocalizedAttributes{{Locales: []string{"eng"}, AttributePatterns: []string{"*"}}},
		SearchCutoffMs:       int64(time.Minute / time.Millisecond),
		Pagination:           &meilisearch.Pagination{MaxTotalHits: maxHits},
	}
}

// maxHits bounds what a search can return.
const maxHits = 1000

// word is a token as one word of the server: what is no letter or digit of ASCII is written as
// its number, so that it separates nothing. The server could be told so of each such character,
// but builds its table of separators anew for each search then, which takes longer than to search.
func word(token string) string {
	plain := func(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' }
	if strings.IndexFunc(token, func(r rune) bool { return !plain(r) }) < 0 {
		return token
	}
	var b strings.Builder
	for _, r := range token {
		if plain(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "x%xx", r)
		}
	}
	return b.String()
}

// docKey is what a document is called on a server, where ids have fewer characters.
func docKey(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:10])
}

// passageID is the id of a passage on a server.
func passageID(ref core.PassageRef) string { return fmt.Sprintf("%s-%d", docKey(ref.DocID), ref.Index) }

// partOf is the part of a collection that something with the id is stored in.
func partOf(id string, parts int) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id))
	return int(h.Sum32() % uint32(parts))
}

var collectionName = regexp.MustCompile(`^[a-z0-9](-?[a-z0-9]){0,39}$`)

// CheckName refuses what can't be the name of a collection.
func CheckName(name string) error {
	if !collectionName.MatchString(name) {
		return fmt.Errorf("collection is %q, must be 1 to 40 lower-case letters and digits, with single hyphens between them", name)
	}
	return nil
}

// IndexPrefix is what the names of all indexes begin with.
const IndexPrefix = "pqcite-"

// indexOf is the index of a collection.
func indexOf(collection string) string { return IndexPrefix + collection }

// stagingOf is the index that a collection is pushed into. No collection is called so.
func stagingOf(collection, digest string) string {
	return IndexPrefix + collection + stagingMark + digest[:min(16, len(digest))]
}

const stagingMark = "--"

// Record returns the record of a collection. It fails with ErrMissing where nothing was pushed.
func (s *Server) Record(ctx context.Context, collection string) (*Record, error) {
	return s.recordIn(ctx, indexOf(collection))
}

func (s *Server) recordIn(ctx context.Context, index string) (*Record, error) {
	found, err := s.search(ctx, s.config.Request, recordQuery(index))
	if err != nil {
		return nil, err
	}
	return s.readRecord(index, found.Hits)
}

func recordQuery(index string) *meilisearch.SearchRequest {
	return &meilisearch.SearchRequest{IndexUID: index, Query: recordWord, Limit: 1, Filter: attrKind + " = " + kindRecord, AttributesToRetrieve: []string{attrData}}
}

// readRecord reads the record from the first hit.
func (s *Server) readRecord(index string, hits meilisearch.Hits) (*Record, error) {
	if len(hits) == 0 || hits[0][attrData] == nil {
		return nil, s.fault(ErrMissing, "index %q has no record", index)
	}
	var data string
	var head struct {
		Format int `json:"format"`
	}
	r := new(Record)
	if json.Unmarshal(hits[0][attrData], &data) != nil || json.Unmarshal([]byte(data), &head) != nil {
		return nil, s.fault(ErrAnswer, "its record of the collection can't be read")
	}
	if head.Format != format {
		return nil, s.fault(ErrFormat, "its format is %d, this pqcite reads %d", head.Format, format)
	}
	if json.Unmarshal([]byte(data), r) != nil || r.Parts < 1 || r.Part < 0 || r.Part >= r.Parts {
		return nil, s.fault(ErrAnswer, "its record of the collection can't be read")
	}
	return r, nil
}
