package loop

import (
	"context"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
)

// place is what a question for the place of the last answer alone ("which section says that?")
// asks: where that is which the answer rests on. It is empty for any other question.
type place struct {
	where string // "Where is Section 3.3 of FIPS 203?"
	of    string // the last question, in full
}

// placed answers the last question again, without a model, if a question asks for the place of
// that answer alone. The place is empty if it was refused, or nothing that it cites has a number.
func placed(ctx context.Context, question string, ports Ports, s Settings) (place, error) {
	kind := plan.PlaceAsked(question)
	s.Earlier = s.Earlier[max(0, len(s.Earlier)-plan.MaxEarlier):] // each may ask for the place of the one before
	last := len(s.Earlier) - 1
	if kind == "" || last < 0 {
		return place{}, nil
	}
	of := s.Earlier[last]
	s.Earlier, s.Observer, s.Features.Model = s.Earlier[:last], nil, false
	o, err := Ask(ctx, of, ports, s)
	if err != nil || o.Status != core.Answered {
		return place{}, err
	}
	if at := citedPlace(ports.Library, &o, kind); at != "" {
		return place{"Where is " + at + "?", o.Plan.Question}, nil
	}
	return place{}, nil
}

// citedPlace is the place that the first line of an answer rests on, of the kind that is asked
// for if there is one: "Section 3.3 of FIPS 203". It is "" if it has no number, or if the page is
// asked for and the place begins on another.
func citedPlace(library Library, o *core.Outcome, kind string) string {
	best := ""
	for _, c := range cited(o.Citations, []core.Claim{lead(o.Claims)}) {
		doc := library.Document(c.DocID)
		if doc == nil {
			continue
		}
		for a := doc.Anchor(c.Anchor); a != nil; a = doc.Anchor(a.Parent) {
			name := a.Name() + " of " + doc.Label
			switch {
			case a.Number == "" || kind == "page" && a.StartPage != c.StartPage:
			case string(a.Kind) == kind:
				return name
			case best == "":
				best = name
			}
		}
	}
	return best
}
