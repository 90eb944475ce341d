package state

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"unicode"

	"go.etcd.io/bbolt"
	"golang.org/x/text/unicode/norm"

	"github.com/pqcite/pqcite/core"
)

// maxNearest is how many places are kept with a question that was refused.
const maxNearest = 5

// question is what was refused, once for each wording that folds to the same.
type question struct {
	Text    string             `json:"text"` // as it was asked last
	Reason  core.RefusalReason `json:"reason"`
	Locale  string             `json:"locale"`
	Nearest []core.Nearest     `json:"nearest"`
	Last    int64              `json:"last"`
	N       int                `json:"n"`
}

// questionKey is as long for every question of a guild, so that it can begin other keys.
func questionKey(guild, folded string, reason core.RefusalReason) string {
	sum := sha256.Sum256([]byte(string(reason) + "\x00" + folded))
	return guild + "/" + hex.EncodeToString(sum[:16])
}

// keepQuestion keeps the question of a refusal, if its guild keeps them.
func (s *Store) keepQuestion(tx *bbolt.Tx, a Asked) error {
	if a.Outcome == nil || a.Outcome.Status != core.Refused {
		return nil
	}
	g, err := s.readGuild(tx, a.Guild)
	if err != nil || !g.KeepQuestions {
		return err
	}
	text := clip(Anonymous(a.Outcome.Question), MaxQuestion)
	key := questionKey(a.Guild, fold(text), a.Outcome.RefusalReason)
	var q question
	if _, err := get(tx, questionBucket, key, &q); err != nil {
		return err
	}
	q = question{text, a.Outcome.RefusalReason, a.Locale, a.Outcome.Nearest[:min(len(a.Outcome.Nearest), maxNearest)], max(q.Last, a.At.UnixMilli()), q.N + 1}
	if err := put(tx, questionBucket, key, q); err != nil || a.User == "" {
		return err
	}
	return errors.Join(mark(tx, askerBucket, key+string(a.User)), mark(tx, userBucket, string(a.User)+ownQuestion+key))
}

// dropQuestion deletes a question and who asked it.
func dropQuestion(tx *bbolt.Tx, key string) error {
	for _, user := range following(tx, askerBucket, key) {
		if err := errors.Join(tx.Bucket(askerBucket).Delete([]byte(key+user)), tx.Bucket(userBucket).Delete([]byte(user+ownQuestion+key))); err != nil {
			return err
		}
	}
	return tx.Bucket(questionBucket).Delete([]byte(key))
}

// fold is what two wordings of the same question have in common: everything but
// case, compatible characters, white space and the marks at the end.
func fold(text string) string {
	folded := strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(text))), " ")
	return strings.TrimRightFunc(folded, func(r rune) bool { return unicode.IsPunct(r) && r != ')' || unicode.IsSpace(r) })
}

// clip cuts a text to a number of characters.
func clip(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			return text[:i]
		}
		n++
	}
	return text
}
