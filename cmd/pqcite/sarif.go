package main

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"

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
		DefaultConfiguration sarifConfig  `json:"defaultConfiguration"`
	}
	sarifConfig struct {
		Level level `json:"level"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     level           `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
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

// sarifRules are the rules of a check, in a fixed order.
var sarifRules = []sarifRule{
	{"unknown-document", sarifMessage{"The document does not exist."}, sarifConfig{levelError}},
	{"dangling", sarifMessage{"The document has no such section, algorithm, table, equation or page."}, sarifConfig{levelError}},
	{"contradicted", sarifMessage{"The number belongs to something else than the name beside it."}, sarifConfig{levelError}},
	{"misquoted", sarifMessage{"The quoted words do not stand in the cited place."}, sarifConfig{levelError}},
	{"superseded", sarifMessage{"The edition was replaced or withdrawn."}, sarifConfig{levelWarning}},
	{"draft", sarifMessage{"The document is a draft."}, sarifConfig{levelNote}},
}

// sarifReporter collects findings and prints them as one log.
type sarifReporter struct {
	out     io.Writer
	results []sarifResult
}

func newSARIF(out io.Writer) *sarifReporter {
	return &sarifReporter{out: out, results: []sarifResult{}}
}

func (r *sarifReporter) finding(f finding) error {
	index := 0
	for i, rule := range sarifRules {
		if rule.ID == f.Rule {
			index = i
		}
	}
	r.results = append(r.results, sarifResult{
		RuleID: f.Rule, RuleIndex: index, Level: f.Level, Message: sarifMessage{unlinked(f.message)},
		Locations: []sarifLocation{{sarifPhysical{
			sarifArtifact{fileURI(f.File)},
			sarifRegion{f.Line, f.column, f.EndLine, f.endColumn, sarifMessage{f.Text}},
		}}},
	})
	return nil
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

func (r *sarifReporter) end(*counts) error {
	e := json.NewEncoder(r.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{
		Schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{
			Tool: sarifTool{sarifDriver{
				Name: "pqcite", Version: version(), InformationURI: "https://github.com/pqcite/pqcite", Rules: sarifRules,
			}},
			ColumnKind: "unicodeCodePoints", Results: r.results,
		}},
	})
}
