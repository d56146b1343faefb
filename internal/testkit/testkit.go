// Package testkit provides resources that the tests of several packages need: golden files,
// commands that are killed and resumed, comparison of results, and the benchmark data. The data are
// outside the repository, in ../shared/data relative to the directory of go.mod.
package testkit

import (
	"os"
	"path/filepath"
	"testing"
)

// Require is the environment variable that, if not empty, makes a test fail instead of being
// skipped when its data are missing.
const Require = "TOURMALINE_REQUIRE_DATA"

// Data returns the directory of the benchmark data. If it is missing, the test is skipped, or fails
// if Require is set.
func Data(t testing.TB) string {
	t.Helper()
	dir, ok := Find()
	if !ok {
		missing(t, "no benchmark data: expected the folder ../shared/data beside the repository")
	}
	return dir
}

// missing skips a test, or fails it if Require is set.
func missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv(Require) != "" {
		t.Fatalf("%s (%s is set)", what, Require)
	}
	t.Skip(what)
}

// check ends the test if there is an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Find looks for the benchmark data. It walks up from the working directory, which go test sets to
// the package directory, to the module root.
func Find() (string, bool) {
	dir, err := os.Getwd()
	if err != nil {
		return "", false
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			data := filepath.Join(dir, "..", "shared", "data")
			info, err := os.Stat(data)
			return data, err == nil && info.IsDir()
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", false
		}
		dir = up
	}
}

// WriteFile writes a file for a test.
func WriteFile(t testing.TB, path, text string) {
	t.Helper()
	check(t, os.WriteFile(path, []byte(text), 0o600))
}
