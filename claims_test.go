package pqcite

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/golden"
	"github.com/pqcite/pqcite/internal/race"
)

// TestClaims verifies claims about the six documents, true ones in other words and false ones
// of many kinds: hardly a false one may pass, and hardly a true one be called wrong.
func TestClaims(t *testing.T) {
	if race.Enabled {
		t.Skip("verdicts are compared without the race detector")
	}
	lib, _ := open(t, Options{Home: officialHome(t)})
	data, err := os.ReadFile("testdata/claims.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	counts := map[string]int{}
	for line := range strings.Lines(string(data)) {
		document, rest, _ := strings.Cut(strings.TrimSpace(line), " | ")
		kind, claim, ok := strings.Cut(rest, " | ")
		if !ok || line[0] == '#' {
			continue
		}
		v, err := lib.Verify(claim, VerifyOptions{Document: document})
		if err != nil {
			t.Fatal(err)
		}
		if kind != "true" {
			kind = "false"
		}
		counts[kind]++
		counts[kind+" "+decided(v.Verdict)]++
		fmt.Fprintf(&out, "%s %s (%s) %s\n", kind, decided(v.Verdict), v.Rule, claim)
	}
	golden.Check(t, "claims.golden", out.Bytes())
	for _, c := range []struct {
		of, as      string
		least, most float64
	}{{"true", "supported", 0.69, 1}, {"true", "contradicted", 0, 0.01}, {"false", "supported", 0, 0.03}, {"false", "contradicted", 0.56, 1}} {
		if share := float64(counts[c.of+" "+c.as]) / float64(counts[c.of]); share < c.least || share > c.most {
			t.Errorf("of %d %s claims, %.3f are %s, want %.2f to %.2f", counts[c.of], c.of, share, c.as, c.least, c.most)
		}
	}
}

func decided(v core.Verdict) string {
	switch {
	case v.Proved():
		return "supported"
	case v == core.Contradicted:
		return "contradicted"
	}
	return "undecided"
}
