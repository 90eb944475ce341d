package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/internal/atomicfile"
)

func noticeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "notice FILE",
		Short: "Write the licences of everything that is linked into pqcite",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := notice(cmd.Context())
			if err != nil {
				return err
			}
			return atomicfile.WriteBytes(args[0], 0o644, text)
		},
	}
}

// platforms are those that pqcite is released for: what is linked differs.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/arm64", "windows/amd64"}

// linked is a module with a package in the binary.
type linked struct {
	Path, Version, Dir string
}

// notice is the text of NOTICE: the modules with the names of their licences, then
// each licence's text once, below the modules that it covers.
func notice(ctx context.Context) ([]byte, error) {
	modules, err := linkedModules(ctx)
	if err != nil {
		return nil, err
	}
	var list bytes.Buffer
	texts, order := map[string][]string{}, []string{}
	for _, m := range modules {
		files, err := licenceFiles(m.Dir)
		if err != nil {
			return nil, fmt.Errorf("find the licence of %q: %w", m.Path, err)
		}
		var names []string
		for _, text := range files {
			if names = append(names, licenceName(text)); texts[text] == nil {
				order = append(order, text)
			}
			texts[text] = append(texts[text], m.Path)
		}
		names = slices.Compact(slices.Sorted(slices.Values(names)))
		if slices.Contains(names, "") {
			return nil, fmt.Errorf("identify the licence of %q: its text matches no licence known to suit Apache-2.0", m.Path)
		}
		fmt.Fprintf(&list, "  %s (%s)\n", m.Path, strings.Join(names, ", "))
	}
	var out bytes.Buffer
	out.WriteString(noticeHead)
	out.Write(list.Bytes())
	for _, text := range order {
		fmt.Fprintf(&out, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(texts[text], "\n"), text)
	}
	return out.Bytes(), nil
}

const noticeHead = `pqcite
Copyright 2026 The pqcite authors

Licensed under the Apache License, Version 2.0; see LICENSE.

The program contains parts of the Go distribution and of the modules below, under the
licences that follow. This file is written by pqcite-dev notice.

`

// linkedModules are the modules that the program is linked from on any platform, and
// the Go distribution itself, by path.
func linkedModules(ctx context.Context) ([]linked, error) {
	root, err := goOutput(ctx, "", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	seen := map[string]linked{"std": {Path: "Go", Dir: strings.TrimSpace(string(root))}}
	for _, p := range platforms {
		out, err := goOutput(ctx, p, "list", "-deps", "-json=Module", "github.com/pqcite/pqcite/cmd/pqcite")
		if err != nil {
			return nil, err
		}
		if err := addModules(seen, out); err != nil {
			return nil, err
		}
	}
	modules := make([]linked, 0, len(seen))
	for _, m := range seen {
		modules = append(modules, m)
	}
	slices.SortFunc(modules, func(a, b linked) int { return strings.Compare(a.Path, b.Path) })
	return modules, nil
}

// addModules reads the output of go list.
func addModules(seen map[string]linked, out []byte) error {
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			Module *struct {
				linked
				Main bool
			}
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read the output of go list: %w", err)
		}
		if p.Module != nil && !p.Module.Main {
			seen[p.Module.Path] = p.Module.linked
		}
	}
}

// goOutput runs the go command for a platform, "" for this one.
func goOutput(ctx context.Context, platform string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	if platform == "" {
		platform = runtime.GOOS + "/" + runtime.GOARCH
	}
	system, arch, _ := strings.Cut(platform, "/")
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("run go %s for %s: %w: %s", strings.Join(args, " "), platform, err, complaint.String())
	}
	return out, nil
}

// licenceFiles are the texts of the licences and notices at the top of a module.
func licenceFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, e := range entries {
		if !isLicenceName(e.Name()) || e.IsDir() {
			continue
		}
		raw, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(raw), "\r\n", "\n")))
	}
	if len(texts) == 0 {
		return nil, errors.New("it has no licence file")
	}
	return texts, nil
}

// isLicenceName leaves out pictures and links: LICENSE-LOGO covers no code.
func isLicenceName(name string) bool {
	upper := strings.ToUpper(name)
	for _, prefix := range []string{"LICENSE", "LICENCE", "COPYING", "NOTICE"} {
		if strings.HasPrefix(upper, prefix) {
			return !strings.Contains(upper, "LOGO") && !strings.Contains(upper, "LINK")
		}
	}
	return false
}

// licences tell a licence by words that its text has, more particular ones first. All
// of them may be combined with Apache-2.0 in a program.
var licences = []struct{ name, words string }{
	{"list of parts", "Third-Party Software Notices"},
	{"list of parts", "Third-Party Licenses"},
	{"public domain", "dedicated to the public domain"},
	{"Apache-2.0", "Apache License"},
	{"BSD-3-Clause", "nor the names of"},
	{"BSD-3-Clause", "nor the name of"},
	{"BSD-3-Clause", "may be used to endorse or promote products"},
	{"BSD-2-Clause", "Redistribution and use in source and binary forms"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"notice", "This product includes"},
	{"notice", "includes software developed"},
}

// licenceName is the SPDX name of a licence by its text, "" for an unknown one.
func licenceName(text string) string {
	plain := strings.Join(strings.Fields(text), " ")
	for _, l := range licences {
		if strings.Contains(plain, l.words) {
			return l.name
		}
	}
	return ""
}
