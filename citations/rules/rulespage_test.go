package rules

import (
	"fmt"
	"strings"
)

// markdown is the page of documentation on the rules, docs/rules.md.
func markdown() string {
	var b strings.Builder
	b.WriteString("# Rules\n\nWhat `pqcite check` and the editors report. This page is made from the registry in `citations/rules/rule.go`.\n\n" +
		"| rule | severity | what it finds |\n|---|---|---|\n")
	for i := range registry {
		r := &registry[i]
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", r.ID, r.ID, r.Severity, r.Title)
	}
	b.WriteString("\n`error` and `warning` make the exit code 4, `information` and `off` do not; `--fail-on` changes that. A project sets\n" +
		"severities in [`.pqcite.yaml`](settings.md), and a line is left alone with [`pqcite:ignore`](cli.md#ignoring-a-finding).\n")
	for i := range registry {
		registry[i].section(&b)
	}
	return b.String()
}

// section writes the rule's part of the page.
func (r *Rule) section(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n", r.ID, r.HelpMarkdown())
	switch {
	case r.Fixed:
		b.WriteString("Severity: error, which can't be set.\n")
	case r.Asked != "":
		fmt.Fprintf(b, "Severity: %s; %s where it is asked for by name.\n", r.Severity, r.Asked)
	default:
		fmt.Fprintf(b, "Severity: %s.\n", r.Severity)
	}
}
