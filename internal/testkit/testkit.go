// Package testkit is what tests of several packages need from outside Go: golden files,
// commands that are killed and resumed, results compared, and the benchmark data. The
// data lie beside the repository, not in it: ../shared/data, seen from the folder of
// go.mod.
package testkit

import (
	"os"
	"path/filepath"
	"testing"
)

// Require is the environment variable that, when it is not empty, turns
// missing data from a skipped test into a failed one.
const Require = "TOURMALINE_REQUIRE_DATA"

// Data returns the folder of the benchmark data. Without it the test is
// skipped, or fails where Require is set.
func Data(t testing.TB) string {
	t.Helper()
	dir, ok := Find()
	switch {
	case ok:
		return dir
	case os.Getenv(Require) != "":
		t.Fatalf("no benchmark data: expected the folder ../shared/data beside the repository (%s is set)", Require)
	}
	t.Skip("no benchmark data: expected the folder ../shared/data beside the repository")
	return ""
}

// Find walks up from the working directory, which go test sets to the folder
// of the package, to the root of the module.
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

// WriteFile writes a file of a test.
func WriteFile(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
