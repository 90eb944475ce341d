package discordtest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"time"
)

// discordEpoch is the first second of 2015, from which snowflakes count
// milliseconds.
const discordEpoch = 1420070400000

// idLocked returns a new snowflake: milliseconds, then a counter in the place of
// worker, process and increment, so that no two are equal and later ones are
// greater.
func (s *Server) idLocked() string {
	id := uint64(s.nowLocked().UnixMilli()-discordEpoch) << 22
	s.lastID = max(s.lastID+1, id)
	return strconv.FormatUint(s.lastID, 10)
}

// seal derives a secret from the server's seed, so that a token need not be kept
// to be listed later.
func (s *Server) seal(text string) []byte {
	mac := hmac.New(sha256.New, s.seed[:])
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

// botToken has the three parts of a real one.
func (s *Server) botToken(user string, at time.Time) string {
	part := base64.RawURLEncoding.EncodeToString
	return part([]byte(user)) + "." + part([]byte(strconv.FormatInt(at.Unix(), 10)))[:6] + "." + part(s.seal("bot "+user))
}

// interactionToken is long and random like a real one, and names its interaction.
func (s *Server) interactionToken(id string) string {
	secret := hex.EncodeToString(s.seal("a"+id)) + hex.EncodeToString(s.seal("b"+id))
	return base64.RawURLEncoding.EncodeToString([]byte("interaction:" + id + ":" + secret))
}

// Tokens lists every secret that the server gave out: the bot's token and the
// tokens of all interactions, forgotten ones too. None may be in a log.
func (s *Server) Tokens() []string {
	s.mu.Lock()
	ids := append([]uint64(nil), s.given...)
	s.mu.Unlock()
	out := []string{s.Token}
	for _, id := range ids {
		out = append(out, s.interactionToken(strconv.FormatUint(id, 10)))
	}
	return out
}
