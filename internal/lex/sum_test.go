package lex

import "testing"

func TestSum(t *testing.T) {
	// FNV-1a of "a" and "foobar" as its authors give them, and its basis.
	for text, want := range map[string]uint32{"": 0x811c9dc5, "a": 0xe40c292c, "foobar": 0xbf9cf968} {
		if got := Sum(text); got != want {
			t.Errorf("Sum(%q) = %08x, want %08x", text, got, want)
		}
	}
	same := Sum("The key-encapsulation key has 1184 bytes.")
	for _, text := range []string{
		"the key-encapsulation key has 1184 bytes", "The key\u2010\nencapsulation  key has\t1184 bytes.", "THE KEYENCAPSULATION KEY HAS 1184 BYTES",
	} {
		if Sum(text) != same {
			t.Errorf("Sum(%q) differs, though only case, space or marks do", text)
		}
	}
	for _, text := range []string{"The key-encapsulation key has 1185 bytes.", "The key-encapsulation key has 1184 byte.", ""} {
		if Sum(text) == same {
			t.Errorf("Sum(%q) is the same, though its words are others", text)
		}
	}
}
