// Package words holds what the bot says of its own: labels, notices, and the names
// and descriptions of its commands, in five languages.
//
// What documents say is never translated, nor are the names of the field (ML-KEM,
// FIPS 203, Table 3). The texts are plain: whoever shows them adds the markup, and
// escapes the arguments for the place where they stand.
//
// What it trades away: a language is whole or not there at all. A test holds every
// file to the same keys and the same arguments.
package words

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"github.com/bwmarrin/discordgo"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed *.json
var files embed.FS

// languages are those that there are texts in; the first is the one to fall back to.
var languages = []string{"en", "de", "fr", "ja", "zh-CN"}

// Languages returns the languages as Discord names them, but for "en", which is
// "en-US" and "en-GB" there. The first is the default.
func Languages() []string { return append([]string(nil), languages...) }

// Words says things in one language. It is immutable and safe for concurrent use.
type Words struct {
	language  string
	localizer *i18n.Localizer
}

// Args are the arguments of a text, by name.
type Args map[string]any

var byLanguage = load()

// load reads the embedded files. What can be wrong with them is found by a test, so
// an error here is a fault of the build.
func load() map[string]*Words {
	bundle := i18n.NewBundle(language.English)
	out := make(map[string]*Words, len(languages))
	for _, name := range languages {
		if _, err := bundle.LoadMessageFileFS(files, name+".json"); err != nil {
			panic(fmt.Sprintf("words: read %s: %v", path.Base(name), err))
		}
	}
	for _, name := range languages {
		out[name] = &Words{name, i18n.NewLocalizer(bundle, name)}
	}
	return out
}

// For returns the words for one of Discord's locales, such as "de", "en-GB" or
// "zh-CN". A locale without texts gets those of its language, if it is written the
// same way, and else English.
func For(locale string) *Words {
	if w := byLanguage[locale]; w != nil {
		return w
	}
	base, _, _ := strings.Cut(locale, "-")
	if w := byLanguage[base]; w != nil {
		return w
	}
	return byLanguage[languages[0]]
}

// Language is the language of the words: one of Languages.
func (w *Words) Language() string { return w.language }

// English reports whether it is the language in which the documents, and what the
// core says of them, are written.
func (w *Words) English() bool { return w.language == languages[0] }

// Text returns a text with its arguments filled in.
func (w *Words) Text(k Key, args Args) string {
	return w.localize(&i18n.LocalizeConfig{MessageID: string(k), TemplateData: args})
}

// Count returns a text in the form that fits a number, which is its argument N.
func (w *Words) Count(k Key, n int, args Args) string {
	all := Args{"N": n}
	for name, value := range args {
		all[name] = value
	}
	return w.localize(&i18n.LocalizeConfig{MessageID: string(k), TemplateData: all, PluralCount: n})
}

// Known reports whether there is a text for a key that was made from data.
func (w *Words) Known(k Key) bool {
	_, err := w.localizer.Localize(&i18n.LocalizeConfig{MessageID: string(k)})
	return err == nil
}

// localize shows the key where there is no text: ugly, and better than nothing.
func (w *Words) localize(c *i18n.LocalizeConfig) string {
	text, err := w.localizer.Localize(c)
	if err != nil {
		return c.MessageID
	}
	return text
}

// Default returns a text in the language to fall back to, as the payload of a
// command has its names.
func Default(k Key) string { return byLanguage[languages[0]].Text(k, nil) }

// Localisations returns a text in all languages but the default, for the maps of a
// command's payload.
func Localisations(k Key) map[discordgo.Locale]string {
	out := make(map[discordgo.Locale]string, len(languages)-1)
	for _, name := range languages[1:] {
		out[discordgo.Locale(name)] = byLanguage[name].Text(k, nil)
	}
	return out
}
