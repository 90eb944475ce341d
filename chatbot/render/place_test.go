package render

import (
	"testing"

	"github.com/pqcite/pqcite/core"
)

// The bound on what a similar place says never hides the sentence that may answer.
func TestFromLead(t *testing.T) {
	for _, tt := range []struct{ quote, lead, want string }{
		{"First this. Then that.", "Then that.", "… Then that."},
		{"First this. Then that.", "First this.", "First this. Then that."},
		{"First this.", "", "First this."},
		{"First this.", "of another text", "First this."},
	} {
		if got := fromLead(&core.Nearest{Quote: tt.quote, Lead: tt.lead}); got != tt.want {
			t.Errorf("%q from %q: %q, want %q", tt.quote, tt.lead, got, tt.want)
		}
	}
}
