package render

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
)

// adversary makes outcomes that try to break their messages.
type adversary struct {
	*rand.Rand
	text string // given by the fuzzer
}

// says is a hostile text of at most some parts.
func (a adversary) says(most int) string {
	var b strings.Builder
	for range a.IntN(most + 1) {
		switch a.IntN(6) {
		case 0:
			b.WriteString(a.text)
		case 1:
			b.WriteString(strings.Repeat(hostile[a.IntN(len(hostile))], 1+a.IntN(40)))
		case 2:
			b.WriteString(strings.Repeat("word ", a.IntN(400)))
		case 3:
			b.WriteString("\n")
		default:
			b.WriteString(hostile[a.IntN(len(hostile))] + " ")
		}
	}
	return b.String()
}

func (a adversary) pick(from ...string) string { return from[a.IntN(len(from))] }

func (a adversary) citation(i int) core.Citation {
	c := core.Citation{Key: fmt.Sprintf("c%d", a.IntN(i+2)), Quote: a.says(6), DocSHA256: a.pick(strings.Repeat("ab", 32), a.says(1), ""), Draft: a.IntN(3) == 0}
	c.Source = core.Source(a.pick("document", "pack", ""))
	c.Locator = core.Locator{
		DocID: a.pick("NIST.FIPS.203", "NIST.IR.8547.ipd", "notes", a.says(1)), Title: a.says(2), Section: a.says(3), Anchor: a.pick("table-3", "algorithm-13", "section-3.2", "algorithm-"+a.says(1), ""),
		StartPage: a.IntN(70) - 5, EndPage: a.IntN(70), PrintedPage: a.pick("39", a.says(1)), URL: a.pick("https://nvlpubs.nist.gov/a.pdf#page=48", "https://example.org/"+a.says(1), a.says(1), "https://example.org/"+strings.Repeat("x", 600)),
	}
	return c
}

func (a adversary) claims(citations int) []core.Claim {
	out := make([]core.Claim, a.IntN(12))
	for i := range out {
		c := core.Claim{Text: a.says(4), Verdict: core.Verdict(a.pick("verbatim", "supported", "partial", a.says(1))), Rule: a.pick("claim-quoted", a.says(1))}
		for range a.IntN(12) {
			c.Citations = append(c.Citations, fmt.Sprintf("c%d", a.IntN(citations+2)))
		}
		if a.IntN(3) == 0 {
			c.Side, c.Aspect = a.pick("ML-KEM-768", "ML-KEM-1024", a.says(1)), a.pick("size", a.says(2))
		}
		out[i] = c
		if a.IntN(3) == 0 && i > 0 {
			out[i].Citations = out[i-1].Citations
		}
	}
	return out
}

func (a adversary) facets() []core.Facet {
	out := make([]core.Facet, a.IntN(20))
	for i := range out {
		out[i] = core.Facet{Kind: core.FacetKind(a.pick("term", "kind", a.says(1))), Text: a.says(2)}
	}
	return out
}

func (a adversary) nearest() []core.Nearest {
	out := make([]core.Nearest, a.IntN(6))
	for i := range out {
		out[i] = core.Nearest{DocID: a.pick("NIST.FIPS.203", a.says(1)), Title: a.says(3), StartPage: a.IntN(60), PrintedPage: a.says(1), Quote: a.says(3), Lead: a.says(1)}
	}
	return out
}

func (a adversary) list(most int) []string {
	out := make([]string, a.IntN(most))
	for i := range out {
		out[i] = a.says(2)
	}
	return out
}

func (a adversary) outcome() core.Outcome {
	o := core.Outcome{
		Question: a.says(4), Status: core.OutcomeStatus(a.pick("answered", "answered", "answered", "refused", "")), ShortAnswer: a.says(4), Confidence: a.Float64()*3 - 1, StopReason: core.StopReason(a.pick("sufficient_evidence", a.says(1))),
		RefusalReason: core.RefusalReason(a.pick("off_corpus", a.says(1))), RefusalKind: core.RefusalKind(a.pick("near_miss", a.says(1))), Detail: a.says(3), Searched: a.list(30), Missing: a.facets(), Nearest: a.nearest(),
		Plan: core.Plan{Intent: core.Intent(a.pick("size", a.says(1)))}, Budget: core.Spent{Rounds: a.IntN(3), Steps: a.IntN(2000000)},
	}
	n := a.IntN(20)
	for i := range n {
		o.Citations = append(o.Citations, a.citation(i))
	}
	o.Claims = a.claims(n)
	if len(o.Claims) > 0 && a.IntN(2) == 0 {
		o.ShortAnswer = o.Claims[0].Text
	}
	if a.IntN(2) == 0 {
		o.Assessment = &core.Assessment{Found: a.facets(), Missing: a.facets(), Hits: a.IntN(100)}
	}
	return o
}

func (a adversary) report() *Report {
	r := &Report{ID: savedID, URL: a.pick("https://discord.com/channels/1/2/3", a.says(1))}
	for range a.IntN(6) {
		r.References = append(r.References, CheckedReference{
			Written: a.says(3), Status: refs.Status(a.pick("resolved", "dangling", a.says(1))), Draft: a.IntN(2) == 0, Whole: a.IntN(3) == 0, Note: a.says(2), Place: a.says(2), Page: a.IntN(50), URL: a.says(1), Fix: a.says(1), Exact: a.says(3), Nearest: a.nearest(),
		})
		c := a.citation(1)
		r.Claims = append(r.Claims, CheckedClaim{Sentence: a.says(4), Verdict: core.Verdict(a.pick("verbatim", "contradicted", a.says(1))), Rule: a.says(1), Unsupported: a.list(12), Evidence: &c})
	}
	return r
}

func (a adversary) card() *card.Card {
	c := &card.Card{
		State: card.State(a.pick("resolved", "dangling", a.says(1))), Heading: a.says(3), Text: a.says(9), Exactness: card.Exactness(a.pick("verbatim", "summary", "none")), Value: a.says(1), DocID: a.says(1), Anchor: a.pick("algorithm-1", "table-3", a.says(1)),
		Place: a.says(2), Status: core.Status(a.pick("", "final", a.says(1))), Date: a.says(1), StartPage: a.IntN(50), EndPage: a.IntN(50), PrintedPage: a.says(1), URL: a.pick("https://example.org/", a.says(1)), Note: a.says(2), Nearest: a.nearest(), More: a.IntN(2) == 0,
	}
	for range a.IntN(20) {
		c.Facts = append(c.Facts, card.Fact{Name: a.says(1), Value: a.says(2)})
	}
	return c
}

// all are messages of every kind that data can reach.
func (a adversary) all(v View, r Reply) map[string]Message {
	event := core.Event{Kind: core.EventRetrieval, Retrieval: &core.Retrieval{Round: 1}}
	progress, _ := v.Progress(r.Outcome.Question, &event)
	report := a.report()
	return map[string]Message{
		"evidence": v.Evidence(r, a.IntN(20)), "why": v.Why(r), "progress": progress, "report": v.Report(report, 1), "report page": v.Report(report, 2+a.IntN(4)), "card": v.Card(a.card()),
		"invalid": v.Invalid(Invalid{Fault: "invalid.term", Value: a.says(3), Nearest: a.list(6)}), "denied": v.Denied("denied.channel", a.list(30)), "limited": v.Limited("limited.user", time.Unix(a.Int64N(1<<40), 0)),
		"settings": v.Settings(&Settings{Channels: a.list(60), Documents: a.list(40), Language: a.says(1), PerMinute: a.IntN(9)}),
		"stats":    v.Stats(&Stats{Asked: a.IntN(9), Refused: map[core.RefusalReason]int{core.RefusalReason(a.says(2)): 1, core.RefusalOffCorpus: 2}, Cited: []Cited{{a.says(2), 1}}, Library: a.list(40)}),
		"help":     v.Help(a.list(40)),
	}
}

// ours are the addresses that messages lead to: those of the data that are of the web
// and short, as links write them.
func ours(m *Node) bool {
	return strings.HasPrefix(m.Text, "https://") || strings.HasPrefix(m.Text, "http://")
}

// linkedForm is our own form of a link, which is cut out before the bare text is
// searched.
var linkedForm = regexp.MustCompile(`\]\(<?https?://[^\s()<>]*>?\)`)

// fencedForm is a fence: servers do not look for mentions in one, and it is in embeds
// only, which make no previews.
var fencedForm = regexp.MustCompile("(?s)```.*?```")

var codeForm = regexp.MustCompile(`^(?:\[\d+\]|[0-9a-f]{12}…|/[^@<>]+|[\p{L}\p{Pd}]+)$`)

var allowedKinds = []nodeKind{nodeText, nodeBreak, nodeBold, nodeItalic, nodeSmall, nodeQuote, nodeCode, nodeFence, nodeLink}

// markdownOf are the texts of a message that are read as Markdown.
func markdownOf(m Message) []string {
	out := []string{m.Content}
	for _, e := range m.Embeds {
		out = append(out, e.Title, e.Description)
		for _, f := range e.Fields {
			out = append(out, f.Name, f.Value)
		}
	}
	return out
}

// harmless wants a message within all limits, whose data means nothing.
func harmless(t *testing.T, name string, m Message) {
	t.Helper()
	if err := accepted(m); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for _, text := range markdownOf(m) {
		if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && r != '\u200B' && unicode.In(r, unicode.Cc, unicode.Cf) }) {
			t.Errorf("%s: %q has characters that can't be shown", name, text)
		}
		if found := bare.FindString(fencedForm.ReplaceAllString(linkedForm.ReplaceAllString(text, ""), "")); found != "" && name != "limited" && name != "denied" && name != "settings" {
			t.Errorf("%s: a server sees %q in %q", name, found, text)
		}
		walkNodes(ReadMarkdown(text), func(n *Node) {
			own := name == "limited" && n.Kind == nodeTime || (name == "denied" || name == "settings") && n.Kind == nodeMention && strings.HasPrefix(n.Text, "<#")
			switch {
			case own:
			case !slices.Contains(allowedKinds, n.Kind):
				t.Errorf("%s: data became %s %q in %q", name, n.Kind, n.Text, text)
			case n.Kind == nodeLink && !ours(n), n.Kind == nodeCode && !codeForm.MatchString(n.Text):
				t.Errorf("%s: %s of %q in %q", name, n.Kind, n.Text, text)
			}
		})
	}
}

var markerForm = regexp.MustCompile("`\\[(\\d+)\\]`")

// numbers are the markers of a text, each once, in order.
func numbers(text string) []string {
	var out []string
	walkNodes(ReadMarkdown(text), func(n *Node) {
		if m := markerForm.FindStringSubmatch("`" + n.Text + "`"); n.Kind == nodeCode && m != nil {
			out = append(out, m[1])
		}
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// sourced wants each number of an answer to have one source on the same page, and
// each source to have its number.
func sourced(t *testing.T, m Message) {
	t.Helper()
	last := m.Embeds[len(m.Embeds)-1]
	var above []string
	above = append(above, m.Content)
	for _, e := range m.Embeds[:len(m.Embeds)-1] {
		above = append(above, e.Description)
		for _, f := range e.Fields {
			above = append(above, f.Value)
		}
	}
	var listed []string
	for line := range strings.Lines(last.Description) {
		if m := markerForm.FindStringSubmatchIndex(line); m != nil && m[0] == 0 {
			listed = append(listed, line[m[2]:m[3]])
		}
	}
	once := slices.Compact(slices.Sorted(slices.Values(listed)))
	if len(once) != len(listed) {
		t.Errorf("a source is listed twice: %v", listed)
	}
	var cited []string
	for _, text := range above {
		cited = append(cited, numbers(text)...)
	}
	slices.Sort(cited)
	if cited = slices.Compact(cited); !slices.Equal(cited, once) {
		t.Errorf("cited are %v, listed are %v:\n%s", cited, once, strings.Join(above, "\n"))
	}
}

// FuzzMessages builds hostile outcomes and holds every message of them against the
// limits and the rules of this package.
func FuzzMessages(f *testing.F) {
	for i := 0; i < len(hostile); i += 3 {
		f.Add(uint64(i), hostile[i])
	}
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		if len(text) <= 200 {
			attack(t, seed, text)
		}
	})
}

// attack builds one hostile outcome and holds its messages.
func attack(t *testing.T, seed uint64, text string) {
	t.Helper()
	a := adversary{rand.New(rand.NewPCG(seed, 1)), text}
	o := a.outcome()
	v := view(words.Languages()[a.IntN(5)])
	r := Reply{ID: a.pick(savedID, ""), Outcome: &o, Detail: Detail(a.pick("short", "full", "")), Private: a.IntN(2) == 0, Votes: a.IntN(2) == 0, Follows: a.says(3), Scoped: a.IntN(2) == 0}
	pages := 1
	if o.Status == core.Answered {
		pages = len(v.compose(r).pages)
	}
	shown := map[string]bool{}
	for page := range min(pages, 4) {
		m := v.Outcome(r, page+1)
		harmless(t, "outcome", m)
		if o.Status == core.Answered && len(m.Embeds) > 0 {
			sourced(t, m)
			for _, n := range numbers(m.Embeds[len(m.Embeds)-1].Description) {
				shown[n] = true
			}
		}
	}
	if r.Detail != DetailShort && pages <= 4 && o.Status == core.Answered {
		for i := range o.Claims {
			for _, n := range sourcesOf(&o).of(&o.Claims[i])[:min(1, len(sourcesOf(&o).of(&o.Claims[i])))] {
				if plain(o.Claims[i].Text) != "" && !shown[fmt.Sprint(n)] {
					t.Errorf("source %d of a claim is on no page", n)
				}
			}
		}
	}
	for name, m := range a.all(v, r) {
		harmless(t, name, m)
	}
}

// TestNothingIsLost wants every claim of an answer on one of its pages, whole, or in
// the attached file.
func TestNothingIsLost(t *testing.T) {
	for name, o := range outcomes() {
		if o.Status != core.Answered || name == "without proof" {
			continue
		}
		v := view("en")
		r := Reply{ID: savedID, Outcome: &o}
		var all, files string
		for page := range v.compose(r).pages {
			m := v.Outcome(r, page+1)
			for _, text := range markdownOf(m) {
				all += " " + reads(text)
			}
			for _, f := range m.Files {
				files += string(f.Data)
			}
		}
		for i := range o.Claims {
			c := &o.Claims[i]
			if len(sourcesOf(&o).of(c)) == 0 {
				if text := plain(c.Text); strings.Contains(all+files, text) && text != plain(o.ShortAnswer) {
					t.Errorf("%s: a claim without a source is shown: %q", name, text)
				}
				continue
			}
			text := plain(scripts(strings.TrimLeft(unlabelled(c), "• ")))
			if c.Side == "" {
				text = plain(strings.TrimLeft(c.Text, "• "))
			}
			if !strings.Contains(all, text) && !strings.Contains(all, plain(scripts(text))) && !strings.Contains(files, text) {
				t.Errorf("%s: the claim %q is not shown", name, text)
			}
		}
	}
}
