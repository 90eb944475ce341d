package llm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// maxRanking bounds a reply's body, in bytes: some servers repeat the texts.
const maxRanking = 4 << 20

// Reranker asks one model which texts answer a query best. It is safe for concurrent use.
type Reranker struct{ *server }

// NewReranker checks a configuration. It makes no connection. Without the name of a model
// the server is asked as Text Embeddings Inference is, which serves one, and else as Cohere,
// Jina, llama.cpp and vLLM are. The errors wrap ErrConfig.
func NewReranker(c Config) (*Reranker, error) {
	s, err := newServer(c, maxRanking, "rerank")
	if err != nil {
		return nil, err
	}
	return &Reranker{s}, nil
}

// request is what the server is asked, by whose protocol it speaks.
func (r *Reranker) request(query string, texts []string) any {
	if r.config.Model == "" {
		return struct {
			Query    string   `json:"query"`
			Texts    []string `json:"texts"`
			Truncate bool     `json:"truncate"`
		}{query, texts, true}
	}
	return struct {
		Model     string   `json:"model"`
		Query     string   `json:"query"`
		Documents []string `json:"documents"`
		TopN      int      `json:"top_n"`
	}{r.config.Model, query, texts, len(texts)}
}

// Rank returns the indexes of the texts, each once, the best first; texts of the same score
// keep their order. The scores themselves compare to nothing: some servers return logits.
func (r *Reranker) Rank(ctx context.Context, query string, texts []string) ([]int, error) {
	var order []int
	err := r.ask(ctx, r.request(query, texts), func(body []byte) (err error) {
		order, err = readRanking(body, len(texts))
		return err
	})
	return order, err
}

// ranked is the score of a text, by the name that the protocol has for it.
type ranked struct {
	Index     *int     `json:"index"`
	Score     *float64 `json:"score"`
	Relevance *float64 `json:"relevance_score"`
}

func readRanking(body []byte, want int) ([]int, error) {
	list, err := rankedTexts(body)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if len(list) != want {
		return nil, fmt.Errorf("%w: it ranks %d texts, want %d", ErrMalformed, len(list), want)
	}
	scores := make([]float64, want)
	order := make([]int, 0, want)
	for _, t := range list {
		score := cmp.Or(t.Score, t.Relevance)
		if t.Index == nil || *t.Index < 0 || *t.Index >= want || slices.Contains(order, *t.Index) || score == nil || math.IsNaN(*score) {
			return nil, fmt.Errorf("%w: its texts are not numbered or have no score", ErrMalformed)
		}
		scores[*t.Index] = *score
		order = append(order, *t.Index)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	return order, nil
}

// rankedTexts reads a list, or the list in an object's "results".
func rankedTexts(body []byte) (list []ranked, err error) {
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		err = json.Unmarshal(body, &list)
		return list, err
	}
	var reply struct {
		Results []ranked `json:"results"`
	}
	err = json.Unmarshal(body, &reply)
	return reply.Results, err
}
