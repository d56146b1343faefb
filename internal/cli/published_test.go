package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// Records under plans/results are published, so a version that is not a commit must not add any.
// The version of a test binary is devel.
func TestPublishedRecordsNeedACommittedVersion(t *testing.T) {
	dir := t.TempDir()
	plan, folder := filepath.Join(dir, "plan.toml"), filepath.Join(dir, "plans", "results")
	testkit.WriteFile(t, plan, "title = \"t\"\ninstances = [\"uniform:20\"]\nsteps = 1\n[[contestant]]\nalgorithm = \"ils\"\n")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	for name, want := range map[string]int{filepath.Join(folder, "a.ndjson"): exitUsage, "b.ndjson": exitUsage, filepath.Join(dir, "c.ndjson"): exitOK} {
		var out, errs bytes.Buffer
		if code := Main([]string{"bench", plan, "-q", "-o", name}, &out, &errs); code != want {
			t.Errorf("%s: exit code %d, want %d: %s", name, code, want, errs.String())
		}
		if refused := strings.Contains(errs.String(), "build with 'make build' in a clone and use bin/tourmaline"); refused != (want == exitUsage) {
			t.Errorf("%s: %q", name, errs.String())
		}
		if _, err := os.Stat(name); (err == nil) != (want == exitOK) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
