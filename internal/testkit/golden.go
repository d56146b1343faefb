package testkit

import (
	"os"
	"testing"
)

// Golden compares a trajectory with the one stored in a file. If update is true, it rewrites the
// file first.
func Golden(t *testing.T, path, got string, update bool) {
	t.Helper()
	if update {
		check(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	check(t, err)
	if got != string(want) {
		t.Errorf("the trajectory has changed; if this is intended, run make golden:\n%s\nwant:\n%s", got, want)
	}
}
