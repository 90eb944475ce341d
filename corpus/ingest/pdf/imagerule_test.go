package pdf

import (
	"context"
	"testing"
)

// TestImagesAsRules holds that an image of one dot that is drawn out to a line is
// a rule, lying or standing, and that a broad one is none.
func TestImagesAsRules(t *testing.T) {
	const text = " BT /F1 12 Tf 72 700 Td (a) Tj ET"
	const dot = "BI /IM true /W 1 /H 1 /BPC 1 ID \x00 EI Q"
	tests := []struct {
		name, content string
		want          int
	}{
		{"inline, lying", "q 100 0 0 -0.5 72 600 cm " + dot, 1},
		{"inline, standing", "q 0.4 0 0 50 72 600 cm " + dot, 1},
		{"broad", "q 100 0 0 50 72 600 cm " + dot, 0},
		{"a dot", "q 1 0 0 1 72 600 cm " + dot, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := Read(context.Background(), onePage(streamObject("", tt.content+text), ""), DefaultLimits())
			if err != nil {
				t.Fatal(err)
			}
			if got := f.Pages[0].Rules; len(got) != tt.want {
				t.Errorf("rules are %v, want %d", got, tt.want)
			}
		})
	}
}
