package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/corpus/fetch"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/internal/visible"
)

func (a *app) pullCommand() *cobra.Command {
	var asJSON, acceptNew bool
	var mirror string
	c := &cobra.Command{
		Use:   "pull [DOCUMENT...]",
		Short: "Download and ingest the six official documents",
		Long: `Downloads the official PDF files from their publisher, checks each against a pinned
SHA-256 and ingests them. An interrupted download is resumed. A file that the
publisher has re-issued is named and not taken, unless --accept-new is given.
The proxy of the environment (HTTPS_PROXY) is used.`,
		RunE: func(cmd *cobra.Command, ids []string) error {
			results, err := a.pull(cmd.Context(), ids, mirror, acceptNew)
			return a.printAdded(results, err, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	c.Flags().BoolVar(&acceptNew, "accept-new", false, "take a file whose hash is not the pinned one")
	c.Flags().StringVar(&mirror, "from", "", "base URL to download from instead of the publisher's; hashes are checked all the same")
	return c
}

// pull downloads the standards with the ids, all for none, and ingests them.
func (a *app) pull(ctx context.Context, ids []string, mirror string, acceptNew bool) ([]*added, error) {
	chosen, err := chooseStandards(ids)
	if err != nil {
		return nil, err
	}
	home, err := a.libraryHome()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(home, "downloads")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("create the download folder: %w", err)
	}
	var failed []*added
	var sources []source
	for _, s := range chosen {
		path := filepath.Join(dir, s.ID+".pdf")
		if err := a.download(ctx, s, path, mirror, acceptNew); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			failed = append(failed, &added{Source: s.URL, Error: visible.Addresses(err.Error())})
			continue
		}
		from := source{shown: s.URL, name: s.ID + ".pdf", path: path, url: s.URL, origin: s.URL}
		if acceptNew { // who takes another file vouches for it
			from.as = s.ID
		}
		sources = append(sources, from)
	}
	ingested, err := a.ingestAll(ctx, home, sources)
	for i, r := range ingested {
		if r.Change != "" { // the library has its own copy now
			os.Remove(sources[i].path)
		}
	}
	return append(failed, ingested...), err
}

func chooseStandards(ids []string) ([]standards.Standard, error) {
	if len(ids) == 0 {
		return standards.Documents(), nil
	}
	var out []standards.Standard
	for _, id := range ids {
		s, ok := standards.ByLabel(id)
		if !ok {
			return nil, usageError{fmt.Errorf("unknown official document %q; known are FIPS 203, 204, 205, SP 800-227, IR 8545, IR 8547", id)}
		}
		out = append(out, s)
	}
	return out, nil
}

func (a *app) download(ctx context.Context, s standards.Standard, path, mirror string, acceptNew bool) error {
	bar := a.progress(s.Label, true)
	defer bar.done()
	req := fetch.Request{URL: s.URL, Dest: path, SHA256: s.SHA256, Progress: bar.set}
	if mirror != "" {
		req.URL = mirror + "/" + filepath.Base(s.URL)
	}
	if acceptNew {
		req.SHA256 = ""
	}
	err := fetch.Fetch(ctx, req)
	if errors.Is(err, fetch.ErrHashMismatch) {
		return fmt.Errorf("%w; the publisher may have re-issued it: look at %s, then use --accept-new", err, s.URL)
	}
	return err
}
