package main

import (
	"strings"
	"testing"
)

func TestInk(t *testing.T) {
	k := newInk()
	for painted, want := range map[string]string{
		"a " + k.paint(bad, "red") + " word\n":       "a \x1b[31mred\x1b[0m word\n",
		k.paint(strong, "two") + k.paint(key, "x"):   "\x1b[1mtwo\x1b[0m\x1b[36mx\x1b[0m",
		k.paint(good, ""):                            "",
		k.paint(good, "  "):                          "  ",
		"nothing":                                    "nothing",
		k.paint(bad, "\x1b[2J\u202e"):                "\x1b[31m\\x1b[2J\\u202e\x1b[0m",
		"\x1b[31mforged":                             `\x1b[31mforged`,
		"\x00b forged" + "\x00" + "p":                `\x00b forged\x00p`,
		newInk().paint(bad, "of another run")[:28]:   "",
		k.paint(strong, "::error::") + "::warning::": "\x1b[1m\\x3a:error::\x1b[0m\\x3a:warning::",
	} {
		got := k.show(painted)
		if want == "" && painted != "" && strings.TrimSpace(painted) != "" {
			if strings.Contains(got, "\x1b") {
				t.Errorf("%q is shown as %q", painted, got)
			}
			continue
		}
		if want == "" {
			want = painted
		}
		if got != want {
			t.Errorf("%q is shown as %q, want %q", painted, got, want)
		}
	}
	var none ink
	if got := none.show(none.paint(bad, "plain")); got != "plain" {
		t.Errorf("no ink paints %q", got)
	}
}

func TestColourMode(t *testing.T) {
	for name, tt := range map[string]struct {
		mode           colourMode
		terminal       bool
		noColour, term string
		want           bool
	}{
		"a terminal":                {colourAuto, true, "", "xterm", true},
		"a pipe":                    {colourAuto, false, "", "xterm", false},
		"a terminal without colour": {colourAuto, true, "", "dumb", false},
		"who wants none":            {colourAuto, true, "1", "xterm", false},
		"always, on a pipe":         {colourAlways, false, "1", "dumb", true},
		"never, on a terminal":      {colourNever, true, "", "xterm", false},
	} {
		t.Setenv("NO_COLOR", tt.noColour)
		t.Setenv("TERM", tt.term)
		if got := tt.mode.wants(tt.terminal); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestHostileTextInColour: with colour nothing of others does more than without.
func TestHostileTextInColour(t *testing.T) {
	dir, home := hostileFiles(t), t.TempDir()
	painted := 0
	for _, args := range [][]string{
		{"corpus", "add", dir}, {"corpus", "list"}, {"ask", "What is a widget? " + hostileText}, {"ask", "What is a widget?"}, {"ask", hostileText},
		{"search", "widget"}, {"verify", "A widget is a small part that holds two gadgets together."}, {"check", dir}, {"card", "K-PKE.Decrypt"}, {"corpus", "show", "FIPS 203, Table 3"},
	} {
		var out strings.Builder
		run(t.Context(), append(args, "--home", home, "--color", "always"), streams{in: strings.NewReader(""), out: &out, err: t.Output()})
		bare := out.String()
		if strings.Contains(bare, "\x1b[2J") {
			t.Errorf("%q clears the screen", args)
		}
		for _, e := range escapes {
			painted += strings.Count(bare, e)
			bare = strings.ReplaceAll(bare, e, "")
		}
		if sign := hostileSign(bare); sign != "" {
			t.Errorf("%q has in its output %q", args, sign)
		}
	}
	if painted < 20 {
		t.Errorf("%d escape sequences were printed", painted)
	}
}

// TestNoColourForPrograms: what is for programs is the same with colour.
func TestNoColourForPrograms(t *testing.T) {
	home := t.TempDir()
	for _, args := range [][]string{{"ask", "What is ML-KEM?", "--json"}, {"search", "ML-KEM", "--json"}, {"corpus", "list", "--json"}, {"card", "ML-KEM", "--json"}, {"version", "--json"}} {
		var out strings.Builder
		run(t.Context(), append(args, "--home", home, "--color", "always"), streams{in: strings.NewReader(""), out: &out, err: t.Output()})
		if strings.Contains(out.String(), "\x1b") || !strings.HasPrefix(out.String(), "{") {
			t.Errorf("%q prints %.200q", args, out.String())
		}
	}
}
