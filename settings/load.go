package settings

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ProjectFile is the name of a project's settings, PersonFile that of a person's, which
// is in the library's folder.
const (
	ProjectFile = ".pqcite.yaml"
	PersonFile  = "config.yaml"
)

// Sources are where settings come from, in ascending rank.
type Sources struct {
	Person  string   // file; "" or a missing one for none
	Project string   // file; "" for none
	Env     []string // "NAME=value", as in os.Environ
	Dir     string   // absolute folder that paths in the environment are relative to
}

// Load reads the settings of all sources over the defaults. The error joins all faults;
// whatever is right is set all the same.
func Load(from Sources) (Settings, error) {
	s := Default()
	err := s.Add(from)
	return s, err
}

// Add reads the settings of all sources over the present ones.
func (s *Settings) Add(from Sources) error {
	var errs []error
	if from.Person != "" {
		errs = append(errs, s.readFile(from.Person, true))
	}
	if from.Project != "" {
		errs = append(errs, s.readFile(from.Project, false))
	}
	errs = append(errs, s.readEnv(from.Env, from.Dir))
	return errors.Join(errs...)
}

func (s *Settings) readFile(name string, person bool) error {
	f, err := os.Open(name)
	if person && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	return s.Read(name, data, person)
}

// readEnv reads the variables that set keys. A variable with the prefix of a
// check's keys that sets none is an error.
func (s *Settings) readEnv(env []string, dir string) error {
	var errs []error
	for _, entry := range slices.Sorted(slices.Values(env)) {
		name, text, _ := strings.Cut(entry, "=")
		i := slices.IndexFunc(keys, func(k Key) bool { return k.Env() == name })
		if i < 0 && !strings.HasPrefix(name, "PQCITE_CHECK_") {
			continue
		}
		if i < 0 {
			errs = append(errs, fmt.Errorf("%w: there is no setting %s", ErrInvalid, cut(name)))
			continue
		}
		if err := keys[i].put(s, keys[i].parse(text), dir); err != nil {
			errs = append(errs, fmt.Errorf("%w: %s: %w", ErrInvalid, name, err))
		}
	}
	return errors.Join(errs...)
}

// repositories are folders that mark the root of a repository.
var repositories = []string{".git", ".hg", ".svn", ".jj"}

// Find returns the project's file for a file or folder: the nearest one upwards, as far
// as the root of its repository, or without a repository the one in its own folder; ""
// if there is none. Files above a repository belong to somebody else and do not count.
func Find(path string) (string, error) {
	dir, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("find the settings of %q: %w", path, err)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = filepath.Dir(dir)
	}
	own := ""
	nearest := ""
	for at := dir; ; at = filepath.Dir(at) {
		if file := filepath.Join(at, ProjectFile); nearest == "" && isFile(file) {
			nearest = file
			if at == dir {
				own = file
			}
		}
		if slices.ContainsFunc(repositories, func(name string) bool { return exists(filepath.Join(at, name)) }) {
			return nearest, nil
		}
		if filepath.Dir(at) == at {
			return own, nil
		}
	}
}

func exists(path string) bool { _, err := os.Lstat(path); return err == nil }

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
