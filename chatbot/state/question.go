package state

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/pqcite/pqcite/core"
)

// maxNearest is how many places are kept with a question that was refused.
const maxNearest = 5

// keepQuestion keeps the question of a refusal, if its guild keeps them.
func (s *Store) keepQuestion(ctx context.Context, tx *sql.Tx, a Asked) error {
	if a.Outcome == nil || a.Outcome.Status != core.Refused {
		return nil
	}
	g, err := s.readGuild(ctx, tx.StmtContext(ctx, s.stmts.guildInWrite), a.Guild)
	if err != nil || !g.KeepQuestions {
		return err
	}
	text := clip(Anonymous(a.Outcome.Question), MaxQuestion)
	nearest, err := json.Marshal(a.Outcome.Nearest[:min(len(a.Outcome.Nearest), maxNearest)])
	if err != nil {
		return err
	}
	var id int64
	err = tx.StmtContext(ctx, s.stmts.putQuestion).QueryRowContext(ctx,
		a.Guild, fold(text), string(a.Outcome.RefusalReason), text, a.Locale, string(nearest), a.At.UnixMilli()).Scan(&id)
	if err != nil || a.User == "" {
		return err
	}
	_, err = tx.StmtContext(ctx, s.stmts.putAsker).ExecContext(ctx, id, string(a.User))
	return err
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
