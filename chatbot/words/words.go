// Package words has the bot's own texts: labels, notices, and the names and
// descriptions of its commands, in five languages.
//
// Text of documents is never translated, nor are technical names (ML-KEM, FIPS 203,
// Table 3). The texts are plain: the caller adds markup and escapes the arguments for
// their place.
//
// Trade-off: a language is complete or absent. A test requires the same keys and
// arguments in every file.
package words

import (
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"
)

//go:embed *.json
var files embed.FS

// Key names a text, as the files have it: "notice.outage". It is written where it is used; a
// test compares the files with the keys in the sources, both ways.
type Key string

// languages are those with texts; the first is the fallback.
var languages = []string{"en", "de", "fr", "ja", "zh-CN"}

// Languages returns the languages by Discord's names, except for "en", which is "en-US"
// and "en-GB" there. The first is the default.
func Languages() []string { return slices.Clone(languages) }

// Words are the texts of one language. It is immutable and safe for concurrent use.
type Words struct {
	language string
	texts    map[Key]message
}

// Args are the arguments of a text, by name.
type Args map[string]any

// message is a text by its plural forms: those of the Unicode CLDR for whole numbers. In a file, a text that needs none is a string; its form is other.
type message map[string]string

// The plural forms of the languages.
const (
	one   = "one"
	many  = "many"
	other = "other"
)

// UnmarshalJSON reads a string, or an object of strings.
func (m *message) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*m = message{other: text}
		return nil
	}
	return json.Unmarshal(data, (*map[string]string)(m))
}

// form is the plural form of a number.
func form(language string, n int) string {
	switch language {
	case "en", "de":
		if n == 1 {
			return one
		}
	case "fr":
		switch {
		case n == 0 || n == 1:
			return one
		case n%1_000_000 == 0:
			return many
		}
	}
	return other
}

// byLanguage reads the embedded files, when somebody asks: most commands show none of them. A test finds all possible errors in the files, so an
// error here is a fault of the build.
var byLanguage = sync.OnceValue(func() map[string]*Words {
	out := make(map[string]*Words, len(languages))
	for _, name := range languages {
		w := &Words{language: name}
		data, err := files.ReadFile(name + ".json")
		if err == nil {
			err = json.Unmarshal(data, &w.texts)
		}
		if err != nil {
			panic(fmt.Sprintf("words: read %s: %v", name, err))
		}
		out[name] = w
	}
	return out
})

// For returns the words for one of Discord's locales, such as "de", "en-GB" or "zh-CN".
// A locale without texts gets those of its language if the script is the same,
// otherwise English.
func For(locale string) *Words {
	if w := byLanguage()[locale]; w != nil {
		return w
	}
	base, _, _ := strings.Cut(locale, "-")
	if w := byLanguage()[base]; w != nil {
		return w
	}
	return byLanguage()[languages[0]]
}

// Language is the language of the words: one of Languages.
func (w *Words) Language() string { return w.language }

// English reports whether this is the language of the documents, and of what the core
// says of them.
func (w *Words) English() bool { return w.language == languages[0] }

// Text returns a text with its arguments filled in.
func (w *Words) Text(k Key, args Args) string { return w.text(k, other, args) }

// Count returns a text in the plural form for a number, which is its argument N.
func (w *Words) Count(k Key, n int, args Args) string {
	all := Args{"N": n}
	for name, value := range args {
		all[name] = value
	}
	return w.text(k, form(w.language, n), all)
}

// Known reports whether there is a text for a key derived from data.
func (w *Words) Known(k Key) bool { return w.texts[k] != nil }

// argument is where an argument goes in a text.
var argument = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

// text shows the key if there is no text: ugly, but better than nothing.
func (w *Words) text(k Key, form string, args Args) string {
	m := w.texts[k]
	text, ok := m[form]
	if !ok {
		text, ok = m[other]
	}
	if !ok {
		return string(k)
	}
	return argument.ReplaceAllStringFunc(text, func(place string) string {
		return fmt.Sprint(args[place[len("{{."):len(place)-len("}}")]])
	})
}

// Default returns a text in the fallback language, for the names in a command's
// payload.
func Default(k Key) string { return byLanguage()[languages[0]].Text(k, nil) }

// Localisations returns a text in all languages except the default, for the maps of a
// command's payload.
func Localisations(k Key) map[discordgo.Locale]string {
	out := make(map[discordgo.Locale]string, len(languages)-1)
	for _, name := range languages[1:] {
		out[discordgo.Locale(name)] = byLanguage()[name].Text(k, nil)
	}
	return out
}
