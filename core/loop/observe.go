package loop

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"github.com/pqcite/pqcite/core"
)

// emit tells the observer of an event.
func (r *run) emit(e core.Event) {
	if r.settings.Observer == nil {
		return
	}
	r.seq++
	e.Seq, e.AtUS, e.State = r.seq, time.Since(r.began).Microseconds(), r.state
	r.settings.Observer(e)
}

func (r *run) emitExchange(x core.Exchange) {
	if x != (core.Exchange{}) {
		r.emit(core.Event{Kind: core.EventModel, Exchange: &x})
	}
}

// hitRefs are hits as a trace keeps them.
func (r *run) hitRefs(hits []core.Hit) []core.HitRef {
	if r.settings.Observer == nil {
		return nil
	}
	out := make([]core.HitRef, 0, len(hits))
	for _, h := range hits {
		ref := core.HitRef{DocID: h.Passage.DocID, Passage: h.Passage.Index, Page: h.Page, Score: h.Score}
		if doc := r.ports.Library.Document(h.Passage.DocID); doc != nil {
			ref.Section = strings.Join(doc.SectionPath(doc.Passages[h.Passage.Index].Section), " > ")
		}
		out = append(out, ref)
	}
	return out
}

// digest is the SHA-256 of an outcome without its times.
func (r *run) digest(o *core.Outcome) string {
	if r.settings.Observer == nil {
		return ""
	}
	timeless := *o
	timeless.TimingUS = nil
	data, err := json.Marshal(&timeless)
	if err != nil { // an outcome holds nothing that can't be marshalled
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
