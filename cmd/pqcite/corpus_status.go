package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/internal/secret"
	"github.com/pqcite/pqcite/internal/visible"
	"github.com/pqcite/pqcite/retrieval/meili"
)

// serverStatus is a collection on a server as `corpus status` prints it.
type serverStatus struct {
	Server     string    `json:"server"`
	Version    string    `json:"version"` // "" where the key may not ask for it
	Collection string    `json:"collection"`
	Digest     string    `json:"digest"`
	Documents  int       `json:"documents"`
	Passages   int       `json:"passages"`
	Part       int       `json:"part"` // from 1
	Parts      int       `json:"parts"`
	Pushed     time.Time `json:"pushed,omitzero"`
	// Same reports whether it is the library of this machine.
	Same  bool   `json:"same_as_library"`
	Error string `json:"error,omitempty"`

	remedy error
}

func (a *app) statusCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "status",
		Short: "Say what a team's servers have",
		Args:  exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.personal()
			if err != nil {
				return err
			}
			team, err := a.teamOf(cmd.Context(), s.Meili)
			if err != nil {
				return err
			}
			return a.printStatus(a.statuses(cmd.Context(), team), asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return c
}

func (a *app) statuses(ctx context.Context, team *pqcite.Team) []serverStatus {
	own := a.ownDigest(ctx)
	collections := team.Collections
	if len(collections) == 0 {
		collections = []string{pqcite.DefaultCollection}
	}
	var all []serverStatus
	for _, at := range team.Servers {
		for _, collection := range collections {
			s := serverStatus{Server: visible.Line(at.URL), Collection: collection}
			if err := s.ask(ctx, at, own); err != nil {
				s.Error, s.remedy = err.Error(), err
			}
			all = append(all, s)
		}
	}
	return all
}

// ownDigest is the digest of the library on this machine, "" without one.
func (a *app) ownDigest(ctx context.Context) string {
	home, err := a.libraryHome()
	if err != nil {
		return ""
	}
	l, err := store.Open(ctx, home)
	if err != nil || !l.Exists() {
		return ""
	}
	return l.Digest()
}

func (s *serverStatus) ask(ctx context.Context, at pqcite.TeamServer, own string) error {
	server, err := meili.New(meili.Config{URL: at.URL, Key: secret.Key(at.Key)})
	if err != nil {
		return err
	}
	defer server.Close()
	s.Server = server.Name()
	s.Version, _ = server.Version(ctx) // readers may not ask
	r, err := server.Record(ctx, s.Collection)
	if err != nil {
		return err
	}
	s.Digest, s.Documents, s.Passages, s.Pushed = r.Digest, r.Documents, r.Passages, r.Pushed
	s.Part, s.Parts, s.Same = r.Part+1, r.Parts, r.Digest == own
	return nil
}

func (a *app) printStatus(all []serverStatus, asJSON bool) error {
	var failed error
	for i := range all {
		if all[i].remedy != nil {
			failed = all[i].remedy
		}
	}
	if asJSON {
		if err := a.printJSON(map[string]any{"collections": all}); err != nil {
			return err
		}
	} else {
		for i := range all {
			fmt.Fprintf(a.out, "%s\n", all[i].line())
		}
	}
	return teamHint(failed)
}

func (s *serverStatus) line() string {
	head := fmt.Sprintf("%s  %s", s.Server, s.Collection)
	if s.Error != "" {
		return head + "  " + printable(s.Error)
	}
	head += fmt.Sprintf("  %s, pushed %s", sizeOf(s.Documents, s.Passages), s.Pushed.Format("2006-01-02 15:04Z"))
	if s.Parts > 1 {
		head += fmt.Sprintf(", part %d of %d", s.Part, s.Parts)
	}
	if s.Same {
		head += ", the library of this machine"
	}
	return head
}
