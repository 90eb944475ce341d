package render

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
)

// Report is the result of checking a message. It is plain data, so that it can be kept
// for the buttons of its pages.
type Report struct {
	ID         string             `json:"id"`  // of the saved report; without it only the first page can be shown
	URL        string             `json:"url"` // of the message, or ""
	References []CheckedReference `json:"references"`
	Claims     []CheckedClaim     `json:"claims"`
}

// CheckedReference is a reference of the message with its verdict.
type CheckedReference struct {
	Written string      `json:"written"`
	Status  refs.Status `json:"status"`
	Draft   bool        `json:"draft,omitempty"` // it is right, and of a draft
	// Whole means that it names a document without a place or page: only the document's
	// existence was checked.
	Whole bool   `json:"whole,omitempty"`
	Note  string `json:"note,omitempty"` // what a person should know
	// Place, Page and URL are what it denotes, or what was found in its place.
	Place string `json:"place,omitempty"` // "FIPS 203, Algorithm 9. NTT"
	Page  int    `json:"page,omitempty"`  // PDF page
	URL   string `json:"url,omitempty"`
	Fix   string `json:"fix,omitempty"`   // the correction, if it is certain
	Exact string `json:"exact,omitempty"` // what the document says in place of a misquote
	// Nearest are existing places, best first.
	Nearest []core.Nearest `json:"nearest,omitempty"`
}

// CheckedClaim is a sentence of the message and its verdict.
type CheckedClaim struct {
	Sentence    string         `json:"sentence"`
	Verdict     core.Verdict   `json:"verdict"`
	Rule        string         `json:"rule"`
	Unsupported []string       `json:"unsupported,omitempty"` // words, numbers and names that are not in the evidence
	Says        string         `json:"says,omitempty"`        // by the evidence, instead of Not
	Not         string         `json:"not,omitempty"`
	Evidence    *core.Citation `json:"evidence,omitempty"` // nil if there is none
}

// ReferenceOf is a reference as a scanner found and judged it.
func ReferenceOf(o *refs.Occurrence) CheckedReference {
	r := CheckedReference{
		Written: o.Text, Status: o.Status, Draft: rules.Broken(o) == rules.Draft, Note: o.Note, Page: o.Page, URL: o.URL, Exact: o.Exact,
	}
	if o.Target.Document != nil {
		r.Place = o.Target.Title()
	}
	r.Whole = o.Status == refs.Resolved && o.Target.Anchor == nil && o.Page == 0
	if o.Fix != nil {
		r.Fix = corrected(o)
	}
	for _, t := range o.Nearest {
		r.Nearest = append(r.Nearest, t.Nearest())
	}
	return r
}

// corrected is the right reference in full, where the fix is only a part of it.
func corrected(o *refs.Occurrence) string {
	if !o.Span.Contains(o.Fix.Span) || o.Span.Len() != len(o.Text) {
		return o.Fix.Text
	}
	return o.Text[:o.Fix.Span.Start-o.Span.Start] + o.Fix.Text + o.Text[o.Fix.Span.End-o.Span.Start:]
}

// standing is the verdict on one thing.
type standing int

const (
	holds standing = iota
	fails
	exists    // the document exists, and no place in it was given
	replaced  // by a newer document
	unchecked // nothing can be said
)

func (r *CheckedReference) standing() standing {
	switch r.Status {
	case refs.Resolved:
		if r.Whole {
			return exists
		}
		return holds
	case refs.Superseded:
		return replaced
	case refs.NotInLibrary, refs.UnknownDocument, refs.Candidate, refs.Ambiguous:
		return unchecked
	}
	return fails
}

func (c *CheckedClaim) standing() standing {
	switch {
	case c.Verdict.Proved():
		return holds
	case c.Verdict == core.Contradicted:
		return fails
	}
	return unchecked
}

// Report shows the result of checking a message: how much is right, then each reference
// and each sentence. page is from 1, and clamped.
func (v View) Report(r *Report, page int) Message {
	pages := packed(v.items(r), maxReportPage)
	if len(pages) == 0 {
		return Message{Content: v.Words.Text("check.nothing", nil)}
	}
	page = clamp(page, len(pages))
	e := &discordgo.MessageEmbed{Title: v.Words.Text("check.title", nil), Description: pages[page-1], Color: colourAnswer}
	switch n := r.count(); {
	case n[fails] > 0:
		e.Color = colourWarning
	case n[holds] == 0:
		e.Color = colourRefusal
	}
	m := Message{Content: v.overall(r), Embeds: []*discordgo.MessageEmbed{e}, Components: v.pager(VerbCheck, r.ID, page, len(pages))}
	if r.ID == "" && len(pages) > 1 {
		m.Files = []File{textFile("report.txt", strings.Join(pages, "\n\n"))}
	}
	return m
}

func (r *Report) count() map[standing]int {
	n := map[standing]int{}
	for i := range r.References {
		n[r.References[i].standing()]++
	}
	for i := range r.Claims {
		n[r.Claims[i].standing()]++
	}
	return n
}

// overall is the first line: how much of what could be checked is right.
func (v View) overall(r *Report) string {
	n := r.count()
	sign := "✅"
	switch {
	case n[fails] > 0:
		sign = "❌"
	case n[holds] == 0 && n[replaced] > 0:
		sign = referenceSigns.of(string(refs.Superseded))
	case n[holds] == 0 && n[exists] > 0:
		sign = documentSign
	case n[holds] == 0:
		sign = "❔"
	}
	var parts []string
	if all := n[holds] + n[fails]; all > 0 {
		parts = append(parts, bold(v.Words.Count("check.overall", all, words.Args{"Held": n[holds]})))
	}
	if n[exists] > 0 {
		parts = append(parts, v.Words.Count("check.documents", n[exists], nil))
	}
	if n[replaced] > 0 {
		parts = append(parts, v.Words.Count("check.superseded", n[replaced], nil))
	}
	if n[unchecked] > 0 {
		parts = append(parts, v.Words.Count("check.unchecked", n[unchecked], nil))
	}
	if to, ok := webAddress(r.URL, maxAddress); ok { // angle brackets suppress the preview
		parts = append(parts, "["+v.Words.Text("check.message", nil)+"](<"+to+">)")
	}
	return sign + " " + strings.Join(parts, " · ")
}

// Bounds of a report in UTF-16 units: a page, a sentence or reference of the message,
// a quote.
const (
	maxReportPage  = 3000
	maxChecked     = 300
	maxReportQuote = 400
	maxLacking     = 8 // words
)

// items are the paragraphs of a report.
func (v View) items(r *Report) []string {
	var out []string
	for i := range r.References {
		out = append(out, v.checkedReference(&r.References[i]))
	}
	if len(out) > 0 {
		out[0] = bold(v.Words.Text("check.references", nil)) + "\n" + out[0]
	}
	first := len(out)
	for i := range r.Claims {
		out = append(out, v.checkedClaim(&r.Claims[i]))
	}
	if len(out) > first {
		out[first] = bold(v.Words.Text("check.claims", nil)) + "\n" + out[first]
	}
	return out
}

// packed puts paragraphs on pages of at most some units. Each must be smaller.
func packed(items []string, most int) []string {
	var pages []string
	for _, item := range items {
		last := len(pages) - 1
		if last >= 0 && units(pages[last])+2+units(item) <= most {
			pages[last] += "\n\n" + item
			continue
		}
		pages = append(pages, item)
	}
	return pages
}

type signsOf map[string]string

func (s signsOf) of(status string) string {
	if sign, ok := s[status]; ok {
		return sign
	}
	return "❌"
}

// referenceSigns show verdicts at a glance; words follow.
var referenceSigns = signsOf{
	string(refs.Resolved): "✅", string(refs.Superseded): "⚠️", string(refs.NotInLibrary): "❔", string(refs.UnknownDocument): "❔", string(refs.Candidate): "❔", string(refs.Ambiguous): "❔",
	string(card.Related): "↪️", string(card.Guessed): "❔",
}

// documentSign marks a document that exists: not a tick, which would confirm what was
// written about it.
const documentSign = "📄"

// outcome is the verdict on a reference, with its sign.
func (v View) outcome(r *CheckedReference) (sign, status string) {
	if r.Whole {
		return documentSign, v.Words.Text("check.document", nil)
	}
	return referenceSigns.of(string(r.Status)), v.said("reference", string(r.Status))
}

func (v View) checkedReference(r *CheckedReference) string {
	written, _ := fit(plain(r.Written), maxChecked, func(s string) string { return bold(Escape(s)) })
	sign, status := v.outcome(r)
	if r.Draft {
		status = joined(", ", status, v.Words.Text("check.draft", nil))
	}
	lines := []string{sign + " " + written + " — " + status}
	if r.Place != "" && r.Status != refs.Dangling {
		lines = append(lines, joined(" · ", link(r.Place, r.URL), v.pdfPages(r.Page, r.Page, "")))
	}
	if note, _ := fit(plain(r.Note), maxChecked, Escape); note != "" && v.Words.English() && (r.standing() == fails || r.standing() == replaced) {
		lines = append(lines, italic(note))
	}
	if exact, _ := fit(flat(r.Exact), maxReportQuote, quoted); exact != "" {
		lines = append(lines, v.Words.Text("check.says", nil)+":", exact)
	}
	return strings.Join(append(lines, v.corrections(r)...), "\n")
}

// corrections say what a reference should be, or what is near.
func (v View) corrections(r *CheckedReference) []string {
	if fix, _ := fit(plain(r.Fix), maxChecked, Escape); fix != "" {
		return []string{"→ " + v.Words.Text("check.should_be", nil) + ": " + bold(fix)}
	}
	if near := v.nearest(r.Nearest); near != "" && r.standing() == fails {
		return []string{v.Words.Text("check.nearest", nil) + ":", near}
	}
	return nil
}

func (v View) checkedClaim(c *CheckedClaim) string {
	said, _ := fit(plain(c.Sentence), maxChecked, Escape)
	lines := []string{joined(" — ", v.verdict(c.Verdict)+": "+said, italic(v.rule(c.Rule)))}
	if differs := v.differs(c); differs != "" {
		lines = append(lines, differs)
	} else if lacking := v.lacking(c); lacking != "" {
		lines = append(lines, v.Words.Text("check.not_there", nil)+": "+lacking)
	}
	if e := c.Evidence; e != nil {
		quote := v.excerpt(e, maxReportQuote)
		lines = append(lines, joined(" · ", v.place(e), v.tags(e)))
		if quote != "" {
			lines = append(lines, quote)
		}
	}
	return strings.Join(lines, "\n")
}

// differs says what the evidence says instead; "" where that is not one thing.
func (v View) differs(c *CheckedClaim) string {
	says, _ := fit(plain(c.Says), maxChecked, Escape)
	not, _ := fit(plain(c.Not), maxChecked, Escape)
	switch {
	case says == "":
		return ""
	case not == "":
		return v.Words.Text("check.says", nil) + ": " + says
	}
	return v.Words.Text("check.says_not", map[string]any{"Says": says, "Not": not})
}

// lacking are the words of a claim that are not in its evidence.
func (v View) lacking(c *CheckedClaim) string {
	if c.Verdict.Proved() {
		return ""
	}
	var out []string
	for _, w := range c.Unsupported[:min(len(c.Unsupported), maxLacking)] {
		if set, _ := fit(plain(w), 40, Escape); set != "" {
			out = append(out, set)
		}
	}
	return strings.Join(out, ", ")
}
