package chatbot

import (
	"crypto/rand"
	"strings"
	"sync"
	"time"

	"github.com/pqcite/pqcite/chatbot/action"
	"github.com/pqcite/pqcite/chatbot/render"
)

// Bounds of the reports that are kept for their pages.
const (
	maxReports = 500
	reportTime = 15 * time.Minute
)

// reports keeps the reports on messages for a while, in memory alone: what people
// write to each other is not stored.
type reports struct {
	mu    sync.Mutex
	byID  map[string]*render.Report // guarded by mu
	order []reportAt                // the oldest first; guarded by mu
}

type reportAt struct {
	id string
	at time.Time
}

// keep names a report, and keeps it.
func (r *reports) keep(report *render.Report, now time.Time) {
	report.ID = strings.ToLower(rand.Text())[:action.IDLength]
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byID == nil {
		r.byID = map[string]*render.Report{}
	}
	for len(r.order) > 0 && (len(r.order) >= maxReports || now.Sub(r.order[0].at) > reportTime) {
		delete(r.byID, r.order[0].id)
		r.order = r.order[1:]
	}
	r.byID[report.ID] = report
	r.order = append(r.order, reportAt{report.ID, now})
}

// get returns a report that is kept; nil where it is not, or no longer.
func (r *reports) get(id string) *render.Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byID[id]
}
