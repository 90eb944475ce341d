package rules

import (
	"fmt"
	"slices"
	"strings"
)

// The ids of the rules. They are stable: settings, baselines and comments name them.
const (
	unknownDocument   = "unknown-document"
	dangling          = "dangling"
	contradicted      = "contradicted"
	misquoted         = "misquoted"
	wrongValue        = "wrong-value"
	superseded        = "superseded"
	supersededOutside = "superseded-outside"
	Draft             = "draft"
	unusedIgnore      = "unused-ignore"
	NotRead           = "not-read"
)

// Rule is something that a file can break.
type Rule struct {
	ID    string
	Title string // one sentence
	// Help is a paragraph: what a finding means, and what is none. Example is a line
	// that breaks the rule, and Do is what a person does about it.
	Help, Example, Do string
	// Severity is that of a project which sets none, and Asked that of a rule which is
	// off and asked for by its name.
	Severity, Asked Severity
	// Fixed rules are no matter of taste: their severity can't be set, nor can they be
	// ignored.
	Fixed bool
}

// HelpURI is the page that explains the rule.
func (r *Rule) HelpURI() string { return rulesPage + "#" + r.ID }

// rulesPage is the page that RulesMarkdown makes.
const rulesPage = "https://github.com/pqcite/pqcite/blob/main/docs/rules.md"

// Setting is the rule's name in editor settings, which have no hyphens:
// "unknownDocument".
func (r *Rule) Setting() string {
	words := strings.Split(r.ID, "-")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// All are all rules, in the order in which they are listed.
func All() []Rule { return slices.Clone(registry[:]) }

// ByID is the rule with an id.
func ByID(id string) (Rule, bool) {
	i := ruleIndex(id)
	if i < 0 {
		return Rule{}, false
	}
	return registry[i], true
}

func ruleIndex(id string) int {
	for i := range registry {
		if registry[i].ID == id {
			return i
		}
	}
	return -1
}

// IDs are the ids of all rules that settings and comments may name.
func IDs() []string {
	var ids []string
	for i := range registry {
		if !registry[i].Fixed {
			ids = append(ids, registry[i].ID)
		}
	}
	return ids
}

var registry = [...]Rule{
	{
		ID: unknownDocument, Severity: SeverityWarning,
		Title: "The document is not known to pqcite.",
		Help: "The text names a publication of a series that pqcite knows, such as FIPS or SP 800, by a number that its register does not have. " +
			"Mostly two digits were swapped. The register has gaps, and new publications appear, so this is a warning, not an error.",
		Example: "// keys are checked as in FIPS 302",
		Do:      "Correct the number. If the publication exists, add it to the library (`pqcite corpus add`), or ignore the line.",
	},
	{
		ID: dangling, Severity: SeverityError,
		Title: "The document has no such section, algorithm, table, equation or page.",
		Help: "The document is in the library, but the cited place is not in it: the number is too high, the section has moved, or " +
			"another document is meant. The finding names the nearest place.",
		Example: "// Decapsulates (FIPS 203, Algorithm 22).",
		Do:      "Open the document at the place that the finding names, and correct the number. If the number is that of an earlier draft, say so next to it.",
	},
	{
		ID: contradicted, Severity: SeverityError,
		Title: "The number belongs to something other than the name next to it.",
		Help: "A citation has a number and a name, both exist, and they belong to different algorithms, sections or tables. One of the two is wrong. " +
			"A name that the cited place calls, or is called by, is not a contradiction; neither is a line of an algorithm.",
		Example: "// Encaps implements FIPS 203, Algorithm 21 (ML-KEM.Encaps).",
		Do:      "Find out which of the two is meant. If only one reading is possible, `pqcite check --fix` corrects the number.",
	},
	{
		ID: misquoted, Severity: SeverityError,
		Title: "The quoted words are not in the cited place.",
		Help: "A comment quotes a document (`//#` below `//=`, as duvet reads it), the document is in the library with its text, and the words are not there. Typography " +
			"and line breaks do not count as differences; numbers, negations and normative words do.",
		Example: "//= FIPS 203, Section 3.3\n//# Implementations may check the encapsulation key.",
		Do:      "Compare with the sentence that the finding shows, and quote that.",
	},
	{
		ID: wrongValue, Severity: SeverityError,
		Title: "A constant contradicts a table of the standard.",
		Help: "The name of a constant says which size or parameter of which parameter set it is, and its value is not the one of the standard's table. " +
			"Only literal values are compared, and only if name and parameter set are unambiguous.",
		Example: "#define MLKEM768_CIPHERTEXTBYTES 1087",
		Do:      "Use the table's value, which is the finding's fix; or rename a constant that means something else.",
	},
	{
		ID: superseded, Severity: SeverityInformation,
		Title: "The edition was replaced or withdrawn.",
		Help: "The text cites an edition that another one has replaced, or that was withdrawn, of a document in the library. That is often intended: the origin of " +
			"a change, the edition of test vectors. So it is information and fails no check unless a project wants that.",
		Example: "// as in the draft FIPS 203 (ipd)",
		Do:      "See whether the successor says the same, and cite that; or leave it, if the old edition is what is implemented.",
	},
	{
		ID: supersededOutside, Severity: SeverityOff, Asked: SeverityInformation,
		Title: "The edition of a document outside the library was replaced or withdrawn.",
		Help: "Like `superseded`, for a document that is not in the library and whose successor is not either: RFC 5246 in code that speaks TLS 1.2. " +
			"Also for any edition that the text names as the origin of something, such as test vectors, or that the text of an RFC cites. " +
			"It is off, since such citations are nearly always intended. `--select superseded-outside`, or a severity in `.pqcite.yaml`, switches it on.",
		Example: "// SHA-256 (FIPS 180-3)",
		Do:      "Cite the successor where it says the same.",
	},
	{
		ID: Draft, Severity: SeverityInformation,
		Title:   "The document is a draft.",
		Help:    "The citation is right, but the document is not final: sections, numbers and requirements may change before publication.",
		Example: "// IR 8547, Table 2",
		Do:      "Nothing for now. Check again when the final edition is published.",
	},
	{
		ID: unusedIgnore, Severity: SeverityWarning,
		Title: "A comment ignores nothing.",
		Help: "A `pqcite:ignore` suppresses no finding: the finding was fixed, the comment is in the wrong place, or it names a rule that does not " +
			"exist. It would hide the next finding there.",
		Example: "// pqcite:ignore[dangling] for the old draft\n// FIPS 203, Algorithm 21",
		Do:      "Delete the comment, or correct the name of the rule.",
	},
	{
		ID: NotRead, Severity: SeverityError, Fixed: true,
		Title: "The file was not read, or not to its end.",
		Help: "A requested file could not be opened, is not text, or exceeds a bound. Its contents were not checked, so silence would " +
			"look like approval. The exit code is 1, whatever the settings say.",
		Example: "pqcite check no-such-file.go",
		Do:      "The message says why: a wrong name, missing permissions, or a bound such as `--max-bytes`.",
	},
}

// HelpMarkdown is what a person should know of the rule, as Markdown.
func (r *Rule) HelpMarkdown() string {
	return fmt.Sprintf("**%s** %s\n\n```\n%s\n```\n\n%s", r.Title, r.Help, r.Example, r.Do)
}

// HelpText is the same as plain text.
func (r *Rule) HelpText() string {
	example := "    " + strings.ReplaceAll(r.Example, "\n", "\n    ")
	return strings.ReplaceAll(fmt.Sprintf("%s\n\n%s\n\n%s", r.Help, example, r.Do), "`", "")
}
