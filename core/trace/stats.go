package trace

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/pqcite/pqcite/core"
)

// Summary counts over runs. Every list has one order whatever the order of the
// runs: states as in a run, rounds by number, the rest by count and then by name.
type Summary struct {
	Runs           int          `json:"runs"`
	Answered       int          `json:"answered"`
	Refused        int          `json:"refused"`
	Latency        []Latency    `json:"latency_us"`
	Rounds         []RoundCount `json:"rounds"`
	Decisions      []Count      `json:"decisions"`
	StopReasons    []Count      `json:"stop_reasons"`
	RefusalReasons []Count      `json:"refusal_reasons"`
	Writers        []Drafts     `json:"writers"`
	Verdicts       []Verdicts   `json:"verdicts"`
	Repairs        []Count      `json:"repairs"`   // "held", "failed"
	Exchanges      []Exchanges  `json:"exchanges"` // with a language model
}

// Count is how often something happened.
type Count struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// RoundCount is how many runs took a number of rounds.
type RoundCount struct {
	Rounds int `json:"rounds"`
	Runs   int `json:"runs"`
}

// Drafts are what a writer drafted.
type Drafts struct {
	Writer string `json:"writer"`
	Drafts int    `json:"drafts"`
	Empty  int    `json:"empty"` // drafts without claims
}

// Verdicts are the claims on which a rule gave a verdict.
type Verdicts struct {
	Verdict core.Verdict `json:"verdict"`
	Rule    string       `json:"rule"`
	Claims  int          `json:"claims"`
	Kept    int          `json:"kept"`
}

// Exchanges are the requests to a model for a purpose.
type Exchanges struct {
	Purpose  string `json:"purpose"`
	Model    string `json:"model"`
	Requests int    `json:"requests"`
	Failed   int    `json:"failed"`
}

// Latency is how long the stays in a state took, in microseconds; percentiles are
// nearest rank. There is no mean: one slow stay would move it, and it would not
// say so.
type Latency struct {
	State core.State `json:"state"` // "run" for runs as a whole
	Stays int        `json:"stays"`
	P50   int64      `json:"p50"`
	P95   int64      `json:"p95"`
	Max   int64      `json:"max"`
}

// wholeRun is the state of a latency for the time from a run's start to its end.
const wholeRun core.State = "run"

// maxCell bounds a name in a table, in characters.
const maxCell = 60

// WriteText writes the counts as tables, fit for a terminal. What never happened
// has no table.
func (s *Summary) WriteText(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s: %d answered, %d refused\n", of(s.Runs, "run"), s.Answered, s.Refused)
	for _, t := range s.tables() {
		if len(t.rows) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s\n", strings.Join(t.heading, "\t"))
		for _, row := range t.rows {
			cells := make([]string, len(row))
			for i, c := range row {
				cells[i] = clip(graphic(fmt.Sprint(c)), maxCell)
			}
			fmt.Fprintln(w, strings.Join(cells, "\t"))
		}
	}
	return w.Flush()
}

type table struct {
	heading []string
	rows    [][]any
}

func (s *Summary) tables() []table {
	return []table{
		tableOf(s.Latency, func(l Latency) []any { return []any{l.State, l.Stays, span(l.P50), span(l.P95), span(l.Max)} },
			"latency", "stays", "p50", "p95", "max"),
		tableOf(s.Rounds, func(r RoundCount) []any { return []any{r.Rounds, r.Runs} }, "rounds", "runs"),
		tableOf(s.Decisions, Count.row, "decision", "count"),
		tableOf(s.StopReasons, Count.row, "stopped for", "runs"),
		tableOf(s.RefusalReasons, Count.row, "refused for", "runs"),
		tableOf(s.Writers, func(d Drafts) []any { return []any{d.Writer, d.Drafts, d.Empty} }, "writer", "drafts", "empty"),
		tableOf(s.Verdicts, func(v Verdicts) []any { return []any{v.Verdict, v.Rule, v.Claims, v.Kept} }, "verdict", "rule", "claims", "kept"),
		tableOf(s.Repairs, Count.row, "repair", "claims"),
		tableOf(s.Exchanges, func(x Exchanges) []any { return []any{x.Model, x.Purpose, x.Requests, x.Failed} },
			"model", "purpose", "requests", "failed"),
	}
}

func (c Count) row() []any { return []any{c.Name, c.Count} }

func tableOf[T any](items []T, row func(T) []any, heading ...string) table {
	t := table{heading: heading}
	for _, item := range items {
		t.rows = append(t.rows, row(item))
	}
	return t
}
