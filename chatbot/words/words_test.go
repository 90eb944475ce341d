package words

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/card"
)

// written is a text of a file by its plural forms; a text without any has the form
// "".
type written map[string]string

func messages(t *testing.T, language string) map[string]written {
	t.Helper()
	data, err := files.ReadFile(language + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		t.Fatalf("%s: %v", language, err)
	}
	out := map[string]written{}
	for key, value := range raw {
		var text string
		forms := written{}
		if json.Unmarshal(value, &text) == nil {
			forms[""] = text
		} else if err := json.Unmarshal(value, &forms); err != nil {
			t.Fatalf("%s: %s: %v", language, key, err)
		}
		out[key] = forms
	}
	return out
}

// pluralForms are those that the Unicode CLDR has for whole numbers.
var pluralForms = map[string][]string{"en": {"one", "other"}, "de": {"one", "other"}, "fr": {"many", "one", "other"}, "ja": {"other"}, "zh-CN": {"other"}}

var placeholder = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

func placeholders(text string) string {
	var out []string
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

// TestLanguagesAreWhole holds every file to the keys, arguments and forms of the
// first.
func TestLanguagesAreWhole(t *testing.T) {
	first := messages(t, languages[0])
	for _, language := range languages {
		all := messages(t, language)
		for key, forms := range first {
			if all[key] == nil {
				t.Errorf("%s lacks %q", language, key)
				continue
			}
			want := []string{""}
			if _, plain := forms[""]; !plain {
				want = pluralForms[language]
			}
			if got := slices.Sorted(maps.Keys(all[key])); !slices.Equal(got, want) {
				t.Errorf("%s: %q has the forms %q, want %q", language, key, got, want)
			}
			for form, text := range all[key] {
				example := forms[""] + forms["other"]
				if got := placeholders(text); got != placeholders(example) {
					t.Errorf("%s: %q %s has the arguments %q, want %q", language, key, form, got, placeholders(example))
				}
				if strings.TrimSpace(text) != text || text == "" || strings.ContainsAny(text, "*_~|[]<>@#`\\\n") != strings.Contains(text, "MLKEM768_CIPHERTEXTBYTES") {
					t.Errorf("%s: %q reads %q: it is empty, not trimmed, or has characters that are markup", language, key, text)
				}
				if strings.Contains(placeholder.ReplaceAllString(text, ""), "{") {
					t.Errorf("%s: %q reads %q: it has a placeholder that is none", language, key, text)
				}
			}
		}
		for key := range all {
			if first[key] == nil {
				t.Errorf("%s has %q, which no other language has", language, key)
			}
		}
	}
}

// TestTranslated finds texts that somebody forgot to translate: none may be the English
// one, but for those that are names, numbers or the same word.
func TestTranslated(t *testing.T) {
	first := messages(t, languages[0])
	for _, language := range languages[1:] {
		same := 0
		for key, forms := range messages(t, language) {
			if text := forms[""]; text == first[key][""] && len(strings.Fields(text)) > 2 && !strings.HasSuffix(key, "placeholder") {
				t.Errorf("%s: %q is English: %q", language, key, text)
			} else if text != "" && text == first[key][""] {
				same++
			}
		}
		if same > 25 {
			t.Errorf("%s: %d texts are the same as in English", language, same)
		}
	}
}

// families are the keys that are made from words of the core, with those words.
var families = map[string][]string{
	"certainty": list(core.Certain, core.Likely, core.Unsure),
	"verdict":   list(core.Verbatim, core.Stated, core.Supported, core.Partial, core.Contradicted, core.Unverifiable),
	"stop":      list(core.StopSufficient, core.StopBest, core.StopInsufficient, core.StopUnverified, core.StopSteps, core.StopToolCalls, core.StopRounds, core.StopInvalid),
	"refusal.reason": list(core.RefusalEmptyLibrary, core.RefusalInvalidQuestion, core.RefusalOffCorpus, core.RefusalAmbiguous, core.RefusalMissingAnchor, core.RefusalUncertain, core.RefusalMissingTerm,
		core.RefusalMissingSide, core.RefusalMissingFact, core.RefusalUnverified, core.RefusalOtherLanguage),
	"refusal.kind":   list(core.KindUnasked, core.KindOffCorpus, core.KindAmbiguous, core.KindNearMiss, core.KindUncertain),
	"refusal.advice": list(core.KindUnasked, core.KindOffCorpus, core.KindAmbiguous, core.KindNearMiss, core.KindUncertain),
	"intent": list(core.IntentDefinition, core.IntentSteps, core.IntentInterface, core.IntentSize, core.IntentComparison, core.IntentRule, core.IntentReason, core.IntentDate, core.IntentCalls,
		core.IntentGeneral),
	"facet":  list(core.FacetTerm, core.FacetAnchor, core.FacetName, core.FacetSide, core.FacetPart, core.FacetKindOf, core.FacetUnit),
	"status": list(core.StatusFinal, core.StatusDraft),
	"reference": list(refs.Resolved, refs.UnknownDocument, refs.Dangling, refs.Contradicted, refs.Misquoted, refs.Superseded, refs.NotInLibrary, refs.Candidate,
		refs.Ambiguous, refs.Status(card.WrongValue), refs.Status(card.Related), refs.Status(card.Guessed)),
	"rule": {
		citations.ClaimQuoted, citations.ClaimComposed, citations.ClaimLoose, citations.ClaimUncited, citations.ClaimAddress, citations.ClaimNumber, citations.ClaimComparator, citations.ClaimCell, citations.ClaimIdentifier,
		citations.ClaimModality, citations.ClaimPolarity, citations.ClaimOpposite, citations.ClaimExclusive, citations.ClaimOrder, citations.ClaimOwner, citations.ClaimCovered, citations.ClaimUncovered, citations.ClaimElsewhere, quote.Exact, quote.Moved, quote.Near, quote.Altered,
		quote.CutsWord, quote.NotFound, quote.TooShort, quote.TooLong, quote.Edited + string(quote.EditIdentifier), quote.Edited + string(quote.EditComparator),
		quote.Edited + string(quote.EditUnit), quote.Edited + string(quote.EditModality), quote.Edited + string(quote.EditNegator), quote.Edited + string(quote.EditOperator),
		quote.Edited + string(quote.EditNumber), citations.RuleNotIngested, answer.RuleStatement, "typed-fact",
	},
}

func list[S ~string](words ...S) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return out
}

// keyForm is a text's key in the sources, or that of a command or an option without its last part.
var keyForm = regexp.MustCompile(`^[a-z]+(\.[a-z_]+)+$`)

// TestEveryKeyIsOfUse wants a text for each key that is written in the sources and each word
// of the core, and no other text.
func TestEveryKeyIsOfUse(t *testing.T) {
	have := messages(t, languages[0])
	groups := map[string]bool{} // the first parts of keys
	for key := range have {
		group, _, _ := strings.Cut(key, ".")
		groups[group] = true
	}
	want := map[string]bool{}
	for family, members := range families {
		for _, m := range members {
			want[family+"."+m] = true
		}
	}
	for _, text := range literals(t, "..") {
		switch group, _, _ := strings.Cut(text, "."); {
		case !keyForm.MatchString(text) || !groups[group] || strings.HasSuffix(text, ".txt"): // the last is a file
		case families[text] != nil:
		case have[text+".name"] != nil: // of a command or an option
			want[text+".name"], want[text+".description"] = true, true
		default:
			want[text] = true
		}
	}
	for key := range have {
		if !want[key] {
			t.Errorf("the text %q is of no use", key)
		}
	}
	for key := range want {
		if have[key] == nil {
			t.Errorf("there is no text for %q", key)
		}
	}
}

// literals are the texts in the sources below a folder.
func literals(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				if text, err := strconv.Unquote(l.Value); err == nil {
					out = append(out, text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Discord's rules for commands: its documentation of application commands, August
// 2026.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

func TestCommands(t *testing.T) {
	for _, language := range languages {
		names := map[string]string{} // by the command, or "" for commands
		for key, forms := range messages(t, language) {
			path := strings.Split(key, ".")
			if path[0] != "command" {
				continue
			}
			text := forms[""]
			size := len(utf16.Encode([]rune(text)))
			last := path[len(path)-1]
			switch {
			case key == "command.check.name": // a message command may have spaces and capitals
				if size > 32 {
					t.Errorf("%s: %q has %d characters: %q", language, key, size, text)
				}
			case last == "name":
				of := ""
				if len(path) == 4 {
					of = path[1]
				}
				if !commandName.MatchString(text) || strings.ToLower(text) != text {
					t.Errorf("%s: %q is no name of a command or option: %q", language, key, text)
				}
				if other := names[of+" "+text]; other != "" {
					t.Errorf("%s: %q and %q are both called %q", language, key, other, text)
				}
				names[of+" "+text] = key
				if messages := strings.TrimSuffix(key, "name") + "description"; For(language).Text(Key(messages), nil) == messages {
					t.Errorf("%s: %q has no description", language, key)
				}
			case size > 100: // a description, or the name of a choice
				t.Errorf("%s: %q has %d characters: %q", language, key, size, text)
			}
		}
	}
}

// TestLabelsFit holds buttons and modals to Discord's bounds.
func TestLabelsFit(t *testing.T) {
	for _, language := range languages {
		for key, forms := range messages(t, language) {
			most := 0
			switch {
			case strings.HasPrefix(key, "button."):
				most = 34 // beyond it phones cut a label
			case strings.HasPrefix(key, "modal.") && strings.HasSuffix(key, "placeholder"):
				most = 100
			case strings.HasPrefix(key, "modal."):
				most = 45
			case strings.HasSuffix(key, ".title"):
				most = 60
			default:
				continue
			}
			if size := len(utf16.Encode([]rune(forms[""]))); size > most {
				t.Errorf("%s: %q has %d characters, at most %d: %q", language, key, size, most, forms[""])
			}
		}
	}
}

func TestFor(t *testing.T) {
	for locale, want := range map[string]string{
		"": "en", "en-US": "en", "en-GB": "en", "de": "de", "fr": "fr", "ja": "ja", "zh-CN": "zh-CN", "zh-TW": "en", "es-419": "en", "xx": "en", "de-AT": "de", "\xff": "en",
	} {
		if got := For(locale).Language(); got != want {
			t.Errorf("For(%q) is in %q, want %q", locale, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for _, tt := range []struct {
		locale string
		n      int
		want   string
	}{{"en", 0, "0 rounds"}, {"en", 1, "1 round"}, {"de", 1, "1 Runde"}, {"de", 2, "2 Runden"}, {"fr", 0, "0 tour"}, {"fr", 2, "2 tours"}, {"fr", 1000000, "1000000 tours"}, {"ja", 1, "1 ラウンド"}, {"zh-CN", 3, "3 轮"}} {
		if got := For(tt.locale).Count("why.rounds", tt.n, nil); got != tt.want {
			t.Errorf("%s: %d rounds read %q, want %q", tt.locale, tt.n, got, tt.want)
		}
	}
}

func TestUnknownKeys(t *testing.T) {
	w := For("de")
	if w.Known("verdict.other") || !w.Known("verdict.partial") || !w.Known("answer.page") {
		t.Error("known are other keys than there are texts for")
	}
	if got := w.Text("no.such", nil); got != "no.such" {
		t.Errorf("a key without a text reads %q", got)
	}
}

func TestLocalisations(t *testing.T) {
	if got := Localisations("command.ask.name"); len(got) != len(languages)-1 || got["de"] != "frage" || Default("command.ask.name") != "ask" {
		t.Errorf("/ask is called %v, by default %q", got, Default("command.ask.name"))
	}
}

// TestPluralForms holds the forms to the Unicode CLDR's rules.
func TestPluralForms(t *testing.T) {
	for language, want := range map[string][]string{
		"en": {other, one, other, other, other}, "de": {other, one, other, other, other}, "fr": {one, one, other, many, other},
		"ja": {other, other, other, other, other}, "zh-CN": {other, other, other, other, other},
	} {
		for i, n := range []int{0, 1, 2, 1_000_000, 1_000_001} {
			if got := form(language, n); got != want[i] {
				t.Errorf("%s: %d has the form %s, want %s", language, n, got, want[i])
			}
		}
	}
	w := For("en")
	if got, want := w.Count("answer.more_sources", 1, nil), w.texts["answer.more_sources"][one]; got != strings.ReplaceAll(want, "{{.N}}", "1") {
		t.Errorf("one source reads %q, written is %q", got, want)
	}
	if got := w.Text("no such text", nil); got != "no such text" {
		t.Errorf("a text that is not there reads %q", got)
	}
}
