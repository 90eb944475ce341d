package plan

import (
	"regexp"
	"slices"
	"strings"
)

// seam matches where one question ends and the next begins.
var seam = regexp.MustCompile(`(?i)[?;]\s+|,?\s+and\s+(?:(?:also|then)\s+)?(what|how|why|when|which|who|where|is|are|does|do|can|may|must|should|will)\b`)

// asking matches words and marks that ask nothing by themselves.
var asking = regexp.MustCompile(`(?i)\b(why|not|how|what|when|where|who|which|is|are|it|so|and|or|then|too|that|this|come|ok)\b|[/?!.,;:-]`)

const (
	maxParts  = 4
	partWords = 3 // fewer are no question of their own
)

// parts splits a question that asks several things. A part that names none of the
// question's terms is asked about all of them.
func parts(question string, terms []string) []string {
	out := []string{}
	from := 0
	cut := func(end int) {
		p := strings.Trim(strings.TrimSpace(question[from:end]), "?;, ")
		if len(strings.Fields(p)) >= partWords && strings.TrimSpace(asking.ReplaceAllString(p, "")) != "" {
			out = append(out, p)
		}
	}
	for _, m := range seam.FindAllStringSubmatchIndex(question, -1) {
		cut(m[0])
		if from = m[1]; m[2] >= 0 {
			from = m[2]
		}
	}
	cut(len(question))
	if len(out) < 2 {
		return []string{}
	}
	out = out[:min(len(out), maxParts)]
	for i, p := range out {
		low := strings.ToLower(p)
		if !slices.ContainsFunc(terms, func(t string) bool { return strings.Contains(low, strings.ToLower(t)) }) {
			out[i] = strings.TrimSpace(p + " " + strings.Join(terms, " "))
		}
	}
	return out
}

// filler matches what makes a question of a query, and chat around it.
var filler = regexp.MustCompile(`(?i)^\s*((hey|hi|hello|ok|so|well|please|quick question|question)[,:!]?\s+)+|\b(can|could|would) (you|someone|anybody) (please )?(tell|explain|show)( me| us)?\b|\b(please|thanks|thank you|tia|cheers)\b[.!]?`)

// distill reduces a question to its canonical form: without greeting and courtesy, as it
// was asked and in the names that the documents use.
func (p Planner) distill(question string) (asked, query string) {
	asked = strings.Join(strings.Fields(filler.ReplaceAllString(question, " ")), " ")
	if asked == "" {
		asked = question
	}
	if p.Features.Terms {
		return asked, p.Reader.Plain(asked)
	}
	return asked, asked
}
