package store

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

func TestHome(t *testing.T) {
	root, err := filepath.Abs(string(filepath.Separator))
	if err != nil {
		t.Fatal(err)
	}
	in := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	here, err := filepath.Abs("")
	if err != nil {
		t.Fatal(err)
	}
	user := func() (string, error) { return in("home", "ada"), nil }
	nobody := func() (string, error) { return "", errors.New("nobody is at home") }
	for _, test := range []struct {
		name, goos string
		env        map[string]string
		user       func() (string, error)
		want       string // "" for an error
	}{
		{"override", "linux", map[string]string{"PQCITE_HOME": in("lib"), "XDG_DATA_HOME": in("data")}, user, in("lib")},
		{"override on Windows", "windows", map[string]string{"PQCITE_HOME": in("lib")}, user, in("lib")},
		{"relative override", "linux", map[string]string{"PQCITE_HOME": "lib"}, user, filepath.Join(here, "lib")},
		{"override of nobody", "linux", map[string]string{"PQCITE_HOME": in("lib")}, nobody, in("lib")},
		{"XDG", "linux", map[string]string{"XDG_DATA_HOME": in("data")}, user, in("data", "pqcite")},
		{"relative XDG", "linux", map[string]string{"XDG_DATA_HOME": "data"}, user, in("home", "ada", ".local", "share", "pqcite")},
		{"Linux", "linux", nil, user, in("home", "ada", ".local", "share", "pqcite")},
		{"FreeBSD", "freebsd", nil, user, in("home", "ada", ".local", "share", "pqcite")},
		{"macOS", "darwin", map[string]string{"XDG_DATA_HOME": in("data")}, user, in("home", "ada", "Library", "Application Support", "pqcite")},
		{"Windows", "windows", map[string]string{"LocalAppData": in("local")}, user, in("local", "pqcite")},
		{"Windows without", "windows", nil, user, ""},
		{"nobody", "linux", nil, nobody, ""},
		{"nobody on macOS", "darwin", nil, nobody, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := homeOn(test.goos, func(key string) string { return test.env[key] }, test.user)
			switch {
			case test.want != "" && (err != nil || got != test.want):
				t.Errorf("got %q and error %v, want %q", got, err, test.want)
			case test.want == "" && (err == nil || !strings.Contains(err.Error(), HomeEnv)):
				t.Errorf("got %q and error %v, want an error that names %s", got, err, HomeEnv)
			}
		})
	}
}

func TestHomeReadsTheEnvironment(t *testing.T) {
	want := t.TempDir()
	t.Setenv(HomeEnv, want)
	if got, err := Home(); err != nil || got != want {
		t.Errorf("got %q and error %v, want %q", got, err, want)
	}
}
