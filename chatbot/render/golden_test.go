package render

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/internal/golden"
)

// seen is a message as its reader sees it.
func seen(m Message) string {
	var b strings.Builder
	line := func(prefix, markdown string) {
		for l := range strings.Lines(strings.TrimRight(shownText(ReadMarkdown(markdown)), "\n")) {
			b.WriteString(strings.TrimRight(prefix+strings.TrimRight(l, "\n"), " ") + "\n")
		}
	}
	line("", m.Content)
	for _, e := range m.Embeds {
		b.WriteString("┌─\n")
		line("│ ", e.Title)
		line("│ ", e.Description)
		for _, f := range e.Fields {
			line("│ ▪ ", f.Name)
			line("│   ", f.Value)
		}
		if e.Footer != nil {
			b.WriteString("│ — " + e.Footer.Text + "\n")
		}
		b.WriteString("└─\n")
	}
	for _, f := range m.Files {
		fmt.Fprintf(&b, "file %s, %d bytes\n", f.Name, len(f.Data))
	}
	for _, c := range m.Components {
		for _, c := range c.(discordgo.ActionsRow).Components {
			button := c.(discordgo.Button)
			if button.Emoji != nil {
				button.Label = button.Emoji.Name
			}
			if button.Disabled {
				button.Label = "(" + button.Label + ")"
			}
			fmt.Fprintf(&b, "[%s] ", button.Label)
		}
		b.WriteString("\n")
	}
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

// check compares a message with its golden file, and holds it against the limits.
func check(t *testing.T, name string, messages ...Message) {
	t.Helper()
	var out strings.Builder
	for i, m := range messages {
		if err := accepted(m); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		encoded, err := json.MarshalIndent(map[string]any{"content": m.Content, "embeds": m.Embeds, "components": m.Components}, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			out.WriteString("\n")
		}
		text := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(encoded))
		out.WriteString(seen(m) + "\n" + text + "\n")
		if strings.Contains(text, "<no value>") {
			t.Errorf("%s: an argument of a text is missing:\n%s", name, text)
		}
	}
	golden.Check(t, strings.ReplaceAll(name, " ", "_")+".txt", []byte(out.String()))
}

func TestOutcomes(t *testing.T) {
	for name, o := range outcomes() {
		r := Reply{ID: savedID, Outcome: &o, Detail: DetailFull, Votes: true}
		pages := []Message{view("en").Outcome(r, 1)}
		if o.Status == core.Answered {
			for i := 2; i <= len(view("en").compose(r).pages); i++ {
				pages = append(pages, view("en").Outcome(r, i))
			}
		}
		check(t, "outcome/"+name, pages...)
	}
}

func TestDetails(t *testing.T) {
	for _, name := range []string{"definition", "size", "many rules", "comparison"} {
		o := outcomes()[name]
		check(t, "short/"+name, view("en").Outcome(Reply{ID: savedID, Outcome: &o, Detail: DetailShort, Private: true, Votes: true}, 1))
	}
	o := outcomes()["many rules"]
	check(t, "without buttons", view("en").Outcome(Reply{Outcome: &o}, 1))
	o = outcomes()["refusal missing_term"]
	check(t, "scoped refusal", view("en").Outcome(Reply{ID: savedID, Outcome: &o, Scoped: true, Follows: "What is *K-PKE*?"}, 1))
}

func TestEvidence(t *testing.T) {
	for _, name := range []string{"size", "steps", "definition", "date in a draft", "reason in a summary"} {
		o := outcomes()[name]
		r := Reply{ID: savedID, Outcome: &o}
		check(t, "evidence/"+name, view("en").Evidence(r, 1), view("en").Evidence(r, 99))
	}
	o := outcomes()["steps"]
	o.Citations[0].Quote = strings.Repeat("17: a line of a long box\n", 300)
	check(t, "evidence/long", view("en").Evidence(Reply{ID: savedID, Outcome: &o}, 1))
	o = outcomes()["refusal off_corpus"]
	check(t, "evidence/none", view("en").Evidence(Reply{ID: savedID, Outcome: &o}, 1))
}

func TestWhy(t *testing.T) {
	for _, name := range []string{"size", "comparison", "refusal missing_term", "refusal invalid_question"} {
		o := outcomes()[name]
		check(t, "why/"+name, view("en").Why(Reply{ID: savedID, Outcome: &o}))
	}
	o := outcomes()["size"]
	o.Plan.Question, o.Question = o.Question, "and for *512*?"
	check(t, "why/follow-up", view("en").Why(Reply{ID: savedID, Outcome: &o}))
}

func TestProgress(t *testing.T) {
	var all []Message
	for _, e := range []core.Event{
		{Kind: core.EventStart}, {Kind: core.EventPlan, Plan: &core.Plan{}}, {Kind: core.EventRetrieval, Retrieval: &core.Retrieval{Round: 2, Hits: make([]core.HitRef, 1)}}, {Kind: core.EventRetrieval, Retrieval: &core.Retrieval{Round: 1, Hits: make([]core.HitRef, 12)}},
		{Kind: core.EventAssess}, {Kind: core.EventDraft, Draft: &core.DraftEvent{Claims: 3}}, {Kind: core.EventRepair}, {Kind: core.EventModel}, {Kind: core.EventVerify}, {Kind: core.EventEnd}, {Kind: core.EventDecide},
	} {
		if m, ok := view("en").Progress("How large?", &e); ok {
			all = append(all, m)
		}
	}
	check(t, "progress", append(all, view("en").Queued("How large?", 1), view("en").Queued("How large?", 5))...)
}

func TestNotices(t *testing.T) {
	v := view("en")
	var all []Message
	for _, n := range []words.Key{"notice.outage", "notice.stopped", "notice.too_busy", "notice.timeout", "notice.old_button", "notice.old_command", "notice.expired", "notice.voted_up", "notice.voted_down", "notice.reason_kept", "notice.forgotten", "notice.nothing_to_check", "notice.no_text"} {
		all = append(all, v.Notice(n))
	}
	for _, of := range []Matter{OfCheck, OfSettings, OfAnything} {
		for _, n := range []words.Key{"notice.outage", "notice.stopped", "notice.too_busy", "notice.timeout"} {
			all = append(all, v.Failure(n, of))
		}
	}
	for _, b := range []words.Key{"limited.user", "limited.guild", "limited.everyone"} {
		all = append(all, v.Limited(b, time.Unix(1800000000, 0)))
	}
	all = append(all, v.Denied("denied.channel", []string{"12345678901234567", "<@1>", "", "99"}), v.Denied("denied.channel", nil), v.Denied("denied.permission", nil), v.Denied("denied.server_only", nil), v.Denied("denied.asker_only", nil))
	near := []string{"FIPS 203", "FIPS *204*", "FIPS 205", "one too many"}
	for _, f := range []words.Key{"invalid.empty", "invalid.side", "invalid.too_long", "invalid.document", "invalid.reference", "invalid.term", "invalid.number", "invalid.channels", "invalid.same", "invalid.other"} {
		in := Invalid{Fault: f, Value: "@everyone [x](https://y)", Length: 1200, Least: 1, Most: 1000}
		if f == "invalid.document" {
			in.Nearest = near
		}
		all = append(all, v.Invalid(in))
	}
	check(t, "notices", all...)
}

// TestFailuresAreNotAllOfQuestions wants the word of a failure to be about what was wanted.
func TestFailuresAreNotAllOfQuestions(t *testing.T) {
	for locale, questions := range map[string][]string{"en": {"question", "answer", " ask"}, "de": {"Frage", "Antwort", "frage"}, "fr": {"question", "réponse"}, "ja": {"質問", "回答"}, "zh-CN": {"问题", "提问", "回答"}} {
		v := view(locale)
		speaks := func(m Message) bool {
			return slices.ContainsFunc(questions, func(word string) bool { return strings.Contains(m.Content, word) })
		}
		for _, n := range []words.Key{"notice.outage", "notice.stopped", "notice.too_busy", "notice.timeout"} {
			if m := v.Failure(n, OfQuestion); !speaks(m) {
				t.Errorf("%s: %s of a question reads %q", locale, n, m.Content)
			}
			for _, of := range []Matter{OfCheck, OfSettings, OfAnything} {
				if m := v.Failure(n, of); speaks(m) {
					t.Errorf("%s: %s of what is no question reads %q", locale, n, m.Content)
				}
			}
		}
		for _, m := range []Message{v.Limited("limited.user", time.Time{}), v.Limited("limited.guild", time.Time{}), v.Limited("limited.everyone", time.Time{}), v.Notice("notice.old_button"), v.Notice("notice.old_command"), v.Invalid(Invalid{Fault: "invalid.side"})} {
			if speaks(m) {
				t.Errorf("%s: what holds for more than questions reads %q", locale, m.Content)
			}
		}
	}
}

func TestCards(t *testing.T) {
	base := card.Card{
		Subject: card.OfReference, State: card.Resolved, Heading: "FIPS 203, Algorithm 13 — K-PKE.KeyGen", Text: "Algorithm 13 K-PKE.KeyGen(𝑑)\n1: ek_PKE ← 𝑑", Exactness: card.Verbatim, DocID: "NIST.FIPS.203", Anchor: "algorithm-13",
		Place: "FIPS 203, Algorithm 13", Status: core.StatusFinal, Date: "2024-08-13", StartPage: 38, EndPage: 39, PrintedPage: "29", URL: "https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.203.pdf#page=38",
		Facts: []card.Fact{{Name: "in", Value: "𝑑"}, {Name: "runs", Value: "SampleNTT, SamplePolyCBD"}},
	}
	dangling := card.Card{State: card.Dangling, Heading: "FIPS 203, Algorithm 42 does not exist", Exactness: card.None, Note: "FIPS 203 has algorithms 1 to 21", Nearest: []core.Nearest{{DocID: "NIST.FIPS.203", Title: "FIPS 203, Algorithm 13. K-PKE.KeyGen", StartPage: 38, PrintedPage: "29"}}}
	term := card.Card{Subject: card.OfTerm, State: card.Resolved, Heading: "decapsulation", Text: "What opens\na capsule_x.", Exactness: card.Summary, Place: "FIPS 203, Section 3.2", DocID: "NIST.FIPS.203", StartPage: 22, EndPage: 22, Value: "32 bytes", URL: base.URL, More: true}
	long := base
	long.Text = strings.Repeat("a long line of a box\n", 400)
	check(t, "cards", view("en").Card(&base), view("en").Card(&dangling), view("en").Card(&term), view("en").Card(&long))
}

// checkedMessage is a report on a message with right and wrong references and claims.
func checkedMessage() *Report {
	evidence := cite("c1", "table-3", "8 Parameter Sets", 48, "ML-KEM-768\t1184\t2400\t1088\t32")
	near := []core.Nearest{{DocID: "NIST.FIPS.203", Title: "FIPS 203, Algorithm 13. K-PKE.KeyGen", StartPage: 38, PrintedPage: "29"}}
	at := "https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.203.pdf#page=38"
	return &Report{
		ID: savedID, URL: "https://discord.com/channels/1/2/3",
		References: []CheckedReference{
			{Written: "FIPS 203, Algorithm 13", Status: refs.Resolved, Place: "FIPS 203, Algorithm 13. K-PKE.KeyGen", Page: 38, URL: at},
			{Written: "FIPS 203, Algorithm 42", Status: refs.Dangling, Note: "FIPS 203 has algorithms 1 to 21", Nearest: near},
			{Written: "Algorithm 13 (ML-KEM.KeyGen)", Status: refs.Contradicted, Note: "Algorithm 13 is K-PKE.KeyGen", Place: "FIPS 203, Algorithm 13. K-PKE.KeyGen", Page: 38, URL: at, Fix: "Algorithm 19"},
			{Written: "IR 8547, Table 2", Status: refs.Resolved, Draft: true, Place: "IR 8547, Table 2. Signatures", Page: 20}, {Written: "RFC 9180", Status: refs.NotInLibrary}, {Written: "FIPS 999", Status: refs.UnknownDocument},
			{Written: "FIPS 186-4", Status: refs.Superseded, Note: "replaced by FIPS 186-5"}, {Written: "FIPS 203 says", Status: refs.Misquoted, Exact: "The seed shall be fresh."}, {Written: "Table 2", Status: refs.Ambiguous},
		},
		Claims: []CheckedClaim{
			{Sentence: "An ML-KEM-768 ciphertext has 1088 bytes.", Verdict: core.Supported, Rule: citations.ClaimCovered, Evidence: &evidence},
			{Sentence: "An ML-KEM-768 key has 1185 *bytes*.", Verdict: core.Contradicted, Rule: citations.ClaimNumber, Unsupported: []string{"1185", "@everyone"}, Evidence: &evidence},
			{Sentence: "It is blue.", Verdict: core.Unverifiable, Rule: citations.ClaimUncovered, Unsupported: []string{"blue"}},
		},
	}
}

func TestReports(t *testing.T) {
	r := checkedMessage()
	check(t, "report", view("en").Report(r, 1), view("en").Report(r, 2))
	right := &Report{References: r.References[:1]}
	unknown := &Report{Claims: r.Claims[2:]}
	whole := CheckedReference{Written: "FIPS 203", Status: refs.Resolved, Whole: true, Place: "FIPS 203", URL: "https://doi.org/10.6028/NIST.FIPS.203"}
	document := &Report{References: []CheckedReference{whole}}
	both := &Report{References: []CheckedReference{r.References[0], whole, whole, r.References[6]}}
	check(t, "small reports", view("en").Report(right, 1), view("en").Report(unknown, 1), view("en").Report(&Report{}, 1), view("en").Report(document, 1), view("en").Report(both, 1), view("de").Report(both, 1))
}

func TestServerPages(t *testing.T) {
	s := &Settings{Private: true, Channels: []string{"12345678901234567"}, Documents: []string{"NIST.FIPS.203", "gone_*"}, Language: "de", PerMinute: 3, Votes: true, Questions: true}
	stats := &Stats{
		Since: time.Unix(1800000000, 0), Asked: 40, Answered: 30, Refused: map[core.RefusalReason]int{core.RefusalOffCorpus: 6, core.RefusalMissingFact: 3}, Failed: 1, Private: 4, Up: 9, Down: 2,
		Half: 8 * time.Millisecond, Most: 1240 * time.Millisecond, Cited: []Cited{{"NIST.FIPS.203", 25}, {"gone", 1}}, Library: []string{"NIST.FIPS.203"},
	}
	v := view("en")
	check(t, "settings", v.Settings(s), v.Settings(&Settings{}))
	check(t, "stats", v.Stats(stats), v.Stats(&Stats{Library: []string{"NIST.FIPS.203"}}))
	check(t, "privacy", v.Privacy(&Stored{Answers: 3, Votes: 1, Days: 30}), v.Privacy(&Stored{Days: 30}))
	check(t, "help", v.Help([]string{"NIST.FIPS.203", "NIST.IR.8547.ipd"}))
}

// TestLanguages shows each kind of message once in each language.
func TestLanguages(t *testing.T) {
	for _, locale := range []string{"de", "fr", "ja", "zh-CN"} {
		v := view(locale)
		size, refusal := outcomes()["size"], outcomes()["refusal missing_term"]
		r := Reply{ID: savedID, Outcome: &size, Detail: DetailShort, Private: true, Votes: true}
		event := core.Event{Kind: core.EventRetrieval, Retrieval: &core.Retrieval{Round: 1, Hits: make([]core.HitRef, 12)}}
		progress, _ := v.Progress(size.Question, &event)
		check(t, "language/"+locale, v.Outcome(r, 1), v.Evidence(r, 1), v.Why(r), v.Outcome(Reply{ID: savedID, Outcome: &refusal, Scoped: true}, 1), progress, v.Report(checkedMessage(), 1),
			v.Settings(&Settings{}), v.Privacy(&Stored{Answers: 1, Days: 30}), v.Help([]string{"NIST.FIPS.203"}), v.Notice("notice.outage"), v.Limited("limited.user", time.Unix(1800000000, 0)))
	}
}

func TestModals(t *testing.T) {
	for _, locale := range []string{"en", "de", "fr", "ja", "zh-CN"} {
		for _, m := range []Modal{view(locale).FollowUp(savedID), view(locale).Reason(savedID)} {
			if err := acceptedModal(m); err != nil {
				t.Errorf("%s: %v", locale, err)
			}
		}
	}
	m := view("en").FollowUp(savedID)
	input := m.Components[0].(discordgo.ActionsRow).Components[0].(discordgo.TextInput)
	if m.CustomID != "pq1:follow-modal:"+savedID+":0" || input.CustomID != FieldQuestion || !input.Required {
		t.Errorf("the modal for a follow-up is %+v", m)
	}
}
