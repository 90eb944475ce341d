package lsptest

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// Record is one message of a session.
type Record struct {
	Dir string          `json:"dir"` // c2s or s2c
	Msg json.RawMessage `json:"msg"` // as it was sent; a string of it where it is no JSON
}

// maxClip is how many bytes of a message are printed.
const maxClip = 4096

// record must be called with the lock held.
func (e *Editor) record(dir string, body []byte) {
	msg := json.RawMessage(slices.Clone(body))
	if !json.Valid(body) {
		msg, _ = json.Marshal(string(body)) // a string can be written
	}
	e.log = append(e.log, Record{dir, msg})
}

// Log returns the whole session so far, in the order in which the editor sent and
// read.
func (e *Editor) Log() []Record {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.log)
}

func (e *Editor) printLog() {
	log := e.Log()
	first := max(0, len(log)-maxLogged)
	e.tb.Logf("the last %d of %d messages:", len(log)-first, len(log))
	for _, r := range log[first:] {
		e.tb.Logf("%s %s", r.Dir, clip(r.Msg))
	}
}

func clip(body []byte) string {
	if len(body) <= maxClip {
		return string(body)
	}
	cut := maxClip
	for cut > 0 && !utf8.RuneStart(body[cut]) {
		cut--
	}
	return string(body[:cut]) + "..."
}
