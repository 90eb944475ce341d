package pdf

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestToUnicode(t *testing.T) {
	src := `2 beginbfchar <0041> <00660069> <01> <D835DC51> endbfchar
1 beginbfrange <0050> <0052> <0061> endbfrange
1 beginbfrange <60> <61> [<0078> <0079>] endbfrange`
	got, err := parseToUnicode([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"\x00A": "fi", "\x01": "𝑑", "\x00P": "a", "\x00Q": "b", "\x00R": "c", "`": "x", "a": "y"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
}

func FuzzToUnicode(f *testing.F) {
	f.Add([]byte("1 beginbfrange <00> <FFFFFFFF> <0061> endbfrange"))
	f.Add([]byte("1 beginbfchar <01> <D835> endbfchar"))
	f.Fuzz(func(t *testing.T, src []byte) {
		codes, err := parseToUnicode(src)
		if err == nil && len(codes) > 2*maxCMapEntries {
			t.Fatalf("%d codes", len(codes))
		}
	})
}
