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
	found, err := s.run(c.uid, &q, c.grant)
	return 200, found, err
}

// multiSearch fails as a whole with its first bad query.
func (s *Server) multiSearch(c call) (int, any, *apiError) {
	var in struct {
		Queries []json.RawMessage `json:"queries"`
	}
	if err := object(c.body, []string{"federation", "queries"}, &in); err != nil {
		return 0, nil, err
	}
	results := []any{}
	for i, raw := range in.Queries {
		var q query
		err := object(raw, append([]string{"indexUid", "federationOptions"}, searchFields...), &q)
		if err == nil && !c.grant.index(q.IndexUID) {
			err = &errKey
		}
		var found map[string]any
		if err == nil {
			found, err = s.run(q.IndexUID, &q, c.grant)
		}
		if err != nil {
			inside := *err
			if inside.status == 404 {
				inside.status = 400
			}
			inside.message = fmt.Sprintf("Inside `.queries[%d]`: %s", i, err.message)
			return 0, nil, &inside
		}
		found["indexUid"] = q.IndexUID
		results = append(results, found)
	}
	return 200, map[string]any{"results": results}, nil
}

func (s *Server) run(uid string, q *query, g grant) (map[string]any, *apiError) {
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
	type ranked struct {
		doc  map[string]any
		rank int
	}
	var all []ranked
	asked := words(q.Q)
	for _, d := range x.docs {
		if rank, found := x.rank(d, asked); found && accept(d.fields) {
			all = append(all, ranked{d.fields, rank})
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	total := min(len(all), x.Pagination.MaxTotalHits)
	limit := 20
	if q.Limit != nil {
		limit = *q.Limit
	}
	hits := []any{}
	for _, r := range all[min(q.Offset, total):min(q.Offset+limit, total)] {
		hits = append(hits, x.shown(r.doc, q.Retrieve))
	}
	return map[string]any{"hits": hits, "query": q.Q, "processingTimeMs": 1, "limit": limit, "offset": q.Offset, "estimatedTotalHits": total}, nil
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
	name, values := "", []string{}
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
