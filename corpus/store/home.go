package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// HomeEnv is the environment variable that overrides the library's location.
const HomeEnv = "PQCITE_HOME"

// Home returns the folder of the user's library as an absolute path: $PQCITE_HOME, or a
// folder named pqcite in the platform's location for user data. Nothing is created.
func Home() (string, error) {
	return homeOn(runtime.GOOS, os.Getenv, os.UserHomeDir)
}

// homeOn is Home for an operating system and environment.
func homeOn(goos string, getenv func(string) string, userHome func() (string, error)) (string, error) {
	if dir := getenv(HomeEnv); dir != "" {
		return filepath.Abs(dir)
	}
	data, err := userData(goos, getenv, userHome)
	if err != nil {
		return "", fmt.Errorf("find the user's data folder: %w; set %s", err, HomeEnv)
	}
	return filepath.Join(data, "pqcite"), nil
}

// userData returns the folder in which programs keep a user's data.
func userData(goos string, getenv func(string) string, userHome func() (string, error)) (string, error) {
	switch goos {
	case "windows":
		if dir := getenv("LocalAppData"); dir != "" {
			return dir, nil
		}
		return "", errors.New("%LocalAppData% is not set")
	case "darwin", "ios":
		home, err := userHome()
		return filepath.Join(home, "Library", "Application Support"), err
	}
	// The XDG specification says to ignore relative paths.
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	home, err := userHome()
	return filepath.Join(home, ".local", "share"), err
}
