package plan

import (
	"testing"
)

func TestSubject(t *testing.T) {
	for _, tt := range []struct {
		question string
		parts    []string
		want     string
	}{
		{"what is a widget?", nil, "widget"},
		{"widgets and gadgets?", []string{"define gadget", "what is a widget?"}, "gadget"},
		{`how does the text read "widget part"?`, nil, "widget part"},
		{"how does it read “widget”?", nil, "widget"},
		{"is it 'x'?", nil, ""},
		{"how long is a key?", []string{"how long is it?"}, ""},
		{"", nil, ""},
	} {
		if got := Subject(tt.question, tt.parts); got != tt.want {
			t.Errorf("Subject(%q, %q) = %q, want %q", tt.question, tt.parts, got, tt.want)
		}
	}
}
