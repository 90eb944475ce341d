package meilitest

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// key is an API key.
type key struct {
	Name        string   `json:"name"`
	Description *string  `json:"description"`
	Key         string   `json:"key"`
	UID         string   `json:"uid"`
	Actions     []string `json:"actions"`
	Indexes     []string `json:"indexes"`
	ExpiresAt   *string  `json:"expiresAt"`
	CreatedAt   string   `json:"createdAt"`
	UpdatedAt   string   `json:"updatedAt"`
}

// grant is what a request may search.
type grant struct {
	all   bool
	key   *key
	rules map[string]json.RawMessage // of a tenant token; nil without one
}

func (g grant) index(uid string) bool {
	if g.all {
		return true
	}
	if g.rules != nil {
		if _, ok := g.rules[uid]; !ok {
			return false
		}
	}
	return g.key.covers(uid)
}

func (k *key) covers(uid string) bool {
	return slices.ContainsFunc(k.Indexes, func(pattern string) bool {
		prefix, star := strings.CutSuffix(pattern, "*")
		return star && strings.HasPrefix(uid, prefix) || pattern == uid
	})
}

var errKey = fail(403, "invalid_api_key", "The provided API key is invalid.")

// authorize finds what the key of a request may.
func (s *Server) authorize(r *http.Request, action, uid string) (grant, *apiError) {
	bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		err := fail(401, "missing_authorization_header", "The Authorization header is missing. It must use the bearer authorization method.")
		return grant{}, &err
	}
	if bearer == s.Key {
		return grant{all: true}, nil
	}
	for i := range s.keys {
		k := &s.keys[i]
		if bearer == k.Key && k.may(action) && (uid == "" || k.covers(uid)) {
			return grant{key: k}, nil
		}
	}
	if action == "search" {
		return s.tenant(bearer, uid)
	}
	return grant{}, &errKey
}

func (k *key) may(action string) bool {
	return slices.Contains(k.Actions, "*") || slices.Contains(k.Actions, action)
}

// tenant reads a tenant token: a JWT signed with one of the keys.
func (s *Server) tenant(token, uid string) (grant, *apiError) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return grant{}, &errKey
	}
	var claims struct {
		APIKeyUID   string                     `json:"apiKeyUid"`
		SearchRules map[string]json.RawMessage `json:"searchRules"`
		Exp         int64                      `json:"exp"`
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(payload, &claims) != nil {
		return grant{}, &errKey
	}
	i := slices.IndexFunc(s.keys, func(k key) bool { return k.UID == claims.APIKeyUID })
	if i < 0 || !signed(parts, s.keys[i].Key) || !s.keys[i].may("search") {
		return grant{}, &errKey
	}
	if now := s.Now().Unix(); claims.Exp != 0 && claims.Exp <= now {
		e := fail(403, "invalid_api_key", "Tenant token expired. Was valid up to `%d` and we're now `%d`.", claims.Exp, now)
		return grant{}, &e
	}
	g := grant{key: &s.keys[i], rules: claims.SearchRules}
	if uid != "" && !g.index(uid) {
		return grant{}, &errKey
	}
	return g, nil
}

func signed(parts []string, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = mac.Write([]byte(parts[0] + "." + parts[1]))
	given, err := base64.RawURLEncoding.DecodeString(parts[2])
	return err == nil && hmac.Equal(given, mac.Sum(nil))
}

func (s *Server) listKeys(call) (int, any, *apiError) {
	return 200, map[string]any{"results": append([]key{}, s.keys...), "offset": 0, "limit": 1000, "total": len(s.keys)}, nil
}

func (s *Server) createKey(c call) (int, any, *apiError) {
	var k key
	if err := object(c.body, []string{"name", "description", "uid", "actions", "indexes", "expiresAt"}, &k); err != nil {
		return 0, nil, err
	}
	if len(k.Actions) == 0 || len(k.Indexes) == 0 {
		err := fail(400, "missing_api_key_actions", "Missing field `actions` or `indexes`")
		return 0, nil, &err
	}
	u := make([]byte, 16)
	_, _ = rand.Read(u)
	u[6], u[8] = u[6]&0x0f|0x40, u[8]&0x3f|0x80
	x := hex.EncodeToString(u)
	k.UID = fmt.Sprintf("%s-%s-%s-%s-%s", x[:8], x[8:12], x[12:16], x[16:20], x[20:])
	k.Key, k.CreatedAt = random(32), s.Now().UTC().Format("2006-01-02T15:04:05Z")
	k.UpdatedAt = k.CreatedAt
	s.keys = append(s.keys, k)
	return 201, k, nil
}
