package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
)

// Stats are counts of what was asked.
type Stats struct {
	Since      time.Time // zero for everything
	Asked      int
	Answered   int
	Refused    map[core.RefusalReason]int
	Failed     int // by a fault of ours
	Private    int
	Up, Down   int
	Half, Most time.Duration // the median and the 99th percentile of the time to answer
	Cited      []Cited       // most cited documents, most first
	Library    []string      // ids of the documents of the library
}

// Cited is how often a document was cited.
type Cited struct {
	DocID string
	Times int
}

// maxCited is how many documents are listed.
const maxCited = 5

// Stats shows counts of what was asked.
func (v View) Stats(s *Stats) Message {
	e := &discordgo.MessageEmbed{Title: v.Words.Text("stats.title", nil), Color: colourSources}
	if !s.Since.IsZero() {
		e.Description = v.Words.Text("stats.since", words.Args{"When": fmt.Sprintf("<t:%d:D>", s.Since.Unix())})
	}
	if s.Asked == 0 {
		e.Description = joined("\n", e.Description, v.Words.Text("stats.none", nil))
		e.Fields = fields(v.field("stats.library", v.labels(s.Library)))
		return Message{Embeds: []*discordgo.MessageEmbed{e}}
	}
	e.Fields = fields(
		inline(v.field("stats.asked", fmt.Sprint(s.Asked))),
		inline(v.field("stats.answered", share(s.Answered, s.Asked))),
		inline(v.field("stats.failed", share(s.Failed, s.Asked))),
		v.field("stats.refused", v.refusals(s)),
		inline(v.field("stats.private", share(s.Private, s.Asked))),
		inline(v.field("stats.votes", fmt.Sprintf("%s %d · %s %d", thumbsUp, s.Up, thumbsDown, s.Down))),
		v.field("stats.time", v.Words.Text("stats.time_text", words.Args{"Half": brief(s.Half), "Most": brief(s.Most)})),
		v.field("stats.documents", v.mostCited(s.Cited)),
		v.field("stats.library", v.labels(s.Library)),
	)
	return Message{Embeds: []*discordgo.MessageEmbed{e}}
}

// share is a count and what part of all it is.
func share(n, of int) string {
	return fmt.Sprintf("%d (%d %%)", n, percent(float64(n)/float64(max(of, 1))))
}

// refusals counts the refusals, and by their reasons.
func (v View) refusals(s *Stats) string {
	all := 0
	reasons := slices.SortedFunc(maps.Keys(s.Refused), func(a, b core.RefusalReason) int {
		if n := s.Refused[b] - s.Refused[a]; n != 0 {
			return n
		}
		return strings.Compare(string(a), string(b))
	})
	var lines []string
	for _, r := range reasons {
		all += s.Refused[r]
		if s.Refused[r] > 0 {
			reason, _ := fit(v.said("refusal.reason", string(r)), 120, func(s string) string { return s })
			lines = append(lines, fmt.Sprintf("• %d: %s", s.Refused[r], reason))
		}
	}
	return bounded(append([]string{share(all, s.Asked)}, lines...))
}

// brief is a duration for people: "8 ms", "1.2 s".
func brief(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

func (v View) mostCited(all []Cited) string {
	var lines []string
	for _, c := range all[:min(len(all), maxCited)] {
		label, _ := fit(plain(v.label(c.DocID)), 60, Escape)
		lines = append(lines, fmt.Sprintf("• %s: %d", label, c.Times))
	}
	return strings.Join(lines, "\n")
}

// percent is a share in whole percents, and never 100 unless certain.
func percent(share float64) int {
	switch {
	case !(share > 0): // or NaN
		return 0
	case share >= 1:
		return 100
	}
	return min(99, int(share*100+0.5))
}
