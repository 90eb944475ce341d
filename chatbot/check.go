package chatbot

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pqcite/pqcite/chatbot/discord"
	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// Bounds of a checked message: checking a sentence against every document takes some
// milliseconds.
const (
	maxClaims     = 20
	maxReferences = 40
	maxMessage    = 16 << 10 // bytes; a message with its embeds has about 10,000 characters
)

// check checks the references and sentences of a message against the standards.
func (c *call) check(ctx context.Context) error {
	message, ok := c.Data.Resolved.Messages[c.Data.Target]
	text := textOf(&message)
	if !ok || strings.TrimSpace(text) == "" {
		return c.tell(ctx, "notice.no_text")
	}
	if refused, err := c.turnedAway(ctx); refused || err != nil {
		return err
	}
	if err := c.promise(ctx, true); err != nil {
		return err
	}
	return c.finish(ctx, c.checked(ctx, text))
}

// checked makes the report on a text.
func (c *call) checked(ctx context.Context, text string) render.Message {
	ctx, cancel := context.WithTimeout(ctx, c.bot.config.Bounds.Answer)
	defer cancel()
	var report *render.Report
	err := c.bot.config.Queue.Do(ctx, c.key(), nil, func(ctx context.Context) {
		report = c.knows.report(ctx, text)
	})
	if err != nil {
		return c.failed(err)
	}
	if len(report.References)+len(report.Claims) == 0 {
		return c.own.Notice("notice.nothing_to_check")
	}
	report.URL = messageURL(c.Interaction)
	c.bot.reports.keep(report, time.Now())
	return c.own.Report(report, 1)
}

// checkPage shows a page of a report, which only its user sees.
func (c *call) checkPage(ctx context.Context, a render.Action) error {
	report := c.bot.reports.get(a.Answer, time.Now())
	if report == nil {
		return c.tell(ctx, "notice.old_button")
	}
	return c.Update(ctx, c.own.Report(report, a.N))
}

// textOf is the whole text of a message.
func textOf(m *discord.Message) string {
	parts := []string{m.Content}
	for _, e := range m.Embeds {
		parts = append(parts, e.Title, e.Description)
		for _, f := range e.Fields {
			parts = append(parts, f.Name, f.Value)
		}
	}
	for _, s := range m.Snapshots {
		parts = append(parts, s.Message.Content)
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return strings.TrimSpace(s) == "" })
	text := strings.Join(parts, "\n\n")
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "")
	}
	return text
}

func messageURL(i *discord.Interaction) string {
	guild := i.Guild
	if guild == "" {
		guild = "@me"
	}
	return "https://discord.com/channels/" + guild + "/" + i.Channel + "/" + i.Data.Target
}

// report examines a text: its references, and the sentences about what the library
// covers.
func (k *knowledge) report(ctx context.Context, text string) *render.Report {
	r := &render.Report{}
	found := k.Corpus().Scanner().Scan(text, &prose.Text)
	for i := range found {
		if len(r.References) < maxReferences && found[i].Status != refs.Candidate {
			addReference(r, render.ReferenceOf(&found[i]))
		}
	}
	for _, sentence := range citations.Examinable(text) {
		if len(r.Claims) == maxClaims || ctx.Err() != nil {
			break
		}
		if !k.claims(sentence) {
			continue
		}
		x := k.Corpus().Examiner().Examine(sentence)
		r.Claims = append(r.Claims, render.CheckedClaim{
			Sentence: x.Sentence, Verdict: x.Verdict, Rule: x.Rule, Unsupported: x.Unsupported, Says: x.Says, Not: x.Not, Evidence: x.Evidence,
		})
	}
	return r
}

// pointing are the words of a sentence that refers to something without stating
// anything.
var pointing = strings.Fields(`see also cf compare and or in of the per with ref refs reference references
	siehe auch vgl und in der die das voir aussi et dans le la les`)

var (
	word  = regexp.MustCompile(`[\p{L}\p{N}]+`)
	aside = regexp.MustCompile(`\([^()]*\)`) // mostly a name after a number
	// within is a position inside a place.
	within = regexp.MustCompile(`(?i)\b(?:lines?|steps?|pages?|zeilen?|schritte?|seiten?|lignes?|étapes?)\s+\d+(?:\s*[-–]\s*\d+)?`)
)

// claims reports whether a sentence states something about what the library covers. One
// that only refers, such as "see FIPS 203, Algorithm 13 (K-PKE.KeyGen)", is judged by
// its references.
func (k *knowledge) claims(sentence string) bool {
	var named []core.Span
	found := k.Corpus().Scanner().Text(sentence)
	for i := range found {
		named = append(named, found[i].Span)
	}
	terms := standards.FindTerms(sentence)
	for i := range terms {
		named = append(named, terms[i].Span)
	}
	if len(found) == 0 {
		return len(terms) > 0
	}
	for _, at := range append(aside.FindAllStringIndex(sentence, -1), within.FindAllStringIndex(sentence, -1)...) {
		named = append(named, core.Span{Start: at[0], End: at[1]})
	}
	return slices.ContainsFunc(word.FindAllStringIndex(sentence, -1), func(at []int) bool {
		covers := func(s core.Span) bool { return s.Start <= at[0] && at[0] < s.End }
		return !slices.ContainsFunc(named, covers) && !slices.Contains(pointing, strings.ToLower(sentence[at[0]:at[1]]))
	})
}

// addReference adds a reference, once however often the message has it.
func addReference(r *render.Report, c render.CheckedReference) {
	same := func(has render.CheckedReference) bool {
		return has.Written == c.Written && has.Status == c.Status && has.Place == c.Place && has.Exact == c.Exact
	}
	if !slices.ContainsFunc(r.References, same) {
		r.References = append(r.References, c)
	}
}
