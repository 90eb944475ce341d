package settings

import (
	"fmt"
	"strings"
)

// Markdown is the page of documentation, docs/settings.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString("# Settings\n\nThis page is made from the table in `settings/key.go`.\n\n" +
		"A project keeps its settings in `" + ProjectFile + "`, which is looked for from what is checked upwards to the root of the repository (the\n" +
		"folder with `.git`, `.hg`, `.svn` or `.jj`); outside of a repository only the folder itself counts. The nearest file is the one that\n" +
		"holds, for the command line and for editors.\n\n" +
		"```yaml\ncheck:\n  rules:\n    draft: off\n    superseded-outside: information\n  exclude: [testdata/, \"*.pb.go\"]\n  baseline: .pqcite-baseline.json\n  fail-on: warning\n```\n\n" +
		"Flags win over variables of the environment, those over the project's file, that over `" + PersonFile + "` in the folder of the library (for a\n" +
		"person's own taste), and that over the defaults. A list takes the place of the list before. Unknown keys and wrong values are errors that name the file and\n" +
		"the line; the exit code is 2. Secrets (tokens, keys of a model's server) are no settings, and come from the environment alone.\n\n" +
		"In an editor, what the project's file sets wins over the editor's settings, so that the editor shows what the project's checks fail on; what it does not set\n" +
		"is the editor's.\n\n" +
		"| key | value | default | for what |\n|---|---|---|---|\n")
	defaults := Default()
	for i := range keys {
		k := &keys[i]
		help := k.Help
		if k.Project {
			help += " Of a project only."
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, k.documented(), k.shown(&defaults), help)
	}
	b.WriteString("\nThe variable of a key is `PQCITE_` and its name in capitals, with `_` for `.` and `-`: `" + keyOf("check.fail-on").Env() + "`. Lists have commas.\n" +
		"What each rule means is in [rules.md](rules.md).\n")
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
