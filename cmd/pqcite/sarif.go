package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/internal/visible"
)

// The parts of SARIF 2.1.0 that a check fills in (OASIS, Static Analysis Results
// Interchange Format Version 2.1.0, section 3).
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
		// Invocations are there where something was not read, or the run was stopped.
		Invocations []sarifInvocation `json:"invocations,omitempty"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications"`
	}
	sarifNotification struct {
		Level      sarifLevel        `json:"level"`
		Message    sarifMessage      `json:"message"`
		Descriptor sarifDescriptor   `json:"descriptor"`
		Locations  []sarifNotedPlace `json:"locations,omitempty"`
	}
	sarifDescriptor struct {
		ID string `json:"id"`
	}
	sarifNotedPlace struct {
		PhysicalLocation sarifNoted `json:"physicalLocation"`
	}
	sarifNoted struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           *sarifLine    `json:"region,omitempty"`
	}
	sarifLine struct {
		StartLine int `json:"startLine"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID                   string       `json:"id"`
		ShortDescription     sarifMessage `json:"shortDescription"`
		FullDescription      sarifMessage `json:"fullDescription"`
		Help                 sarifHelp    `json:"help"`
		HelpURI              string       `json:"helpUri"`
		DefaultConfiguration sarifConfig  `json:"defaultConfiguration"`
	}
	sarifHelp struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown"`
	}
	sarifConfig struct {
		Level   sarifLevel `json:"level"`
		Enabled bool       `json:"enabled"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     sarifLevel      `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
		// PartialFingerprints tell results apart from run to run (section 3.27.17).
		PartialFingerprints map[string]string  `json:"partialFingerprints"`
		Fixes               []sarifFix         `json:"fixes,omitempty"`
		Suppressions        []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifFix struct {
		Description     sarifMessage  `json:"description"`
		ArtifactChanges []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		ArtifactLocation sarifArtifact      `json:"artifactLocation"`
		Replacements     []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		DeletedRegion   sarifDeleted `json:"deletedRegion"`
		InsertedContent sarifMessage `json:"insertedContent"`
	}
	sarifDeleted struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification,omitempty"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int          `json:"startLine"`
		StartColumn int          `json:"startColumn"`
		EndLine     int          `json:"endLine"`
		EndColumn   int          `json:"endColumn"`
		Snippet     sarifMessage `json:"snippet"`
	}
)

// sarifLevel is how much a result weighs.
type sarifLevel string

// levelOf is a severity as SARIF says it (section 3.27.10).
func levelOf(s rules.Severity) sarifLevel {
	switch s {
	case rules.SeverityError, rules.SeverityWarning:
		return sarifLevel(s)
	case rules.SeverityInformation, rules.SeverityHint:
		return "note"
	}
	return "none"
}

// sarifRules are the rules of a check, in the order of the registry.
func sarifRules() []sarifRule {
	var out []sarifRule
	for _, r := range rules.All() {
		out = append(out, sarifRule{
			ID: r.ID, ShortDescription: sarifMessage{Text: r.Title}, FullDescription: sarifMessage{Text: strings.ReplaceAll(r.Help, "`", "")},
			Help: sarifHelp{r.HelpText(), r.HelpMarkdown()}, HelpURI: r.HelpURI(),
			DefaultConfiguration: sarifConfig{levelOf(r.Severity), r.Severity != rules.SeverityOff},
		})
	}
	return out
}

// sarifReporter prints findings as one log, each as it comes: a tree may have more of
// them than there is memory.
type sarifReporter struct {
	out   io.Writer
	begun bool
	some  bool // a result was printed
	noted []sarifNotification
	more  int // notifications beyond maxNoted
}

// maxNoted bounds the notifications of a log, which are kept until its end.
const maxNoted = 1000

func newSARIF(out io.Writer) *sarifReporter { return &sarifReporter{out: out} }

func (r *sarifReporter) finding(f finding) error { return r.result(f, nil) }

// suppressed prints a finding that a comment ignores or a baseline knows (section 3.35).
func (r *sarifReporter) suppressed(f finding, b *suppressedBreach) error {
	s := sarifSuppression{Kind: "external", Justification: "known by the baseline"}
	if !b.known {
		s = sarifSuppression{Kind: "inSource", Justification: visible.Line(b.Ignored.Reason)}
	}
	return r.result(f, []sarifSuppression{s})
}

// fingerprintName is the name of our fingerprints, with a version of how they are made.
const fingerprintName = "pqcite/v1"

func (r *sarifReporter) result(f finding, suppressions []sarifSuppression) error {
	if err := r.begin(); err != nil {
		return err
	}
	index := slices.IndexFunc(rules.All(), func(r rules.Rule) bool { return r.ID == f.Rule })
	file := sarifArtifact{fileURI(f.File)}
	result, err := indentedJSON("        ", sarifResult{
		RuleID: f.Rule, RuleIndex: index, Level: levelOf(f.Level), Message: sarifMessage{unlinked(f.Message)},
		Locations: []sarifLocation{{sarifPhysical{
			file, sarifRegion{f.Line, f.column, f.EndLine, f.endColumn, sarifMessage{f.Text}},
		}}},
		PartialFingerprints: map[string]string{fingerprintName: f.Fingerprint}, Fixes: f.sarifFixes(file), Suppressions: suppressions,
	})
	if err != nil {
		return err
	}
	separator := ",\n        "
	if !r.some {
		separator = "\n        "
	}
	r.some = true
	_, err = io.WriteString(r.out, separator+result)
	return err
}

// sarifFixes is the correction of a finding, if there is one (section 3.55).
func (f *finding) sarifFixes(file sarifArtifact) []sarifFix {
	if f.fix == nil {
		return nil
	}
	return []sarifFix{{
		Description: sarifMessage{unlinked("Change to " + f.Fix)},
		ArtifactChanges: []sarifChange{{file, []sarifReplacement{{
			sarifDeleted{f.fix.startLine, f.fix.startColumn, f.fix.endLine, f.fix.endColumn}, sarifMessage{f.Fix},
		}}}},
	}}
}

func (r *sarifReporter) unread(u unread) error {
	place := sarifNoted{ArtifactLocation: sarifArtifact{fileURI(u.name)}}
	if u.line > 0 {
		place.Region = &sarifLine{u.line}
	}
	r.note(sarifNotification{"error", sarifMessage{unlinked(u.String())}, sarifDescriptor{rules.NotRead}, []sarifNotedPlace{{place}}})
	return nil
}

func (r *sarifReporter) note(n sarifNotification) {
	if len(r.noted) == maxNoted {
		r.more++
		return
	}
	r.noted = append(r.noted, n)
}

// unlinked is a message in which nothing is an embedded link (section 3.11.6), which a
// reader of it may follow: some of it are the words of files and documents.
func unlinked(message string) string {
	return strings.ReplaceAll(visible.Line(message), "](", "] (")
}

// fileURI is a file's name as a relative or absolute URI reference.
func fileURI(name string) string {
	slashed := strings.TrimPrefix(filepath.ToSlash(name), "./")
	u := url.URL{Path: slashed}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
	}
	return u.String()
}

// stop ends the log of a run that did not come to its end.
func (r *sarifReporter) stop(why error) error {
	r.note(sarifNotification{"error", sarifMessage{unlinked("the check was stopped: " + why.Error())}, sarifDescriptor{"stopped"}, nil})
	return r.end(nil)
}

func (r *sarifReporter) end(*counts) error {
	if err := r.begin(); err != nil {
		return err
	}
	if r.more > 0 {
		r.noted = append(r.noted, sarifNotification{"error", sarifMessage{fmt.Sprintf("%d others were not read", r.more)}, sarifDescriptor{rules.NotRead}, nil})
	}
	var invocations []sarifInvocation
	if len(r.noted) > 0 {
		invocations = []sarifInvocation{{Notifications: r.noted}}
	}
	_, tail, err := sarifFrame(invocations)
	if err != nil {
		return err
	}
	if r.some {
		tail = "\n      " + tail
	}
	_, err = io.WriteString(r.out, tail)
	return err
}

// begin prints what comes before the first result.
func (r *sarifReporter) begin() error {
	if r.begun {
		return nil
	}
	r.begun = true
	head, _, err := sarifFrame(nil)
	if err != nil {
		return err
	}
	_, err = io.WriteString(r.out, head)
	return err
}

// sarifFrame is a log without results, up to where they stand and from there on.
func sarifFrame(invocations []sarifInvocation) (head, tail string, err error) {
	whole, err := indentedJSON("", sarifLog{
		Schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{
			Tool: sarifTool{sarifDriver{
				Name: "pqcite", Version: version(), InformationURI: "https://github.com/pqcite/pqcite", Rules: sarifRules(),
			}},
			ColumnKind: "unicodeCodePoints", Results: []sarifResult{}, Invocations: invocations,
		}},
	})
	const results = `"results": [`
	head, tail, _ = strings.Cut(whole, results)
	return head + results, tail + "\n", err
}

// indentedJSON is a value as JSON without the line break at its end.
func indentedJSON(prefix string, v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	err := e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}
