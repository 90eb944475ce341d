package lex

import "testing"

func TestSubject(t *testing.T) {
	tests := map[string]string{
		"What is ML-KEM?": "ML-KEM", "what are the PQC standards": "PQC standards", "Define an encapsulation key.": "encapsulation key",
		"What does MLWE stand for?": "MLWE", "what does XOF mean": "XOF", "What does Power2Round do?": "Power2Round", "explain hedged signing": "hedged signing",
		"When is RSA disallowed?": "", "What is the reason for which the committee chose one over the other?": "", "": "",
	}
	for question, want := range tests {
		if got := Subject(question); got != want {
			t.Errorf("Subject(%q) = %q, want %q", question, got, want)
		}
	}
}

func TestDefines(t *testing.T) {
	tests := []struct {
		text, subject string
		want          float64
	}{
		{"A widget is a small part.", "widget", Defining},
		{"Widget (WG) denotes a part.", "widget", Defining},
		{"The small parts known as a widget are cheap to make in bulk.", "widget", glosses},
		{"Use a Wide Gadget (WG) here.", "WG", glosses},
		{"Widgets aside, a widget is cheap.", "widget", glosses},
		{"The price of a widget is low.", "widget", About},
		{"The price of widget is low.", "widget", About},
		{"We bought a widget yesterday.", "widget", About},
		{"A widget-maker is a person.", "widget", notAbout},
		{"Nothing of the kind.", "widget", notAbout},
		{"İstanbul is a city.", "widget", notAbout},
	}
	for _, tt := range tests {
		if got := Defines(tt.text, tt.subject); got != tt.want {
			t.Errorf("Defines(%q, %q) = %v, want %v", tt.text, tt.subject, got, tt.want)
		}
	}
}

func TestWordLists(t *testing.T) {
	for heading, want := range map[string]bool{"2.1 Terms and Definitions": true, "Appendix B. Glossary": true, "3 Determined": false} {
		if got := IsWordList(heading); got != want {
			t.Errorf("IsWordList(%q) = %v", heading, got)
		}
	}
	for line, want := range map[string]bool{"Widget A part.": true, " widget: a part": true, "widget": true, "widgets are parts": false, "a widget": false} {
		if got := IsEntry(line, "widget"); got != want {
			t.Errorf("IsEntry(%q) = %v", line, got)
		}
	}
}
