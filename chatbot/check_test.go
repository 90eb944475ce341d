package chatbot_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/internal/discordtest"
)

// checked has a reader check what a writer has written.
func (x *session) checked(m discordtest.Message) *discordtest.Interaction {
	x.tb.Helper()
	return x.MessageCommand(x.User("reader"), "Check citations", x.Write(x.User("writer"), m))
}

func TestCheckCitations(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		picture := discordtest.Attachment{ID: "1", Name: "a.png", ContentType: "image/png", URL: "https://cdn.discordapp.com/a.png"}
		strange := []discordtest.Component{{Type: 9999, Content: "what is this?", Components: []discordtest.Component{{Type: 8888}}}}
		right := "FIPS 203, Algorithm 13 (K-PKE.KeyGen)"
		for _, c := range []struct {
			name    string
			message discordtest.Message
			want    []string
		}{
			{"right", discordtest.Message{Content: "See " + right + "."}, []string{"✅ **FIPS 203, Algorithm 13**", "✅ **1 of 1 is right", "exists", "K-PKE.KeyGen"}},
			{
				"wrong name", discordtest.Message{Content: "See FIPS 203, Algorithm 13 (ML-KEM.KeyGen)."},
				[]string{"❌ **FIPS 203, Algorithm 13**", says("reference.contradicted"), "Algorithm 19"},
			},
			{"no such place", discordtest.Message{Content: "See FIPS 203, Algorithm 99."}, []string{"❌", says("reference.dangling")}},
			{
				"right and wrong numbers", discordtest.Message{Content: "An ML-KEM-768 ciphertext has 1088 bytes. An ML-KEM-768 ciphertext has 1089 bytes."},
				[]string{"✅", "❌ contradicted: An ML", says("rule.typed-fact"), "1089"},
			},
			{
				"document alone", discordtest.Message{Content: "See FIPS 203."},
				[]string{"📄 1 document exists, with no place named in it", "📄 **FIPS 203** — " + says("check.document")},
			},
			{
				"document and place", discordtest.Message{Content: "See " + right + " and FIPS 204."},
				[]string{"✅ **1 of 1 is right** · 1 document exists", "✅ **FIPS 203, Algorithm 13**", "📄 **FIPS 204** — "},
			},
			{"page", discordtest.Message{Content: "See https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.203.pdf"}, []string{"📄 1 document exists"}},
			{"superseded", discordtest.Message{Content: "See FIPS 180-3."}, []string{"⚠️ 1 is superseded", "⚠️ **FIPS 180-3** — " + says("reference.superseded")}},
			{"unknown", discordtest.Message{Content: "See FIPS 999."}, []string{"❔ 1 could not be checked", "❔ **FIPS 999** — not known to pqcite"}},
			{"picture", discordtest.Message{Attachments: []discordtest.Attachment{picture}}, []string{says("notice.no_text")}},
			{"nothing to check", discordtest.Message{Content: "Good morning, all!"}, []string{says("notice.nothing_to_check")}},
			{"unknown parts", discordtest.Message{Content: "See " + right + ".", Components: strange}, []string{"✅ **FIPS 203, Algorithm 13**"}},
			{"unknown parts alone", discordtest.Message{Components: strange}, []string{says("notice.no_text")}},
			{
				"forwarded", discordtest.Message{Snapshots: []discordtest.Snapshot{{Message: discordtest.Forwarded{Content: "See " + right + "."}}}},
				[]string{"✅ **FIPS 203, Algorithm 13**"},
			},
			{
				"embed", discordtest.Message{Embeds: []discordtest.Embed{{
					Title: "Notes", Description: "See " + right + ".", Fields: []discordtest.EmbedField{{Name: "And", Value: "FIPS 203, Algorithm 99"}},
				}}},
				[]string{"✅ **FIPS 203, Algorithm 13**", "❌ **FIPS 203, Algorithm 99**"},
			},
			{"markup", discordtest.Message{Content: "@everyone [FIPS 203, Algorithm 99](https://example.org) **" + right + "**"}, []string{"✅", "❌"}},
		} {
			t.Run(c.name, func(t *testing.T) {
				x := x.in(t)
				u := x.User("writer of " + c.name)
				it := x.MessageCommand(x.User("reader of "+c.name), "Check citations", x.Write(u, c.message))
				m := x.message(it, c.want...)
				if strings.Contains(m.Text(), "✅") && !strings.Contains(strings.Join(c.want, " "), "✅") {
					t.Errorf("there is a tick for what does not hold: %s", m.Text())
				}
				if strings.Contains(m.Text(), "](https://example.org)") {
					t.Errorf("a link of the message is a link of the report: %s", m.Text())
				}
				x.private(it, true)
				x.sound(it)
			})
		}
	})
}

// A long report has pages, which turn for as long as it is kept.
func TestReportPages(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		var text strings.Builder
		for i := range 60 {
			fmt.Fprintf(&text, "See FIPS 203, Algorithm %d (K-PKE.KeyGen).\n", i+1)
		}
		it := x.checked(discordtest.Message{Content: text.String()[:1990]})
		m := x.message(it, "Page 1 of", "Algorithm 1**")
		turned := x.Press(x.User("reader"), m, next(t, m))
		n := x.message(turned, "Page 2 of")
		if n.ID != m.ID || strings.Contains(n.Text(), "Algorithm 1**") {
			t.Errorf("the second page is %q", n.Text())
		}
		x.sound(turned)
		y := x.again() // what people write to each other is not stored
		gone := y.Press(y.User("reader"), n, y.button(n, "check"))
		y.message(gone, says("notice.old_button"))
		y.sound(gone)
	})
}
