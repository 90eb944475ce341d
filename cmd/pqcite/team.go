package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/internal/secret"
	"github.com/pqcite/pqcite/retrieval/meili"
	"github.com/pqcite/pqcite/settings"
)

// The environment variables of the keys of a team's servers: one for all, or one for each,
// separated by commas. There is no flag, since a command line is seen by everybody on the
// machine.
const (
	envMeiliKey     = "PQCITE_MEILI_KEY"
	envMeiliKeyFile = "PQCITE_MEILI_KEY_FILE"
)

// team is the team whose library is read, nil where the engine is the embedded one.
func (a *app) team(ctx context.Context) (*pqcite.Team, error) {
	s, err := a.personal()
	if err != nil || s.Engine != settings.EngineMeili {
		return nil, err
	}
	return a.teamOf(ctx, s.Meili)
}

// personal are a person's settings, those of no project.
func (a *app) personal() (settings.Settings, error) {
	home, err := a.libraryHome()
	if err != nil {
		return settings.Settings{}, err
	}
	s, err := settings.Load(settings.Sources{Person: filepath.Join(home, settings.PersonFile), Env: os.Environ(), Dir: home})
	if a.engine != "" {
		err = errors.Join(err, s.Set("engine", a.engine, ""))
	}
	if err != nil {
		return s, usageError{err}
	}
	return s, nil
}

func (a *app) teamOf(ctx context.Context, m settings.Meili) (*pqcite.Team, error) {
	if len(m.URLs) == 0 {
		return nil, usageError{errors.New("no server of the team is named: set PQCITE_MEILI_URL, or meili.url in " + settings.PersonFile)}
	}
	keys, err := meiliKeys(ctx, len(m.URLs))
	if err != nil {
		return nil, err
	}
	team := &pqcite.Team{Collections: m.Collections, Failed: a.sayOnce()}
	for i, url := range m.URLs {
		team.Servers = append(team.Servers, pqcite.TeamServer{URL: url, Key: string(keys[i])})
	}
	return team, nil
}

// sayOnce says why the servers are not used, each reason once in a run.
func (a *app) sayOnce() func(error) {
	var mu sync.Mutex
	said := make(map[string]bool)
	return func(err error) {
		mu.Lock()
		defer mu.Unlock()
		if !said[err.Error()] {
			said[err.Error()] = true
			fmt.Fprintf(a.err, "pqcite: %s\n", printable(strings.ReplaceAll(err.Error(), "\n", "; ")))
		}
	}
}

// meiliKeys are the keys of n servers. No error repeats one.
func meiliKeys(ctx context.Context, n int) ([]secret.Key, error) {
	text, file := os.Getenv(envMeiliKey), os.Getenv(envMeiliKeyFile)
	switch {
	case text != "" && file != "":
		return nil, usageError{fmt.Errorf("%s and %s are both set: unset one", envMeiliKey, envMeiliKeyFile)}
	case file != "":
		data, err := readFile(ctx, file, maxKeyFile)
		if err != nil {
			return nil, fmt.Errorf("read the servers' keys: %w", err)
		}
		text = string(data)
	}
	var keys []secret.Key
	for key := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == '\n' || r == '\r' }) {
		keys = append(keys, secret.Key(strings.TrimSpace(key)))
	}
	switch len(keys) {
	case n:
		return keys, nil
	case 0, 1: // no key suits a server that asks for none
		all := make([]secret.Key, n)
		for i := range all {
			all[i] = append(keys, "")[0]
		}
		return all, nil
	}
	return nil, usageError{fmt.Errorf("%s has %d keys for %d servers", envMeiliKey, len(keys), n)}
}

// teamHint adds what a person can do about a team's servers.
func teamHint(err error) error {
	for _, remedy := range []struct {
		what error
		hint string
	}{
		{meili.ErrKey, "set " + envMeiliKey + " to a key for this: one that may search to read, the server's master key to push; pqcite corpus token makes keys for readers"},
		{meili.ErrMissing, "pqcite corpus push puts a library there; PQCITE_MEILI_COLLECTIONS names others"},
		{meili.ErrPartial, "see that all servers of PQCITE_MEILI_URL answer, then pqcite corpus push once more"},
		{meili.ErrFormat, "use one version of pqcite everywhere, and push again with it"},
		{meili.ErrVersion, "use a newer Meilisearch: docs/team.md says how to upgrade"},
		{meili.ErrFull, "make room on the server, then pqcite corpus push once more"},
		{meili.ErrDamaged, "pqcite corpus push puts it right"},
		{meili.ErrAnswer, "see that PQCITE_MEILI_URL is the address of Meilisearch itself, or of a proxy that leads to it"},
		{meili.ErrDown, "see that the server runs, and that PQCITE_MEILI_URL is its address; --engine embedded does without it"},
		{meili.ErrSlow, "try again, or --engine embedded, which does without the server"},
		{meili.ErrBusy, "try again later, or --engine embedded, which does without the server"},
	} {
		if errors.Is(err, remedy.what) {
			return hinted{err, remedy.hint}
		}
	}
	if errors.Is(err, meili.ErrConfig) {
		return usageError{err}
	}
	return err
}
