package loop

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/pqcite/pqcite/core"
)

// journal reports the events of a run to its observer, if it has one, and takes its
// times.
type journal struct {
	observer core.Observer // may be nil
	state    core.State    // the present one
	seq      int
	began    time.Time
	mark     time.Time // the end of the last lap
}

func newJournal(o core.Observer) journal {
	now := time.Now()
	return journal{observer: o, state: core.StateAnalyze, began: now, mark: now}
}

func (j *journal) emit(e core.Event) {
	if j.observer == nil {
		return
	}
	j.seq++
	e.Seq, e.AtUS, e.State = j.seq, time.Since(j.began).Microseconds(), j.state
	j.observer(e)
}

func (j *journal) exchange(x core.Exchange) {
	if x != (core.Exchange{}) {
		j.emit(core.Event{Kind: core.EventModel, Exchange: &x})
	}
}

// lap is the time since the last lap, in microseconds.
func (j *journal) lap() int64 {
	now := time.Now()
	defer func() { j.mark = now }()
	return now.Sub(j.mark).Microseconds()
}

// digest is the SHA-256 of an outcome without its times.
func (j *journal) digest(o *core.Outcome) string {
	if j.observer == nil {
		return ""
	}
	timeless := *o
	timeless.TimingUS = nil
	data, err := json.Marshal(&timeless)
	if err != nil { // an outcome has nothing that can't be marshalled
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
