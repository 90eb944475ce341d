package meili

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"github.com/pqcite/pqcite/internal/secret"
)

// readers is the name of the key that tokens are made of. It may search, and nothing else.
const readers = "pqcite readers"

// Token makes a key for readers of some collections, and of no others, which is valid until a
// time, or for good if that is zero. The server knows the key of readers that signs it, which
// is made when there is none, so the own key must be one that may read and make keys.
func (s *Server) Token(ctx context.Context, collections []string, until time.Time) (secret.Key, error) {
	rules := make(map[string]any, len(collections))
	for _, c := range collections {
		if err := CheckName(c); err != nil {
			return "", err
		}
		rules[indexOf(c)] = map[string]any{}
	}
	key, err := s.readersKey(ctx)
	if err != nil {
		return "", err
	}
	token, err := s.client.GenerateTenantToken(key.UID, rules, &meilisearch.TenantTokenOptions{APIKey: key.Key, ExpiresAt: until})
	if err != nil {
		return "", fmt.Errorf("make a token: %w", err)
	}
	return secret.Key(token), nil
}

func (s *Server) readersKey(ctx context.Context) (*meilisearch.Key, error) {
	ctx, cancel := context.WithTimeout(ctx, s.config.Request)
	defer cancel()
	actions, indexes := []string{"search"}, []string{IndexPrefix + "*"}
	keys, err := s.client.GetKeysWithContext(ctx, &meilisearch.KeysQuery{Limit: 1000})
	if err != nil {
		return nil, s.failed(ctx, err)
	}
	for i, k := range keys.Results {
		if k.Name == readers && slices.Equal(k.Actions, actions) && slices.Equal(k.Indexes, indexes) && k.ExpiresAt.IsZero() {
			return &keys.Results[i], nil
		}
	}
	key, err := s.client.CreateKeyWithContext(ctx, &meilisearch.Key{
		Name: readers, Description: "signs the tokens of pqcite corpus token", Actions: actions, Indexes: indexes,
	})
	if err != nil {
		return nil, s.failed(ctx, err)
	}
	return key, nil
}
