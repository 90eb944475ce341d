package chatbot

import (
	"testing"
	"time"

	"github.com/pqcite/pqcite/chatbot/render"
)

// TestReportsForget keeps reports for their time and up to their number.
func TestReportsForget(t *testing.T) {
	t.Parallel()
	var r reports
	now := time.Unix(1000, 0)
	first := &render.Report{}
	r.keep(first, now)
	if got := r.get(first.ID, now.Add(reportTime)); got != first {
		t.Errorf("got %v within its time, want the report", got)
	}
	if got := r.get(first.ID, now.Add(reportTime+1)); got != nil {
		t.Errorf("got %v after its time, want none", got)
	}
	if got := r.get("unknown", now); got != nil {
		t.Errorf("got %v for no report", got)
	}
	var last *render.Report
	for range maxReports {
		last = &render.Report{}
		r.keep(last, now)
	}
	if r.get(first.ID, now) != nil || r.get(last.ID, now) != last || len(r.byID) != maxReports || len(r.order) != maxReports {
		t.Errorf("%d reports are kept in %d places, want the last %d", len(r.byID), len(r.order), maxReports)
	}
	r.keep(&render.Report{}, now.Add(2*reportTime))
	if len(r.byID) != 1 || len(r.order) != 1 {
		t.Errorf("%d reports are kept after their time, want one", len(r.byID))
	}
}
