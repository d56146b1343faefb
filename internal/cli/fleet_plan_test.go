package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// A request is recognised by its name and its content, and a file that is missing is none.
func TestIsRequest(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"request.json": {`{"vehicles": [{"id": 1}], "jobs": []}`, true},
		"reverse.JSON": {`{"jobs": [], "vehicles": [{"id": 1}]}`, true},
		"tour.json":    {`{"name": "x", "vehicles": [], "jobs": []}`, false},
		"broken.json":  {`{"vehicles": [`, false},
		"list.json":    {`[1, 2]`, false},
		"request.csv":  {`{"vehicles": [{"id": 1}], "jobs": []}`, false},
	} {
		path := filepath.Join(dir, name)
		testkit.WriteFile(t, path, c.text)
		if isRequest(path) != c.want {
			t.Errorf("%s: %v", name, !c.want)
		}
	}
	if isRequest(filepath.Join(dir, "missing.json")) || isRequest("") || isRequest("-") || isRequest(os.DevNull) {
		t.Error("a file that is missing is a request")
	}
}

// info rejects the flags of schedules and routes unless there are several vehicles.
func TestOnlyFleets(t *testing.T) {
	for _, name := range []string{"start", "end", "depart", "speed"} {
		c := &cobra.Command{}
		c.Flags().String(name, "", "")
		if err := onlyFleets(c); err != nil {
			t.Errorf("--%s is not set: %v", name, err)
		}
		if err := c.Flags().Set(name, "x"); err != nil {
			t.Fatal(err)
		}
		if err := onlyFleets(c); err == nil {
			t.Errorf("--%s is accepted", name)
		}
	}
}

// The name of a file for a vehicle states its format.
func TestFormOf(t *testing.T) {
	for path, want := range map[string]string{"a/van 1.html": "html", "x.GPX": "gpx", "van": "", "a.b/van.kml": "kml"} {
		if got := formOf(path); string(got) != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
