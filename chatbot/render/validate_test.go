package render

import (
	"errors"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/action"
)

func embed(change func(*discordgo.MessageEmbed)) Message {
	e := &discordgo.MessageEmbed{Description: "x"}
	change(e)
	return Message{Embeds: []*discordgo.MessageEmbed{e}}
}

func withButtons(buttons ...discordgo.MessageComponent) Message {
	return Message{Content: "x", Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: buttons}}}
}

// TestValidate breaks one rule at a time, and keeps each just so.
func TestValidate(t *testing.T) {
	n := func(n int) string { return strings.Repeat("x", n) }
	button := func(id string) discordgo.Button { return discordgo.Button{Label: "x", CustomID: id} }
	fields := func(n int) []*discordgo.MessageEmbedField {
		out := make([]*discordgo.MessageEmbedField, n)
		for i := range out {
			out[i] = &discordgo.MessageEmbedField{Name: "x", Value: "y"}
		}
		return out
	}
	one := &discordgo.MessageEmbed{Description: "x"}
	for name, tt := range map[string]struct {
		m    Message
		want string // in the error; "" for none
	}{
		"plain":              {Message{Content: "x"}, ""},
		"full content":       {Message{Content: n(2000)}, ""},
		"content":            {Message{Content: n(2001)}, "content has 2001"},
		"astral content":     {Message{Content: strings.Repeat("𝑑", 1001)}, "content has 2002"},
		"empty":              {Message{}, "message is empty"},
		"blank":              {Message{Content: " \n"}, "message is empty"},
		"only a file":        {Message{Files: []File{{"a.txt", "text/plain", nil}}}, ""},
		"full embeds":        {Message{Embeds: []*discordgo.MessageEmbed{one, one, one, one, one, one, one, one, one, one}}, ""},
		"embeds":             {Message{Embeds: []*discordgo.MessageEmbed{one, one, one, one, one, one, one, one, one, one, one}}, "11 embeds"},
		"title":              {embed(func(e *discordgo.MessageEmbed) { e.Title = n(257) }), "title has 257"},
		"description":        {embed(func(e *discordgo.MessageEmbed) { e.Description = n(4097) }), "description has 4097"},
		"full fields":        {embed(func(e *discordgo.MessageEmbed) { e.Fields = fields(25) }), ""},
		"fields":             {embed(func(e *discordgo.MessageEmbed) { e.Fields = fields(26) }), "26 fields"},
		"name of a field":    {embed(func(e *discordgo.MessageEmbed) { e.Fields = fields(1); e.Fields[0].Name = n(257) }), "name of field 1 has 257"},
		"no name of a field": {embed(func(e *discordgo.MessageEmbed) { e.Fields = fields(1); e.Fields[0].Name = " " }), "name of field 1 is empty"},
		"value of a field":   {embed(func(e *discordgo.MessageEmbed) { e.Fields = fields(1); e.Fields[0].Value = n(1025) }), "value of field 1 has 1025"},
		"no value":           {embed(func(e *discordgo.MessageEmbed) { e.Fields = fields(1); e.Fields[0].Value = "" }), "value of field 1 is empty"},
		"footer":             {embed(func(e *discordgo.MessageEmbed) { e.Footer = &discordgo.MessageEmbedFooter{Text: n(2049)} }), "footer has 2049"},
		"author":             {embed(func(e *discordgo.MessageEmbed) { e.Author = &discordgo.MessageEmbedAuthor{Name: n(257)} }), "author has 257"},
		"empty embed":        {embed(func(e *discordgo.MessageEmbed) { e.Description = "" }), "embed 1 is empty"},
		"sum of embeds":      {Message{Embeds: []*discordgo.MessageEmbed{{Description: n(4000)}, {Description: n(2001)}}}, "6001 characters together"},
		"same address":       {Message{Embeds: []*discordgo.MessageEmbed{{Description: "x", URL: "https://a"}, {Description: "y", URL: "https://a"}}}, "would be merged"},
		"full row":           {withButtons(button("1"), button("2"), button("3"), button("4"), button("5")), ""},
		"row":                {withButtons(button("1"), button("2"), button("3"), button("4"), button("5"), button("6")), "6 buttons"},
		"empty row":          {withButtons(), "row 1 is empty"},
		"rows":               {Message{Content: "x", Components: rows([]discordgo.MessageComponent{button("1"), button("2"), button("3"), button("4"), button("5"), button("6"), button("7"), button("8"), button("9"), button("10"), button("11"), button("12"), button("13"), button("14"), button("15"), button("16"), button("17"), button("18"), button("19"), button("20"), button("21"), button("22"), button("23"), button("24"), button("25"), button("26")})}, "6 rows"},
		"not a row":          {Message{Content: "x", Components: []discordgo.MessageComponent{button("1")}}, "want a row"},
		"not a button":       {withButtons(discordgo.SelectMenu{CustomID: "1"}), "want a button"},
		"long id":            {withButtons(button(n(101))), "custom id of a button has 101"},
		"no id":              {withButtons(button("")), "custom id of a button is empty"},
		"same id":            {withButtons(button("1"), button("1")), "is there twice"},
		"label":              {withButtons(discordgo.Button{Label: n(81), CustomID: "1"}), "label of a button has 81"},
		"no label":           {withButtons(discordgo.Button{CustomID: "1"}), "neither a label"},
		"link":               {withButtons(discordgo.Button{Label: "x", Style: discordgo.LinkButton, URL: "https://a.example/b#page=1"}), ""},
		"link to nowhere":    {withButtons(discordgo.Button{Label: "x", Style: discordgo.LinkButton}), "button leads to"},
		"link elsewhere":     {withButtons(discordgo.Button{Label: "x", Style: discordgo.LinkButton, URL: "javascript:x"}), "button leads to"},
		"long link":          {withButtons(discordgo.Button{Label: "x", Style: discordgo.LinkButton, URL: "https://a.example/" + n(500)}), "button leads to"},
		"address and id":     {withButtons(discordgo.Button{Label: "x", CustomID: "1", URL: "https://a.example"}), "has an address"},
		"name of a file":     {Message{Content: "x", Files: []File{{"../a", "text/plain", nil}}}, "bad name"},
		"same file":          {Message{Content: "x", Files: []File{{"a", "text/plain", nil}, {"a", "text/plain", nil}}}, "twice"},
		"large files":        {Message{Content: "x", Files: []File{{"a", "text/plain", make([]byte, maxFileBytes+1)}}}, "bytes together"},
	} {
		err := Validate(tt.m)
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case tt.want != "" && (!errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: fails with %v, want %q", name, err, tt.want)
		}
	}
}

func TestValidateModal(t *testing.T) {
	good := func() Modal { return view("en").Reason(savedID) }
	input := func(m Modal, change func(*discordgo.TextInput)) Modal {
		in := m.Components[0].(discordgo.ActionsRow).Components[0].(discordgo.TextInput)
		change(&in)
		m.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{in}}}
		return m
	}
	for name, tt := range map[string]struct {
		m    func() Modal
		want string
	}{
		"good":      {good, ""},
		"title":     {func() Modal { m := good(); m.Title = strings.Repeat("x", 46); return m }, "title has 46"},
		"other id":  {func() Modal { m := good(); m.CustomID = "other"; return m }, "unknown action"},
		"empty":     {func() Modal { m := good(); m.Components = nil; return m }, "no components"},
		"not a row": {func() Modal { m := good(); m.Components = []discordgo.MessageComponent{discordgo.Button{}}; return m }, "want a row"},
		"label": {func() Modal {
			return input(good(), func(in *discordgo.TextInput) { in.Label = strings.Repeat("x", 46) })
		}, "label has 46"},
		"placeholder": {func() Modal {
			return input(good(), func(in *discordgo.TextInput) { in.Placeholder = strings.Repeat("x", 101) })
		}, "placeholder has 101"},
		"length":      {func() Modal { return input(good(), func(in *discordgo.TextInput) { in.MaxLength = 4001 }) }, "at most 4000"},
		"id of input": {func() Modal { return input(good(), func(in *discordgo.TextInput) { in.CustomID = "" }) }, "custom id of a input is empty"},
	} {
		err := ValidateModal(tt.m())
		if tt.want == "" && err != nil || tt.want != "" && (!errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: fails with %v, want %q", name, err, tt.want)
		}
	}
}

// TestButtonsAreActions wants every button that is ours to be one that can be read
// again.
func TestButtonsAreActions(t *testing.T) {
	seen := map[action.Verb]bool{}
	for name, o := range outcomes() {
		r := Reply{ID: savedID, Outcome: &o, Private: true, Votes: true, Scoped: true, Detail: DetailShort}
		for _, m := range []Message{view("en").Outcome(r, 1), view("en").Evidence(r, 1), view("en").Report(checkedMessage(), 1), view("en").Privacy(&Stored{Votes: 1})} {
			for _, row := range m.Components {
				for _, c := range row.(discordgo.ActionsRow).Components {
					b := c.(discordgo.Button)
					if b.Style == discordgo.LinkButton {
						continue
					}
					a, err := action.Parse(b.CustomID)
					if err != nil {
						t.Errorf("%s: %v", name, err)
					}
					seen[a.Verb] = true
				}
			}
		}
	}
	for _, v := range []action.Verb{action.Evidence, action.Why, action.Follow, action.Share, action.Full, action.Up, action.Down, action.Retry, action.Forget} {
		if !seen[v] {
			t.Errorf("no message has a button to %s", v)
		}
	}
}

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		in   string
		most int
		want string
	}{
		{"short", 10, "short"},
		{"exactly ten", 11, "exactly ten"},
		{"a word too many", 11, "a word too…"},
		{"unbroken-letters-everywhere-here", 10, "unbroken-…"},
		{"👨‍👩‍👧 family", 6, "…"},
		{"e\u0301e\u0301e\u0301", 5, "e\u0301e\u0301…"},
		{"*a*", 4, `\*a…`}, {"*a*", 3, `\*…`}, {"*a*", 2, "…"},
		{"𝑑𝑑𝑑", 5, "𝑑𝑑…"},
		{"", 0, ""},
	} {
		show := Escape
		if strings.Contains(tt.in, "👨") { // its joiners are dropped where it is escaped
			show = func(s string) string { return s }
		}
		got, cut := fit(tt.in, tt.most, show)
		if got != tt.want || cut != (got != show(tt.in)) {
			t.Errorf("fit(%q, %d) = %q, %v; want %q", tt.in, tt.most, got, cut, tt.want)
		}
	}
}

func TestChunks(t *testing.T) {
	lines := strings.Repeat("a line\n", 30) + strings.Repeat("long", 100) + "\nlast\n"
	parts, cut := chunks(lines, 100, fenced)
	all := 0
	for _, p := range parts {
		if units(p) > 100 || !strings.HasPrefix(p, fenceOpen) || !strings.HasSuffix(p, fenceClose) {
			t.Errorf("a part is %q", p)
		}
		all += strings.Count(p, "a line")
	}
	if !cut || all != 30 || !strings.Contains(parts[len(parts)-1], "last") {
		t.Errorf("%d parts have %d of 30 lines, cut: %v; the last is %q", len(parts), all, cut, parts[len(parts)-1])
	}
}

func BenchmarkOutcome(b *testing.B) {
	for _, name := range []string{"size", "many rules", "long steps"} {
		o := outcomes()[name]
		v := view("en")
		b.Run(strings.ReplaceAll(name, " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				v.Outcome(Reply{ID: savedID, Outcome: &o, Votes: true}, 1)
			}
		})
	}
}
