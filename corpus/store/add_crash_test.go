package store

import (
	"testing"

	"github.com/pqcite/pqcite/core"
)

// The scenarios of additions: what they go through is the same as for Put, and more than
// one document changes places in them.
func init() {
	taken := func(t testing.TB) []Addition {
		a := declared(addition(t, "/x/NIST.FIPS.203.md", "declared"), "NIST.FIPS.203", "FIPS 203")
		return []Addition{a, addition(t, "/a/README.md", "one"), addition(t, "/b/README.md", "two")}
	}
	changes := func(t testing.TB) []Addition {
		p := declared(addition(t, "https://example.org/203.pdf", "published"), "NIST.FIPS.203", "FIPS 203")
		p.Document.Identity = core.IdentityPublished
		return []Addition{p, addition(t, "/a/README.md", "one, newer"), addition(t, "/c/README.md", "three")}
	}
	add := func(all []Addition) func(*Tx) error {
		return func(tx *Tx) error {
			for _, a := range all {
				if _, err := tx.Add(a); err != nil {
					return err
				}
			}
			return nil
		}
	}
	under := func(a Addition, id string) sample {
		return sample{doc: renamed(a.Document, id), source: a.Source, name: a.Name}
	}
	scenarios = append(scenarios, scenario{
		name: "replace by origin, demote and add", generation: 1,
		before: func(t testing.TB, home string) { mustUpdate(t, home, add(taken(t))) },
		change: func(t testing.TB) func(*Tx) error { return add(changes(t)) },
		old: func(t testing.TB) []sample {
			all := taken(t)
			return []sample{under(all[0], "NIST.FIPS.203"), under(all[1], "README"), under(all[2], "b.README")}
		},
		new: func(t testing.TB) []sample {
			before, all := taken(t), changes(t)
			own := *before[0].Document
			settle(&own, "own_NIST.FIPS.203", core.IdentityOwn)
			return []sample{
				under(all[0], "NIST.FIPS.203"), under(all[1], "README"), under(before[2], "b.README"), under(all[2], "c.README"),
				{doc: &own, source: before[0].Source, name: before[0].Name, written: before[0].Document},
			}
		},
	})
}
