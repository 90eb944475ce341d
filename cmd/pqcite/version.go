package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/corpus/standards"
)

// release is the version that a build for a package is given, with the linker's -X;
// empty in any other.
var release string

// version is the version that the build was given, or that it recorded.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// built is what `version --json` prints.
type built struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`   // in hex; "" if the build did not record it
	Modified bool   `json:"modified"` // it was built from more than the commit
	Go       string `json:"go"`       // version of Go that it was built with
	Platform string `json:"platform"` // operating system and processor, as Go names them
	Pack     string `json:"pack"`     // SHA-256 of the pack, in hex: two programs with the same know the same
}

func builtOf() (built, error) {
	digest, err := standards.Digest()
	b := built{Version: version(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Pack: digest}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Commit = s.Value
			case "vcs.modified":
				b.Modified = s.Value == "true"
			}
		}
	}
	return b, err
}

func (a *app) versionCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version, what it was built from and the digest of the pack",
		Args:  exactly(0),
		RunE: func(*cobra.Command, []string) error {
			b, err := builtOf()
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(b)
			}
			commit := b.Commit
			switch {
			case commit == "":
				commit = "not recorded"
			case b.Modified:
				commit += ", and changes to it"
			}
			fmt.Fprintf(a.out, "pqcite %s\ncommit %s\nbuilt  %s %s\npack   %s\n", b.Version, commit, b.Go, b.Platform, b.Pack)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return c
}
