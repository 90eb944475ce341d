package standards

import (
	"testing"
	"testing/fstest"
)

// TestDigestNamesContent: a byte, a name and a file more change the digest, and nothing else
// does.
func TestDigestNamesContent(t *testing.T) {
	sum := func(files map[string]string) string {
		t.Helper()
		tree := fstest.MapFS{}
		for name, text := range files {
			tree[name] = &fstest.MapFile{Data: []byte(text)}
		}
		digest, err := digestOf(tree)
		if err != nil || len(digest) != 64 {
			t.Fatalf("the digest is %q, %v", digest, err)
		}
		return digest
	}
	one := sum(map[string]string{"a/x": "1", "b": "2"})
	if sum(map[string]string{"b": "2", "a/x": "1"}) != one {
		t.Error("the order of files changes the digest")
	}
	for name, files := range map[string]map[string]string{
		"a byte": {"a/x": "1", "b": "3"}, "a name": {"a/x": "1", "c": "2"}, "a file": {"a/x": "1", "b": "2", "c": ""}, "a line break": {"a/x": "1\nb", "b": "2"},
	} {
		if sum(files) == one {
			t.Errorf("%s does not change the digest", name)
		}
	}
	if digest, err := Digest(); err != nil || len(digest) != 64 {
		t.Errorf("the pack's digest is %q, %v", digest, err)
	}
}
