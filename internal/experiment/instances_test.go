package experiment

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// folderOf returns a folder with files of the given sizes.
func folderOf(t *testing.T, sizes map[string]int) string {
	t.Helper()
	folder := t.TempDir()
	for name, size := range sizes {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, make([]byte, size), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func generated(name string) bool { return strings.HasPrefix(name, "uniform:") }

// Instances are in the order of the patterns, and those of a pattern in the order of their sizes.
func TestInstances(t *testing.T) {
	folder := folderOf(t, map[string]int{"tsplib/a.tsp": 30, "tsplib/b.tsp": 20, "tsplib/c.tsp": 20, "tsplib/d.txt": 1, "e.tsp": 5})
	for _, c := range []struct{ patterns, want []string }{
		{[]string{"tsplib/*.tsp"}, []string{"tsplib/b.tsp", "tsplib/c.tsp", "tsplib/a.tsp"}},
		{[]string{"tsplib/a.tsp", "uniform:1000", "*.tsp"}, []string{"tsplib/a.tsp", "uniform:1000", "e.tsp"}},
		{[]string{"tsplib/a.tsp", "tsplib/*.tsp"}, []string{"tsplib/a.tsp", "tsplib/b.tsp", "tsplib/c.tsp"}},
		{[]string{filepath.Join(folder, "e.tsp")}, []string{filepath.Join(folder, "e.tsp")}},
	} {
		if got, err := Instances(c.patterns, folder, generated); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, %v, want %q", c.patterns, got, err, c.want)
		}
	}
}

func TestFaultyInstances(t *testing.T) {
	folder := folderOf(t, map[string]int{"a/one.tsp": 1, "b/one.tsp": 1})
	for want, patterns := range map[string][]string{
		"no instances given":               nil,
		"no file matches":                  {"a/*.tsp", "c/*.tsp"},
		`instances "[": syntax error`:      {"["},
		"a/one.tsp and b/one.tsp have the": {"a/*.tsp", "b/*.tsp"},
	} {
		got, err := Instances(patterns, folder, generated)
		if got != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v, want %q", patterns, got, err, want)
		}
		if missing := want == "no file matches"; errors.Is(err, fs.ErrNotExist) != missing {
			t.Errorf("%v is a missing file: %t", err, !missing)
		}
	}
}

// Unknown lists the names that a plan refers to, but that are no instance at either size.
func TestUnknown(t *testing.T) {
	folder := folderOf(t, map[string]int{"a.tsp": 1, "b.tsp": 1})
	p := &Plan{
		Size:     Size{Instances: []string{"a.tsp", "missing.tsp"}},
		Full:     &Size{Instances: []string{"b.tsp", "uniform:7"}},
		Instance: map[string]Limits{"a": {}, "b": {}, "missing": {}, "typo": {}, "uniform:7": {}},
		Contestants: []Contestant{
			{Name: "x", Instances: []string{"b", "wrong"}},
			{Name: "y", Instances: []string{"typo"}},
		},
	}
	if got := p.Unknown(folder, generated); !slices.Equal(got, []string{"typo", "wrong"}) {
		t.Errorf("%q", got)
	}
}

func TestInstanceName(t *testing.T) {
	for instance, want := range map[string]string{"tsplib/a.tsp": "a", "a.tsp.gz": "a", "/x/y.z/b": "b", "uniform:1000": "uniform:1000"} {
		if got := InstanceName(instance); got != want {
			t.Errorf("%s: %q, want %q", instance, got, want)
		}
	}
}
