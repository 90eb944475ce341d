package state

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"

	"go.etcd.io/bbolt"
)

// Guild is what a guild has set.
type Guild struct {
	// Private makes an answer visible to who asked only, unless the question says
	// otherwise.
	Private bool `json:"private"`
	// Channels are the ids of the channels where the bot answers; none means
	// everywhere. At most MaxChannels.
	Channels []string `json:"channels"`
	// Documents are the ids of the documents that are asked; none means all. At
	// most MaxDocuments.
	Documents []string `json:"documents"`
	// Language is a locale of Discord ("de", "pt-BR"); "" means that of the user.
	Language string `json:"language"`
	// PerMinute and PerHour are how often one user may ask in this guild, 1 to
	// MaxPerMinute and MaxPerHour; 0 means what the bot allows everywhere.
	PerMinute int `json:"per_minute"`
	PerHour   int `json:"per_hour"`
	// Feedback shows the buttons for votes.
	Feedback bool `json:"feedback"`
	// KeepQuestions keeps the texts of refused questions and of answers that were
	// voted on for maintainers. Without it they are only counted.
	KeepQuestions bool `json:"keep_questions"`
}

// Bounds of a guild's settings. A list of 50 channels and 50 documents is written
// as less than 8 KiB.
const (
	MaxChannels  = 50
	MaxDocuments = 50
	MaxPerMinute = 60
	MaxPerHour   = 600

	maxDocumentID = 128 // characters
)

// DefaultGuild are the settings of a guild that has made none: public answers
// everywhere, votes, and no texts kept until somebody asks for it.
func DefaultGuild() Guild { return Guild{Feedback: true} }

var (
	snowflake = regexp.MustCompile(`^[0-9]{1,20}$`)
	locale    = regexp.MustCompile(`^[a-z]{2}(-[A-Z]{2}|-419)?$`)
)

// Validate reports the first setting out of its range, as [*Invalid].
func (g *Guild) Validate() error {
	if err := validList("channels", g.Channels, MaxChannels, "ids of channels", snowflake.MatchString); err != nil {
		return err
	}
	if err := validList("documents", g.Documents, MaxDocuments, "ids of documents of at most 128 characters", validDocument); err != nil {
		return err
	}
	if g.Language != "" && !locale.MatchString(g.Language) {
		return &Invalid{Key: "language", Got: fmt.Sprintf("%.40q", g.Language), Want: `a locale such as "de" or "pt-BR"`}
	}
	if g.PerMinute < 0 || g.PerMinute > MaxPerMinute {
		return &Invalid{Key: "per_minute", Got: fmt.Sprint(g.PerMinute), Want: fmt.Sprintf("0 to %d", MaxPerMinute)}
	}
	if g.PerHour < 0 || g.PerHour > MaxPerHour {
		return &Invalid{Key: "per_hour", Got: fmt.Sprint(g.PerHour), Want: fmt.Sprintf("0 to %d", MaxPerHour)}
	}
	return nil
}

func validDocument(id string) bool {
	return id != "" && utf8.ValidString(id) && utf8.RuneCountInString(id) <= maxDocumentID
}

func validList(key string, list []string, most int, what string, valid func(string) bool) error {
	if len(list) > most {
		return &Invalid{Key: key, Got: fmt.Sprintf("a list of %d", len(list)), Want: fmt.Sprintf("at most %d", most)}
	}
	for i, v := range list {
		if !valid(v) {
			return &Invalid{Key: key, Got: fmt.Sprintf("%.40q", v), Want: what}
		}
		if slices.Contains(list[:i], v) {
			return &Invalid{Key: key, Got: fmt.Sprintf("%.40q twice", v), Want: "each once"}
		}
	}
	return nil
}

// Answers reports whether the bot answers in a channel. A thread counts as its
// parent; parent is "" for what is no thread.
func (g *Guild) Answers(channel, parent string) bool {
	return len(g.Channels) == 0 || slices.Contains(g.Channels, channel) || parent != "" && slices.Contains(g.Channels, parent)
}

// Guild returns the settings of a guild. What is asked in direct messages ("") has
// the defaults, and keeps no questions.
func (s *Store) Guild(ctx context.Context, id string) (g Guild, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		g, err = s.readGuild(tx, id)
		return err
	})
	return g, err
}

func (s *Store) readGuild(tx *bbolt.Tx, id string) (Guild, error) {
	if id != "" {
		var g Guild
		if found, err := get(tx, guildBucket, id, &g); found || err != nil {
			return g, err
		}
	}
	g := s.guild
	g.Channels, g.Documents = slices.Clone(g.Channels), slices.Clone(g.Documents)
	g.KeepQuestions = g.KeepQuestions && id != ""
	return g, nil
}

// UpdateGuild changes the settings of a guild in one step: of several changes at a
// time each sees those before it. change gets the settings as they are; if it
// fails or leaves them invalid ([*Invalid]) nothing changes. It must not use the store.
//
// When a guild stops to keep questions, those that are kept of it are deleted.
func (s *Store) UpdateGuild(ctx context.Context, id string, change func(*Guild) error) error {
	if !snowflake.MatchString(id) {
		return &Invalid{Key: "guild", Got: fmt.Sprintf("%.40q", id), Want: "the id of a guild"}
	}
	if err := s.flush(ctx); err != nil { // what was recorded before belongs to the old settings
		return err
	}
	var dropped bool
	err := s.update(ctx, func(tx *bbolt.Tx) error {
		g, err := s.readGuild(tx, id)
		if err != nil {
			return err
		}
		kept := g.KeepQuestions
		if err := change(&g); err != nil {
			return err
		}
		if err := g.Validate(); err != nil {
			return err
		}
		if dropped = kept && !g.KeepQuestions; dropped {
			err = dropQuestions(tx, id)
		}
		return errors.Join(err, put(tx, guildBucket, id, g))
	})
	if err == nil && dropped {
		err = s.wipe(ctx)
	}
	return err
}

// dropQuestions deletes the kept questions of a guild.
func dropQuestions(tx *bbolt.Tx, guild string) error {
	for _, rest := range following(tx, questionBucket, guild+"/") {
		if err := dropQuestion(tx, guild+"/"+rest); err != nil {
			return err
		}
	}
	for _, id := range following(tx, keptBucket, guild+"/") {
		if err := tx.Bucket(keptBucket).Delete([]byte(guild + "/" + id)); err != nil {
			return err
		}
	}
	return nil
}
