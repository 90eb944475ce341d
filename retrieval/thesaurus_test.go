package retrieval

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestParseThesaurus(t *testing.T) {
	tests := []struct {
		name, text string
		want       synonyms
	}{
		{"nothing", "", synonyms{}},
		{"comments and blank lines", "# chop : cut\n\n  # more\n", synonyms{}},
		{"one word", "chop : truncate\n", synonyms{single: map[string][]string{"chop": {"truncat"}}}},
		{"a comment after it", "chop : truncate # to the left\n", synonyms{single: map[string][]string{"chop": {"truncat"}}}},
		{
			"several on both sides", "chop, trim : truncate, cut",
			synonyms{single: map[string][]string{"chop": {"truncat", "cut"}, "trim": {"truncat", "cut"}}},
		},
		{"a word of two lines", "chop : truncate\nchop : cut, truncate\n", synonyms{single: map[string][]string{"chop": {"truncat", "cut"}}}},
		{"inflections are one word", "chops, chopped : truncated, truncates\n", synonyms{single: map[string][]string{"chop": {"truncat"}}}},
		{"not to itself", "chop : chops, cut\n", synonyms{single: map[string][]string{"chop": {"cut"}}}},
		{
			"a phrase", "phase out : deprecated\n",
			synonyms{phrases: []phrase{{" phase out ", []string{"phase"}, []string{"deprec"}}}},
		},
		{
			"a compound", "brute-force : exhaustive\n",
			synonyms{phrases: []phrase{{" brute-force ", []string{"brute", "forc"}, []string{"exhaust"}}}},
		},
		{"many words on the right", "chop : cut away\n", synonyms{single: map[string][]string{"chop": {"cut", "away"}}}},
		{"no colon", "chop truncate\n", synonyms{}},
		{"one for another", "chop, cut\n", synonyms{single: map[string][]string{"chop": {"cut"}, "cut": {"chop"}}}},
		{"no left side", " : truncate\n", synonyms{}},
		{"no right side", "chop : \n", synonyms{}},
		{"empty words", ", chop,, : , truncate,\n", synonyms{single: map[string][]string{"chop": {"truncat"}}}},
		{"words without meaning", "the : truncate\nchop : the\n", synonyms{}},
		{"only the first colon", "chop : truncate : cut\n", synonyms{single: map[string][]string{"chop": {"truncat", "cut"}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := parseThesaurus(tt.text)
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty(), cmp.AllowUnexported(synonyms{}, phrase{})); diff != "" {
				t.Errorf("parseThesaurus(%q) (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func FuzzParseThesaurus(f *testing.F) {
	f.Add("chop, phase out : truncate, cut # comment\n")
	f.Add(":::\n,,:,,\n#:\n\xff : \xfe\n")
	f.Fuzz(func(t *testing.T, text string) {
		all := parseThesaurus(text)
		for from, to := range all.single {
			if from == "" || len(to) == 0 || slices.Contains(to, from) || slices.Contains(to, "") {
				t.Errorf("%q stands for %q", from, to)
			}
		}
		for _, p := range all.phrases {
			if len(p.terms) == 0 || utf8.ValidString(text) && !utf8.ValidString(p.asked) {
				t.Errorf("phrase %+v", p)
			}
		}
	})
}

// The thesaurus that is shipped says what it means: each line has both sides, each
// word is on the left once, and each of them can be met by a question.
func TestShippedThesaurus(t *testing.T) {
	seen := map[string]int{}
	lines := 0
	at := 0
	for line := range strings.Lines(thesaurusText) {
		at++
		line, _, _ = strings.Cut(line, "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		lines++
		asked, written, ok := strings.Cut(line, ":")
		if !ok || strings.Contains(written, ":") {
			t.Errorf("line %d has not one colon: %q", at, line)
			continue
		}
		for w := range strings.SplitSeq(written, ",") {
			if len(indexed(w)) == 0 {
				t.Errorf("line %d: %q is nothing that is indexed", at, w)
			}
		}
		for w := range strings.SplitSeq(asked, ",") {
			w = strings.TrimSpace(w)
			if before := seen[w]; before > 0 {
				t.Errorf("line %d: %q stands on line %d already", at, w, before)
			}
			seen[w] = at
			if w != strings.ToLower(w) {
				t.Errorf("line %d: %q is not in lower case", at, w)
			}
			if others := thesaurus().otherWords("how to " + w + "?"); !anyOther(others, w) {
				t.Errorf("line %d: a question with %q has no other words", at, w)
			}
		}
	}
	if lines < 400 {
		t.Errorf("only %d lines", lines)
	}
}

// The synonyms that are shipped are groups in lower case whose words can be met, and change
// nothing for the standards.
func TestShippedSynonyms(t *testing.T) {
	lines := 0
	for line := range strings.Lines(synonymsText) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		lines++
		asked, written, _ := strings.Cut(line, ":")
		if written == "" && !strings.Contains(asked, ",") || line != strings.ToLower(line) {
			t.Errorf("%q is no group of words in lower case", line)
		}
	}
	if lines < 300 {
		t.Errorf("only %d lines", lines)
	}
}

func anyOther(others func(string) []string, text string) bool {
	return slices.ContainsFunc(indexed(text), func(term string) bool { return len(others(term)) > 0 })
}

func TestOtherWords(t *testing.T) {
	tests := []struct {
		name, query, term string
		want              []string // among others
		none              bool
	}{
		{name: "a word", query: "is it banned?", term: "ban", want: []string{"disallow"}},
		{name: "a phrase", query: "Is it Phased  Out, then?", term: "phase", want: []string{"deprec"}},
		{name: "a phrase, whatever is between its words", query: "CRANK\n up!", term: "crank", want: []string{"larger"}},
		{name: "a compound", query: "is brute-force possible?", term: "forc", want: []string{"search"}},
		{name: "the words of a phrase apart", query: "up with the crank", term: "crank", none: true},
		{name: "a word that nobody listed", query: "zyx", term: "zyx", none: true},
		{name: "no query", query: "", term: "", none: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := thesaurus().otherWords(tt.query)(tt.term)
			if tt.none && len(got) > 0 {
				t.Errorf("other words for %q: %q", tt.term, got)
			}
			for _, w := range tt.want {
				if !slices.Contains(got, w) {
					t.Errorf("other words for %q are %q, want %q among them", tt.term, got, w)
				}
			}
		})
	}
}

// A caller may add to what it got.
func TestOtherWordsAreTheCallers(t *testing.T) {
	first := thesaurus().otherWords("ban")("ban")
	want := slices.Clone(first)
	for i := range first {
		first[i] = "spoiled"
	}
	if diff := cmp.Diff(want, thesaurus().otherWords("ban")("ban")); diff != "" {
		t.Errorf("other words (-want +got):\n%s", diff)
	}
}
