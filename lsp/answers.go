package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// answersFolder is where answers are, among the server's own documents.
const answersFolder = "answers"

// maxAnswers is how many answers can be opened again; the oldest goes first.
const maxAnswers = 50

// answers are the answers of a session, by name.
type answers struct {
	mu    sync.Mutex
	names []string          // in the order of the questions; guarded by mu
	texts map[string]string // guarded by mu
}

// put keeps an answer, and returns its name: that of its content, so that the same
// answer is the same document.
func (a *answers) put(text string) string {
	sum := sha256.Sum256([]byte(text))
	name := hex.EncodeToString(sum[:6])
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, ok := a.texts[name]; ok {
		return name
	}
	if a.texts == nil {
		a.texts = make(map[string]string)
	}
	a.names, a.texts[name] = append(a.names, name), text
	if len(a.names) > maxAnswers {
		delete(a.texts, a.names[0])
		a.names = a.names[1:]
	}
	return name
}

func (a *answers) get(name string) (string, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	text, ok := a.texts[name]
	return text, ok
}

// showAnswer makes a document of an answer and shows it, unless the client does that
// itself.
func (v *view) showAnswer(ctx context.Context, body string, quiet bool) (u uri.URI, wasShown bool, err error) {
	name := v.server.answers.put(body)
	u = uri.URI(answerURI(name))
	if !v.client.contentScheme {
		if u, err = v.server.file(filepath.Join(v.server.config.Cache, answersFolder, name+".md"), body); err != nil {
			return "", false, err
		}
	}
	start := &protocol.Range{}
	return u, !quiet && v.show(ctx, u, start, false), nil
}
