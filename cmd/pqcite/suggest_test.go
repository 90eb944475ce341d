package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func TestNearestNames(t *testing.T) {
	names := []string{"search", "ask", "refs", "check", "card", "verify", "verify-receipt", "lsp", "json"}
	for typed, want := range map[string][]string{
		"serach": {"search"}, "SEARCH": {"search"}, "sear": {"search"}, "asks": {"ask"}, "jsno": {"json"}, "chekc": {"check"},
		"verify": {"verify", "verify-receipt"}, "verfiy": {"verify"}, "verify-reciept": {"verify-receipt"},
		"xyzzy": nil, "": nil, "s": {"search"}, "q": nil, strings.Repeat("ask", 1<<10): nil,
	} {
		if got := nearestNames(typed, names); !slices.Equal(got, want) {
			t.Errorf("%.20q may mean %q, want %q", typed, got, want)
		}
	}
}

// goWords are words of Go's packages, which nobody has to know.
var goWords = regexp.MustCompile(`strconv|parsing|ParseInt|ParseFloat|ParseBool|time:|invalid syntax|parse error|invalid argument|arg\(s\) to`)

// TestFlagErrors gives every flag of every subcommand a value that none of its type has,
// and none at all: what is wrong is said in words, and the exit code is that of a usage
// error.
func TestFlagErrors(t *testing.T) {
	a, _ := newApp(t.Context(), streams{in: strings.NewReader(""), out: t.Output(), err: t.Output()})
	tried := 0
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			for _, value := range []string{"=\"abc", "=", "=99999999999999999999", ""} {
				if strings.HasPrefix(f.Value.Type(), "string") && f.Value.Type() != "stringToInt" && (f.Value.Type() != "stringSlice" || value != "=\"abc") && value != "" || value == "" && f.NoOptDefVal != "" {
					continue // it may have it
				}
				if f.Value.Type() == "intSlice" && value == "=" {
					continue // none of them
				}
				tried++
				var errs strings.Builder
				args := append(strings.Fields(c.CommandPath())[1:], "--"+f.Name+value)
				code := run(t.Context(), args, streams{in: strings.NewReader(""), out: t.Output(), err: &errs})
				if code != exitUsage || !strings.Contains(errs.String(), "--"+f.Name) || goWords.MatchString(errs.String()) {
					t.Errorf("%q ends with exit code %d and says %s", args, code, errs.String())
				}
			}
		})
		for _, sub := range c.Commands() {
			each(sub)
		}
	}
	each(a.command())
	if tried < 60 {
		t.Errorf("%d values were tried", tried)
	}
}
