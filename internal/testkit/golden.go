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
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the trajectory has changed; if this is intended, run make golden:\n%s\nwant:\n%s", got, want)
	}
}
