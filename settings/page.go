package settings

import (
	"fmt"
	"strings"
)

// Markdown is the page of documentation, docs/settings.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString("# Settings\n\nThis page is generated from the table in `settings/key.go`.\n\n" +
		"A project keeps its settings in `" + ProjectFile + "`. It is searched for from the checked file upwards to the root of the repository (the\n" +
		"folder with `.git`, `.hg`, `.svn` or `.jj`); outside a repository only the folder itself counts. The nearest file applies, on the\n" +
		"command line and in editors.\n\n" +
		"```yaml\ncheck:\n  rules:\n    draft: off\n    superseded-outside: information\n  exclude: [testdata/, \"*.pb.go\"]\n  baseline: .pqcite-baseline.json\n  fail-on: warning\n```\n\n" +
		"Flags override environment variables, those the project's file, that `" + PersonFile + "` in the library's folder (personal preferences), and\n" +
		"that the defaults. A list replaces the list of a lower rank. Unknown keys and wrong values are errors that name file and line; the exit code is 2.\n" +
		"Secrets (tokens, keys of a model's server) are not settings; they come from the environment only.\n\n" +
		"In an editor, the project's file overrides the editor's settings, so that the editor shows what the project's checks fail on; the editor decides the\n" +
		"rest.\n\n" +
		"| key | value | default | meaning |\n|---|---|---|---|\n")
	defaults := Default()
	for i := range keys {
		k := &keys[i]
		help := k.Help
		if k.Project {
			help += " Project file only."
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, k.documented(), k.shown(&defaults), help)
	}
	b.WriteString("\nThe environment variable of a key is `PQCITE_` and its name in capitals, with `_` for `.` and `-`: `" + keyOf("check.fail-on").Env() + "`. Lists are separated by commas.\n" +
		"[rules.md](rules.md) explains the rules.\n")
	return b.String()
}

// documented is a key's possible values as on the page.
func (k *Key) documented() string {
	switch k.kind {
	case kindWord:
		return strings.Join(k.words, ", ")
	case kindNumber:
		return fmt.Sprintf("%d to %d", k.least, k.most)
	case kindList:
		return "list of patterns"
	}
	return string(k.kind)
}
