package meili

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/meilisearch/meilisearch-go"
)

const (
	pieceSize  = 512 << 10 // bytes of a compressed file in one record
	pieceBatch = 16        // pieces in a response
	maxFile    = 1 << 30   // bytes, uncompressed
)

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// addFile sends a file, compressed and in pieces.
func (p *partPush) addFile(ctx context.Context, file []byte) error {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(file); err != nil {
		return fmt.Errorf("push: %w", err)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("push: %w", err)
	}
	hash, n := hashOf(file), 0
	for piece := range slices.Chunk(b.Bytes(), pieceSize) {
		doc := stored{ID: fmt.Sprintf("%s-%d", hash, n), Kind: kindPiece, File: hash, Piece: n, Data: base64.StdEncoding.EncodeToString(piece)}
		if err := p.add(ctx, doc); err != nil {
			return err
		}
		n++
	}
	return nil
}

// file fetches the file with the hash. It fails with ErrDamaged where what is there is
// another, and with ErrMissing where nothing is.
func (s *Server) file(ctx context.Context, index, hash string) ([]byte, error) {
	pieces, err := s.pieces(ctx, index, hash)
	if err != nil {
		return nil, err
	}
	data, err := unpack(pieces)
	if err != nil || hashOf(data) != hash {
		return nil, s.fault(ErrDamaged, "file %.16s", hash)
	}
	return data, nil
}

func (s *Server) pieces(ctx context.Context, index, hash string) ([]stored, error) {
	var pieces []stored
	for {
		found, err := s.search(ctx, s.config.Request, &meilisearch.SearchRequest{
			IndexUID: index, Filter: fmt.Sprintf("%s = %q", attrFile, hash), Limit: pieceBatch, Offset: int64(len(pieces)),
			AttributesToRetrieve: []string{"piece", attrData},
		})
		if err != nil {
			return nil, err
		}
		for _, hit := range found.Hits {
			var p stored
			for name, to := range map[string]any{"piece": &p.Piece, attrData: &p.Data} {
				if raw, ok := hit[name]; ok && json.Unmarshal(raw, to) != nil {
					return nil, s.fault(ErrDamaged, "file %.16s", hash)
				}
			}
			pieces = append(pieces, p)
		}
		switch {
		case len(pieces) == 0:
			return nil, s.fault(ErrMissing, "there is no file %.16s", hash)
		case len(found.Hits) < pieceBatch:
			return pieces, nil
		}
	}
}

func unpack(pieces []stored) ([]byte, error) {
	slices.SortFunc(pieces, func(a, b stored) int { return cmp.Compare(a.Piece, b.Piece) })
	var packed []byte
	for _, p := range pieces {
		var err error
		if packed, err = base64.StdEncoding.AppendDecode(packed, []byte(p.Data)); err != nil {
			return nil, err
		}
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, maxFile))
}
