package chatbot

import (
	"crypto/rand"
	"strings"
	"sync"
	"time"

	"github.com/pqcite/pqcite/chatbot/render"
)

// Bounds of the reports kept for their pages.
const (
	maxReports = 500
	reportTime = 15 * time.Minute
)

// reports keeps the reports on messages for a while, in memory only: what people write
// to each other is not stored.
type reports struct {
	mu    sync.Mutex
	byID  map[string]keptReport // guarded by mu
	order []string              // ids, the oldest first; guarded by mu
}

type keptReport struct {
	*render.Report
	at time.Time
}

// keep stores a report under an id.
func (r *reports) keep(report *render.Report, now time.Time) {
	report.ID = strings.ToLower(rand.Text())[:render.ActionIDLength]
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byID == nil {
		r.byID = map[string]keptReport{}
	}
	for len(r.order) > 0 && (len(r.order) >= maxReports || r.byID[r.order[0]].over(now)) {
		delete(r.byID, r.order[0])
		r.order = r.order[1:]
	}
	r.byID[report.ID] = keptReport{report, now}
	r.order = append(r.order, report.ID)
}

// get returns a stored report; nil if there is none, or no longer.
func (r *reports) get(id string, now time.Time) *render.Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	if kept, ok := r.byID[id]; ok && !kept.over(now) {
		return kept.Report
	}
	return nil
}

func (k keptReport) over(now time.Time) bool { return now.Sub(k.at) > reportTime }
