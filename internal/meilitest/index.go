package meilitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// index is an index with its documents in the order of their arrival.
type index struct {
	primary string
	created time.Time
	docs    []*document
	at      map[string]int
	settings
}

type document struct {
	fields map[string]any
	words  map[string]int // with the first searchable attribute that has it; nil until it is searched
}

type settings struct {
	Searchable []string `json:"searchableAttributes"`
	Filterable []string `json:"filterableAttributes"`
	Displayed  []string `json:"displayedAttributes"`
	Rules      []string `json:"rankingRules"`
	// PrefixSearch says whether the last word of a search is found as the start of one.
	PrefixSearch string `json:"prefixSearch"`
	Pagination   struct {
		MaxTotalHits int `json:"maxTotalHits"`
	} `json:"pagination"`
}

func (x *index) put(d map[string]any) {
	id := fmt.Sprint(d[x.primary])
	if i, there := x.at[id]; there {
		x.docs[i] = &document{fields: d}
		return
	}
	x.at[id] = len(x.docs)
	x.docs = append(x.docs, &document{fields: d})
}

// task is something that the server does later: when it is asked for the second time, after
// all tasks before it.
type task struct {
	uid      int
	index    string
	kind     string
	enqueued time.Time
	asked    int
	status   string
	do       func() *apiError
	failed   *apiError
}

// enqueue answers a request with a task.
func (s *Server) enqueue(index, kind string, do func() *apiError) (int, any, *apiError) {
	t := &task{uid: len(s.tasks), index: index, kind: kind, enqueued: s.Now(), status: "enqueued", do: do}
	s.tasks = append(s.tasks, t)
	return 202, map[string]any{"taskUid": t.uid, "indexUid": nullable(index), "status": t.status, "type": kind, "enqueuedAt": t.enqueued.UTC()}, nil
}

func nullable(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func (s *Server) getTask(c call) (int, any, *apiError) {
	uid, err := strconv.Atoi(c.uid)
	if err != nil || uid < 0 || uid >= len(s.tasks) {
		e := fail(404, "task_not_found", "Task `%s` not found.", c.uid)
		return 0, nil, &e
	}
	t := s.tasks[uid]
	if t.asked++; t.asked > 1 {
		for _, earlier := range s.tasks[:uid+1] {
			s.finish(earlier)
		}
	} else if t.status == "enqueued" {
		t.status = "processing"
	}
	var failed any
	if t.failed != nil {
		failed = t.failed.body()
	}
	return 200, map[string]any{
		"uid": t.uid, "batchUid": t.uid, "indexUid": nullable(t.index), "status": t.status, "type": t.kind, "canceledBy": nil,
		"details": map[string]any{}, "error": failed, "enqueuedAt": t.enqueued.UTC(),
	}, nil
}

func (s *Server) finish(t *task) {
	if t.status == "succeeded" || t.status == "failed" {
		return
	}
	if f, ok := s.failing[t.kind]; ok {
		delete(s.failing, t.kind)
		t.failed = &f
	} else {
		t.failed = t.do()
	}
	t.status = "succeeded"
	if t.failed != nil {
		t.status = "failed"
	}
}

func notFound(uid string) *apiError {
	err := fail(404, "index_not_found", "Index `%s` not found.", uid)
	return &err
}

var indexUID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,512}$`)

func checkUID(uid string) *apiError {
	if indexUID.MatchString(uid) {
		return nil
	}
	err := fail(400, "invalid_index_uid", "Invalid value at `.uid`: `%s` is not a valid index uid. Index uid can be an integer or a string containing only alphanumeric characters, hyphens (-) and underscores (_), and can not be more than 512 bytes.", uid)
	return &err
}

func (s *Server) newIndex(primary string) *index {
	x := &index{primary: primary, created: s.Now(), at: map[string]int{}}
	x.Pagination.MaxTotalHits = 1000
	return x
}

func (s *Server) createIndex(c call) (int, any, *apiError) {
	var in struct {
		UID        string `json:"uid"`
		PrimaryKey string `json:"primaryKey"`
	}
	if err := object(c.body, []string{"uid", "primaryKey"}, &in); err != nil {
		return 0, nil, err
	}
	if err := checkUID(in.UID); err != nil {
		return 0, nil, err
	}
	return s.enqueue(in.UID, "indexCreation", func() *apiError {
		if s.indexes[in.UID] != nil {
			err := fail(409, "index_already_exists", "Index `%s` already exists.", in.UID)
			return &err
		}
		s.indexes[in.UID] = s.newIndex(in.PrimaryKey)
		return nil
	})
}

func (s *Server) deleteIndex(c call) (int, any, *apiError) {
	return s.enqueue(c.uid, "indexDeletion", func() *apiError {
		if s.indexes[c.uid] == nil {
			return notFound(c.uid)
		}
		delete(s.indexes, c.uid)
		return nil
	})
}

func (s *Server) getIndex(c call) (int, any, *apiError) {
	x := s.indexes[c.uid]
	if x == nil {
		return 0, nil, notFound(c.uid)
	}
	return 200, x.described(c.uid), nil
}

func (x *index) described(uid string) map[string]any {
	return map[string]any{"uid": uid, "createdAt": x.created.UTC(), "updatedAt": x.created.UTC(), "primaryKey": x.primary}
}

func (s *Server) listIndexes(call) (int, any, *apiError) {
	results := []any{}
	for uid, x := range s.indexes {
		results = append(results, x.described(uid))
	}
	return 200, map[string]any{"results": results, "offset": 0, "limit": 1000, "total": len(results)}, nil
}

var settingNames = []string{
	"displayedAttributes", "searchableAttributes", "filterableAttributes", "sortableAttributes", "foreignKeys", "rankingRules", "stopWords",
	"nonSeparatorTokens", "separatorTokens", "dictionary", "synonyms", "distinctAttribute", "proximityPrecision", "typoTolerance", "faceting",
	"pagination", "embedders", "searchCutoffMs", "localizedAttributes", "facetSearch", "prefixSearch", "chat",
}

var rankingRules = []string{"words", "typo", "sort", "proximity", "attribute", "exactness"}

func (s *Server) updateSettings(c call) (int, any, *apiError) {
	var in settings
	in.Pagination.MaxTotalHits = 1000
	if err := object(c.body, settingNames, &in); err != nil {
		return 0, nil, err
	}
	for i, rule := range in.Rules {
		if !slices.Contains(rankingRules, rule) {
			err := fail(400, "invalid_settings_ranking_rules", "Invalid value at `.rankingRules[%d]`: `%s` ranking rule is invalid. Valid ranking rules are words, typo, sort, proximity, attribute, exactness and custom ranking rules.", i, rule)
			return 0, nil, &err
		}
	}
	return s.enqueue(c.uid, "settingsUpdate", func() *apiError {
		if s.indexes[c.uid] == nil {
			s.indexes[c.uid] = s.newIndex("")
		}
		s.indexes[c.uid].settings = in
		for _, d := range s.indexes[c.uid].docs {
			d.words = nil
		}
		return nil
	})
}

var documentID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,511}$`)

// addDocuments reads NDJSON, or an array.
func (s *Server) addDocuments(c call) (int, any, *apiError) {
	var docs []map[string]any
	if json.Unmarshal(c.body, &docs) != nil {
		docs = nil
		for d := json.NewDecoder(bytes.NewReader(c.body)); d.More(); {
			var doc map[string]any
			if err := d.Decode(&doc); err != nil {
				e := fail(400, "malformed_payload", "The `ndjson` payload provided is malformed. `Couldn't serialize document value: %v`.", err)
				return 0, nil, &e
			}
			docs = append(docs, doc)
		}
	}
	return s.enqueue(c.uid, "documentAdditionOrUpdate", func() *apiError { return s.insert(c.uid, docs) })
}

// insert adds all documents or none.
func (s *Server) insert(uid string, docs []map[string]any) *apiError {
	if s.indexes[uid] == nil {
		s.indexes[uid] = s.newIndex("id")
	}
	x := s.indexes[uid]
	for _, d := range docs {
		id, there := d[x.primary]
		switch {
		case !there:
			text, _ := json.Marshal(d)
			err := fail(400, "missing_document_id", "Document doesn't have a `%s` attribute: `%s`.", x.primary, text)
			return &err
		case !documentID.MatchString(fmt.Sprint(id)):
			err := fail(400, "invalid_document_id", "Document identifier `%q` is invalid. A document identifier can be of type integer or string, only composed of alphanumeric characters (a-z A-Z 0-9), hyphens (-) and underscores (_), and can not be more than 511 bytes.", id)
			return &err
		}
	}
	for _, d := range docs {
		x.put(d)
	}
	return nil
}

func (s *Server) stats(c call) (int, any, *apiError) {
	x := s.indexes[c.uid]
	if x == nil {
		return 0, nil, notFound(c.uid)
	}
	return 200, map[string]any{"numberOfDocuments": len(x.docs), "rawDocumentDbSize": 4096, "avgDocumentSize": 674, "isIndexing": false, "fieldDistribution": map[string]int{}}, nil
}

func (s *Server) swap(c call) (int, any, *apiError) {
	var swaps []struct {
		Indexes []string `json:"indexes"`
		Rename  bool     `json:"rename"`
	}
	if err := json.Unmarshal(c.body, &swaps); err != nil || len(swaps) != 1 || len(swaps[0].Indexes) != 2 {
		e := fail(400, "bad_request", "two indexes must be given for each swap")
		return 0, nil, &e
	}
	a, b := swaps[0].Indexes[0], swaps[0].Indexes[1]
	return s.enqueue("", "indexSwap", func() *apiError {
		switch {
		case s.indexes[a] == nil:
			return notFound(a)
		case s.indexes[b] == nil:
			return notFound(b)
		}
		s.indexes[a], s.indexes[b] = s.indexes[b], s.indexes[a]
		return nil
	})
}
