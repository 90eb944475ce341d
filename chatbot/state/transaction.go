package state

import (
	"context"
	"database/sql"
	"fmt"
)

// statements are prepared once. Each belongs to one pool.
type statements struct {
	guild, load                                          *sql.Stmt // reading
	guildInWrite, putGuild, putAnswer, room, evict, vote *sql.Stmt // writing
	count, putQuestion, putAsker                         *sql.Stmt
}

func (st *statements) prepare(ctx context.Context, write, read *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, operationWait)
	defer cancel()
	const guild = "SELECT settings FROM guild WHERE id = ?"
	for _, p := range []struct {
		stmt **sql.Stmt
		db   *sql.DB
		text string
	}{
		{&st.guild, read, guild},
		{&st.load, read, "SELECT id, guild, user, asked, body FROM answer WHERE id = ?"},
		{&st.guildInWrite, write, guild},
		{&st.putGuild, write, "INSERT INTO guild VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET settings = ?2, changed = ?3"},
		{&st.putAnswer, write, "INSERT INTO answer (id, guild, user, kept, asked, body) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"},
		{&st.room, write, "SELECT answers, bytes FROM room"},
		{&st.evict, write, "DELETE FROM answer WHERE id IN (SELECT id FROM answer ORDER BY asked, rowid LIMIT ?)"},
		{&st.vote, write, `INSERT INTO vote VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET value = ?3,
			reason = CASE WHEN ?3 > 0 OR ?4 <> '' THEN ?4 ELSE reason END`},
		{&st.count, write, `INSERT INTO tally VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET n = n + ?5`},
		{&st.putQuestion, write, `INSERT INTO question (guild, folded, reason, text, locale, nearest, first, last, n) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, 1)
			ON CONFLICT DO UPDATE SET text = ?4, locale = ?5, nearest = ?6, last = max(last, ?7), n = n + 1 RETURNING id`},
		{&st.putAsker, write, "INSERT INTO asker VALUES (?, ?) ON CONFLICT DO NOTHING"},
	} {
		stmt, err := p.db.PrepareContext(ctx, p.text)
		if err != nil {
			return fmt.Errorf("prepare %q: %w", p.text, err)
		}
		*p.stmt = stmt
	}
	return nil
}

// update runs a transaction that writes. The context bounds the wait for those
// before it; once begun it is finished whatever the context, so that a caller that
// goes away leaves no doubt of what was written.
func (s *Store) update(ctx context.Context, change func(context.Context, *sql.Tx) error) error {
	wait, cancel := context.WithTimeout(ctx, operationWait)
	defer cancel()
	conn, err := s.write.Conn(wait)
	if err != nil {
		return s.unusable(ctx, err)
	}
	defer conn.Close()
	ctx, cancelUpdate := context.WithTimeout(context.WithoutCancel(ctx), operationWait)
	defer cancelUpdate()
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return s.explain(err)
	}
	defer func() { _ = tx.Rollback() }() // of no effect after a commit
	if err := change(ctx, tx); err != nil {
		return s.explain(err)
	}
	return s.explain(tx.Commit())
}

// unusable says why there was no connection to write with.
func (s *Store) unusable(ctx context.Context, err error) error {
	switch {
	case s.recorder.stopped():
		return ErrClosed
	case ctx.Err() != nil:
		return fmt.Errorf("write %q: %w", s.path, ctx.Err())
	}
	return s.explain(err)
}
