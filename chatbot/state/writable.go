package state

import (
	"context"
	"database/sql"
	"fmt"
)

// Writable writes a mark, and returns why that could not be done: [ErrFull],
// [ErrReadOnly], [ErrDamaged], [ErrClosed] or the context's error among others. The
// mark differs each time: SQLite does not write what is there already.
func (s *Store) Writable(ctx context.Context) error {
	return s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO meta VALUES ('written', ?1) ON CONFLICT DO UPDATE SET value = ?1", fmt.Sprint(s.now().UnixNano()))
		return err
	})
}
