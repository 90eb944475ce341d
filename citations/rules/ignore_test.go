package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
)

// ignoringScanner knows FIPS 203 with one algorithm, so that Algorithm 9 of it dangles
// and FIPS 999 is unknown.
func ignoringScanner() *refs.Scanner {
	return refs.NewScanner([]*core.Document{{
		ID: "NIST.FIPS.203", Label: "FIPS 203", Title: "ML-KEM", Identity: core.IdentityPublished, Status: core.StatusFinal, Pages: []core.Page{{Label: "1"}},
		Anchors: []core.Anchor{{ID: "alg-1", Kind: core.KindAlgorithm, Number: "1", Title: "One", StartPage: 1, EndPage: 1}},
	}}, nil)
}

// ignoredIn lists the findings of a file, one a line: where, the rule, and in
// parentheses the comment that ignores it with its reason.
func ignoredIn(t *testing.T, file string, lang *prose.Language) string {
	t.Helper()
	r, err := ignoringScanner().Read(t.Context(), file, lang, nil)
	if err != nil {
		t.Fatal(err)
	}
	severities := DefaultSeverities()
	var b strings.Builder
	for _, f := range Breaches(r.Found, Ignores(file, lang), r.Unread, &severities) {
		fmt.Fprintf(&b, "%d %s", 1+strings.Count(file[:f.Span.Start], "\n"), f.Rule)
		if f.Ignored != nil {
			fmt.Fprintf(&b, " (%s: %s)", f.Ignored.Text, f.Ignored.Reason)
		}
		if f.Rule == unusedIgnore {
			b.WriteString(": " + f.Note)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestIgnores holds where a comment ignores findings: FIPS 999 and Algorithm 9 of FIPS
// 203 are findings wherever they stand.
func TestIgnores(t *testing.T) {
	const (
		mark    = "pqcite:ignore[unknown-document]"
		finding = " unknown-document\n"
		ignored = " unknown-document (" + mark + ": r)\n"
	)
	for _, test := range []struct {
		name string
		lang *prose.Language
		file string
		want string
	}{
		{"none", &prose.Go, "// FIPS 999\n", "1" + finding},
		{"on the line", &prose.Go, "x() // FIPS 999 " + mark + " r\n// FIPS 999\n", "1" + ignored + "2" + finding},
		{"behind code", &prose.Go, "f(\"see FIPS 999\") // " + mark + " r\nf(\"see FIPS 999\")\n", "1" + ignored + "2" + finding},
		{"on the line above", &prose.Go, "x()\n// " + mark + " r\nf(\"see FIPS 999\")\nf(\"see FIPS 999\")\n", "3" + ignored + "4" + finding},
		{"in the middle of a block", &prose.Go, "// FIPS 999\n// " + mark + " r\n// FIPS 999\n// FIPS 999\n", "1" + finding + "3" + ignored + "4" + finding},
		{"first of a block", &prose.Go, "// " + mark + " r\n// FIPS 999\n// and\n// FIPS 999\n\n// FIPS 999\n", "2" + ignored + "4" + ignored + "6" + finding},
		{"last of a block, where gofmt puts it", &prose.Go, "// FIPS 999\n//\n//" + mark + " r\nf(\"see FIPS 999\")\n// FIPS 999\n", "1" + ignored + "4" + ignored + "5" + finding},
		{"first of a starred block", &prose.C, "/**\n * " + mark + " r\n * FIPS 999\n * FIPS 999\n */\n/* FIPS 999 */\n", "3" + ignored + "4" + ignored + "6" + finding},
		{"above a block", &prose.C, "/* " + mark + " r */\n/* FIPS 999\n * FIPS 999\n */\n/* FIPS 999 */\n", "2" + ignored + "3" + ignored + "5" + finding},
		{"above a docstring", &prose.Python, "# " + mark + " r\nDOC = \"\"\"FIPS 999\n\nFIPS 999\"\"\"\n# FIPS 999\n", "2" + ignored + "4" + ignored + "5" + finding},
		{"a citation over two lines", &prose.Go, "// text\n// pqcite:ignore[dangling] r\n// as in FIPS 203,\n// Algorithm 9\n", "3 dangling (pqcite:ignore[dangling]: r)\n"},
		{"a citation in the reason", &prose.Go, "x()\n// " + mark + " FIPS 999\nx() // FIPS 999\n",
			"2 unknown-document (" + mark + ": FIPS 999)\n3 unknown-document (" + mark + ": FIPS 999)\n"},
		{"Windows lines", &prose.Go, "x()\r\n// " + mark + " r\r\nf(\"see FIPS 999\")\r\nf(\"see FIPS 999\")\r\n", "3" + ignored + "4" + finding},
		{"a paragraph of Markdown", &prose.Markdown, "<!-- " + mark + " r -->\nFIPS 999 and\nFIPS 999.\n\nFIPS 999.\n", "2" + ignored + "3" + ignored + "5" + finding},
		{"the next paragraph of Markdown", &prose.Markdown, "<!--" + mark + " r-->\n\nFIPS 999 and\nFIPS 999.\n\nFIPS 999.\n", "3" + ignored + "4" + ignored + "6" + finding},
		{"a line of Markdown", &prose.Markdown, "FIPS 999 <!-- " + mark + " r -->\nFIPS 999\n", "1" + ignored + "2" + finding},
		{"spoken of in Markdown", &prose.Markdown, "Write `pqcite:ignore[RULE]` or pqcite:ignore[RULE] for FIPS 999.\n", "1" + finding},
		{"a paragraph of LaTeX", &prose.LaTeX, "% " + mark + " r\nFIPS 999 and\nFIPS 999.\n\nFIPS 999.\n", "2" + ignored + "3" + ignored + "5" + finding},
		{"a paragraph of text", &prose.Text, ".. " + mark + " r\n\nFIPS 999 and\nFIPS 999.\n\nFIPS 999.\n", "3" + ignored + "4" + ignored + "6" + finding},
		{"a shell script", prose.LanguageNamed("shell"), "# " + mark + " r\necho 'see FIPS 999'\n", "2" + ignored},
		{"OCaml and provers", prose.LanguageNamed("ocaml"), "(* " + mark + " r *)\n(* FIPS 999\n FIPS 999 *)\n(* FIPS 999 *)\n", "2" + ignored + "3" + ignored + "4" + finding},
		{"Lua", prose.LanguageNamed("lua"), "--[[ " + mark + " r\nFIPS 999\n]]\n-- FIPS 999\n", "2" + ignored + "4" + finding},
		{"YAML", prose.LanguageNamed("yaml"), "# " + mark + " r\na: see FIPS 999\nb: see FIPS 999\n", "2" + ignored + "3" + finding},
		{"behind a brace", &prose.C, "} // FIPS 999 " + mark + " r\n// FIPS 999\n", "1" + ignored + "2" + finding},
		{"a rule's name is no word of the text", &prose.Go, "// FIPS 203, Algorithm 9 pqcite:ignore[draft] the draft's\n", "1 dangling\n1 unused-ignore: there is nothing to ignore\n"},
		{"assembly", prose.LanguageNamed("assembly"), "mov r0, r1 @ FIPS 999 " + mark + " r\n", "1" + ignored},
		{"all rules", &prose.Go, "// FIPS 999; FIPS 203, Algorithm 9; pqcite:ignore r\n", "1 unknown-document (pqcite:ignore: r)\n1 dangling (pqcite:ignore: r)\n"},
		{"a file", &prose.Go, "// FIPS 999\n\n// pqcite:ignore-file[unknown-document] r\n\n// FIPS 999; FIPS 203, Algorithm 9\n",
			"1 unknown-document (pqcite:ignore-file[unknown-document]: r)\n5 unknown-document (pqcite:ignore-file[unknown-document]: r)\n5 dangling\n"},
		{"a file and a block", &prose.Go, "// pqcite:ignore-file[dangling] r\n// " + mark + " r\n\n// FIPS 999; FIPS 203, Algorithm 9\n",
			"2 unused-ignore: there is nothing to ignore\n4 unknown-document\n4 dangling (pqcite:ignore-file[dangling]: r)\n"},
		{"two rules", &prose.Go, "// FIPS 999; FIPS 203, Algorithm 9; pqcite:ignore[dangling, unknown-document] r\n",
			"1 unknown-document (pqcite:ignore[dangling, unknown-document]: r)\n1 dangling (pqcite:ignore[dangling, unknown-document]: r)\n"},
		{"another rule", &prose.Go, "// FIPS 999 pqcite:ignore[dangling] r\n", "1 unknown-document\n1 unused-ignore: there is nothing to ignore\n"},
		{"one rule too many", &prose.Go, "// FIPS 999 pqcite:ignore[dangling,unknown-document] r\n",
			"1 unknown-document (pqcite:ignore[dangling,unknown-document]: r)\n1 unused-ignore: there is nothing to ignore of [\"dangling\"]\n"},
		{"a rule that is off", &prose.Go, "// FIPS 203 pqcite:ignore[superseded-outside] r\n", ""},
		{"nothing there", &prose.Go, "// FIPS 203 pqcite:ignore r\n", "1 unused-ignore: there is nothing to ignore\n"},
		{"no such rule", &prose.Go, "// FIPS 999 pqcite:ignore[dangeling] r\n", "1 unknown-document\n1 unused-ignore: there is no rule \"dangeling\"\n"},
		{"a rule that can't be ignored", &prose.Go, "// pqcite:ignore[not-read] r\n", "1 unused-ignore: the rule \"not-read\" can't be ignored\n"},
		{"brackets without rules", &prose.Go, "// FIPS 999 pqcite:ignore[] r\n", "1 unknown-document\n1 unused-ignore: its brackets name no rule\n"},
		{"brackets without an end", &prose.Go, "// FIPS 999 pqcite:ignore[dangling r\n", "1 unknown-document\n1 unused-ignore: its brackets have no end\n"},
		{"a word that there is none of", &prose.Go, "// FIPS 999 pqcite:ignore-next-line r\n",
			"1 unknown-document\n1 unused-ignore: there is no pqcite:ignore-next-line, only pqcite:ignore and pqcite:ignore-file\n"},
		{"other words", &prose.Go, "// pqcite:ignored pqcite:ignores xpqcite:ignore \"pqcite:ignore[RULE]\" FIPS 999\n", "1" + finding},
		{"strings have none", &prose.Go, "f(\"FIPS 999 pqcite:ignore\")\n", "1" + finding},
		{"an unused one that is ignored", &prose.Go, "// pqcite:ignore[unused-ignore] on purpose\n// pqcite:ignore[dangling] r\n// FIPS 203\n",
			"2 unused-ignore (pqcite:ignore[unused-ignore]: on purpose): there is nothing to ignore\n"},
		{"of all rules, it is no excuse for itself", &prose.Go, "// pqcite:ignore-file\n", "1 unused-ignore: there is nothing to ignore\n"},
		{"said twice", &prose.Go, "// FIPS 999 " + mark + " a " + mark + " b\n",
			"1 unknown-document (" + mark + ": a " + mark + " b)\n1 unused-ignore: there is nothing to ignore\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, ignoredIn(t, test.file, test.lang)); diff != "" {
				t.Errorf("%s(-want +got):\n%s", test.file, diff)
			}
		})
	}
}

// TestIgnoresBound: of too many such comments the first ones are obeyed, and it is said
// that the others are not.
func TestIgnoresBound(t *testing.T) {
	file := "// FIPS 999 pqcite:ignore r\n\n//" + strings.Repeat(" pqcite:ignore-file[draft]", 12_000) + "\n\n// FIPS 999 pqcite:ignore r\n"
	all := Ignores(file, &prose.Go)
	if len(all) != 10_001 || all[9_999].Fault != "" || !strings.Contains(all[10_000].Fault, "at most 10000") {
		t.Fatalf("%d comments, the last is %+v", len(all), all[len(all)-1])
	}
	got := strings.Split(ignoredIn(t, file, &prose.Go), "\n")
	if first, last := got[0], got[len(got)-2]; first != "1 unknown-document (pqcite:ignore: r)" || last != "5 unknown-document" {
		t.Errorf("from %q to %q", first, last)
	}
}
