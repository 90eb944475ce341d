package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/store"
)

// versionOne writes a library as version 1 of its manifest has it, with one document of
// one's own under an id of then: versionone HOME FILE ID.
func versionOne(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: versionone HOME FILE ID")
	}
	home, id := ts.MkAbs(args[0]), args[2]
	data := []byte(ts.ReadFile(args[1]))
	d, err := ingest.Document(context.Background(), ingest.File{Name: filepath.Base(args[1]), Data: data})
	ts.Check(err)
	if d.Format != core.FormatRFC {
		d.Label = id
	}
	d.ID = id
	file := store.Encode(d)
	sum := func(b []byte) string { s := sha256.Sum256(b); return hex.EncodeToString(s[:]) }
	entry := map[string]any{
		"id": id, "name": args[1], "sha256": d.SHA256, "source": "sources/" + d.SHA256 + filepath.Ext(args[1]),
		"file": "documents/" + strings.TrimLeft(id, ".-") + "-" + sum(file)[:16] + ".doc", "file_sha256": sum(file), "file_size": len(file),
	}
	body, err := json.MarshalIndent(map[string]any{"format": 1, "generation": 1, "documents": []any{entry}}, "", "  ")
	ts.Check(err)
	body = []byte(strings.TrimSuffix(string(body), "\n}"))
	sealed := string(body) + ",\n  \"checksum\": \"" + sum(body) + "\"\n}\n"
	for name, content := range map[string][]byte{entry["source"].(string): data, entry["file"].(string): file, "library.json": []byte(sealed)} {
		path := filepath.Join(home, filepath.FromSlash(name))
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
		ts.Check(os.WriteFile(path, content, 0o644))
	}
}
