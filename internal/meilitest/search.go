package meilitest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var searchFields = []string{
	"q", "offset", "limit", "page", "hitsPerPage", "attributesToRetrieve", "attributesToCrop", "cropLength", "cropMarker", "attributesToHighlight",
	"highlightPreTag", "highlightPostTag", "showMatchesPosition", "filter", "sort", "distinct", "facets", "matchingStrategy", "attributesToSearchOn",
	"rankingScoreThreshold", "locales", "hybrid", "vector", "retrieveVectors", "media", "personalize", "useNetwork", "showRankingScore",
	"showRankingScoreDetails", "showPerformanceDetails",
}

type query struct {
	IndexUID string   `json:"indexUid"`
	Q        string   `json:"q"`
	Offset   int      `json:"offset"`
	Limit    *int     `json:"limit"`
	Retrieve []string `json:"attributesToRetrieve"`
	Filter   any      `json:"filter"`
	Strategy string   `json:"matchingStrategy"`
}

func (s *Server) search(c call) (int, any, *apiError) {
	var q query
	if err := object(c.body, searchFields, &q); err != nil {
		return 0, nil, err
	}
	found, err := s.find(c.uid, &q)
	if err != nil {
		return 0, nil, err
	}
	return 200, s.result(c.uid, &q, found), nil
}

type multiQuery struct {
	query
	Options struct {
		Weight *float64 `json:"weight"`
	} `json:"federationOptions"`
}

// multiSearch fails as a whole with its first bad query.
func (s *Server) multiSearch(c call) (int, any, *apiError) {
	var in struct {
		Federation *struct {
			Limit *int `json:"limit"`
		} `json:"federation"`
		Queries []json.RawMessage `json:"queries"`
	}
	if err := object(c.body, []string{"federation", "queries"}, &in); err != nil {
		return 0, nil, err
	}
	var queries []multiQuery
	var found [][]ranked
	for i, raw := range in.Queries {
		q, hits, err := s.one(raw, c.grant, in.Federation != nil)
		if err != nil {
			inside := *err
			if inside.status == 404 {
				inside.status = 400
			}
			inside.message = fmt.Sprintf("Inside `.queries[%d]`: %s", i, err.message)
			return 0, nil, &inside
		}
		queries, found = append(queries, q), append(found, hits)
	}
	if in.Federation != nil {
		limit := 20
		if in.Federation.Limit != nil {
			limit = *in.Federation.Limit
		}
		return 200, s.federate(queries, found, limit), nil
	}
	results := []any{}
	for i := range queries {
		r := s.result(queries[i].IndexUID, &queries[i].query, found[i])
		r["indexUid"] = queries[i].IndexUID
		results = append(results, r)
	}
	return 200, map[string]any{"results": results}, nil
}

func (s *Server) one(raw json.RawMessage, g grant, federated bool) (q multiQuery, hits []ranked, err *apiError) {
	if err = object(raw, append([]string{"indexUid", "federationOptions"}, searchFields...), &q); err != nil {
		return q, nil, err
	}
	switch {
	case !g.index(q.IndexUID):
		err = &errKey
	case federated && (q.Limit != nil || q.Offset != 0):
		e := fail(400, "invalid_multi_search_query_pagination", "Using pagination options is not allowed in federated queries.")
		err = &e
	case !federated && q.Options.Weight != nil:
		e := fail(400, "invalid_multi_search_federation_options", "Using `federationOptions` is not allowed in a non-federated search.")
		err = &e
	default:
		hits, err = s.find(q.IndexUID, &q.query)
	}
	return q, hits, err
}

// federate merges hits by their weighted scores. What several queries find is there once.
func (s *Server) federate(queries []multiQuery, found [][]ranked, limit int) map[string]any {
	type merged struct {
		ranked
		query int
		score float64
	}
	var all []merged
	for i, hits := range found {
		weight := 1.0
		if w := queries[i].Options.Weight; w != nil {
			weight = *w
		}
		for _, h := range hits {
			all = append(all, merged{h, i, weight * h.score})
		}
	}
	slices.SortStableFunc(all, func(a, b merged) int { return cmp.Compare(b.score, a.score) })
	hits, seen := []any{}, map[*document]bool{}
	for _, m := range all {
		if seen[m.doc] || len(hits) == limit {
			continue
		}
		seen[m.doc] = true
		q := &queries[m.query]
		hit := s.indexes[q.IndexUID].shown(m.doc.fields, q.Retrieve)
		hit["_federation"] = map[string]any{"indexUid": q.IndexUID, "queriesPosition": m.query, "weightedRankingScore": m.score}
		hits = append(hits, hit)
	}
	return map[string]any{"hits": hits, "processingTimeMs": 1, "limit": limit, "offset": 0, "estimatedTotalHits": len(all)}
}

// ranked is what a search finds, with its score: 1 where all words are in the first attribute.
type ranked struct {
	doc   *document
	score float64
}

// find returns all that a search finds, best first.
func (s *Server) find(uid string, q *query) ([]ranked, *apiError) {
	x := s.indexes[uid]
	if x == nil {
		return nil, notFound(uid)
	}
	if !slices.Contains([]string{"", "last", "all", "frequency"}, q.Strategy) {
		e := fail(400, "invalid_search_matching_strategy", "Unknown value `%s` at `.matchingStrategy`", q.Strategy)
		return nil, &e
	}
	accept, err := x.filter(uid, q.Filter)
	if err != nil {
		return nil, err
	}
	var all []ranked
	asked := words(q.Q)
	for _, d := range x.docs {
		if rank, found := x.rank(d, asked); found && accept(d.fields) {
			score := 0.0 // without words there is nothing to score
			if len(asked) > 0 {
				score = 1 - float64(rank)/float64(len(asked)*len(x.Searchable))
			}
			all = append(all, ranked{d, score})
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
	return all[:min(len(all), x.Pagination.MaxTotalHits)], nil
}

// result is the page of a search that was asked for.
func (s *Server) result(uid string, q *query, all []ranked) map[string]any {
	limit := 20
	if q.Limit != nil {
		limit = *q.Limit
	}
	hits := []any{}
	for _, r := range all[min(q.Offset, len(all)):min(q.Offset+limit, len(all))] {
		hits = append(hits, s.indexes[uid].shown(r.doc.fields, q.Retrieve))
	}
	return map[string]any{"hits": hits, "query": q.Q, "processingTimeMs": 1, "limit": limit, "offset": q.Offset, "estimatedTotalHits": len(all)}
}

// rank sums the best attribute of each word; a document that lacks one is not found. Words are
// what is between blanks and separators.
func (x *index) rank(d *document, asked []string) (int, bool) {
	if d.words == nil {
		d.words = map[string]int{}
		for i, attribute := range x.Searchable {
			text, _ := d.fields[attribute].(string)
			for _, word := range words(text) {
				if _, found := d.words[word]; !found {
					d.words[word] = i
				}
			}
		}
	}
	sum := 0
	for i, word := range asked {
		best, found := d.words[word]
		if !found && i == len(asked)-1 && x.PrefixSearch != "disabled" {
			best, found = d.prefixed(word)
		}
		if !found {
			return 0, false
		}
		sum += best
	}
	return sum, true
}

func (d *document) prefixed(start string) (best int, found bool) {
	for word, attribute := range d.words {
		if strings.HasPrefix(word, start) && (!found || attribute < best) {
			best, found = attribute, true
		}
	}
	return best, found
}

func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// shown is what a hit shows of a document: what is asked for of what is displayed.
func (x *index) shown(d map[string]any, retrieve []string) map[string]any {
	out := map[string]any{}
	for name, v := range d {
		if (retrieve == nil || slices.Contains(retrieve, name)) && (x.Displayed == nil || slices.Contains(x.Displayed, name)) {
			out[name] = v
		}
	}
	return out
}

var (
	equals = regexp.MustCompile(`^\s*([A-Za-z_.]+)\s*=\s*("[^"]*"|'[^']*'|[^\s=()]+)\s*$`)
	oneOf  = regexp.MustCompile(`^\s*([A-Za-z_.]+)\s+IN\s+\[([^\]]*)\]\s*$`)
)

// filter reads a filter: "a = b" or "a IN [b, c]".
func (x *index) filter(uid string, f any) (func(map[string]any) bool, *apiError) {
	if f == nil {
		return func(map[string]any) bool { return true }, nil
	}
	text, _ := f.(string)
	var name string
	var values []string
	if m := equals.FindStringSubmatch(text); m != nil {
		name, values = m[1], []string{m[2]}
	} else if m := oneOf.FindStringSubmatch(text); m != nil {
		name, values = m[1], strings.Split(m[2], ",")
	} else {
		e := fail(400, "invalid_search_filter", "Was expecting a value but instead got nothing.\n7:7 %s", text)
		return nil, &e
	}
	if !slices.Contains(x.Filterable, name) {
		e := fail(400, "invalid_search_filter", "Index `%s`: Attribute `%s` is not filterable. Available filterable attribute patterns are: `%s`.\n", uid, name, strings.Join(slices.Sorted(slices.Values(x.Filterable)), "`, `"))
		return nil, &e
	}
	for i, v := range values {
		values[i] = strings.Trim(strings.TrimSpace(v), `"'`)
	}
	return func(d map[string]any) bool { return d[name] != nil && slices.Contains(values, fmt.Sprint(d[name])) }, nil
}
