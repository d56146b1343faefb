package catalog_test

import (
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Every algorithm says what its time went into, and no more than there was.
func TestPhases(t *testing.T) {
	in := generate(t, 300)
	for name, want := range map[string][]string{
		"ils":     {"prepare", "search"},
		"faco":    {"prepare", "search"},
		"greedy":  {"prepare"},
		"mmas":    {"prepare", "construct", "improve", "select", "update"},
		"mmas20":  {"prepare", "construct", "improve", "select", "update"},
		"acs-spm": {"prepare", "construct", "improve", "select", "update"},
	} {
		a, err := catalog.Find(name, in)
		if err != nil {
			t.Fatal(err)
		}
		s := catalog.NewTourSearch(in, a, a.Params(300), nil, 1, catalog.Host{Threads: 2})
		began := time.Now()
		if _, err := search.Run(t.Context(), in, s, search.AfterSteps(6)); err != nil {
			t.Fatal(err)
		}
		whole := time.Since(began)
		var names []string
		sum := time.Duration(0)
		for _, p := range s.Phases() {
			names = append(names, p.Name)
			sum += p.Elapsed
		}
		if !slices.Equal(names, want) {
			t.Errorf("%s: phases %v, want %v", name, names, want)
		}
		if sum <= 0 || sum > whole {
			t.Errorf("%s: phases of %v in a run of %v", name, sum, whole)
		}
	}
}
