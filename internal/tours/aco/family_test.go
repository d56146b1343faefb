package aco

import (
	"flag"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A scene is an instance with a function that starts a colony on it.
type scene struct {
	in    *tsp.Instance
	begin func(t testing.TB, seed uint64, threads int) search.Searcher[tsp.Tour]
}

// scenes returns the scenes of all algorithms in the package.
func scenes(t testing.TB) map[string]scene {
	all := mmasScenes(t)
	maps.Copy(all, acsScenes(t))
	maps.Copy(all, focusedScenes(t))
	return all
}

func TestConformance(t *testing.T) {
	for name, c := range scenes(t) {
		if testkit.Race && !slices.Contains([]string{"2opt", "route", "acs", "acs-alt", "acs-spm", "acs16-alt", "acs16-spm", "faco route", "faco hot"}, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			with := func(threads int) func() search.Searcher[tsp.Tour] {
				return func() search.Searcher[tsp.Tour] { return c.begin(t, 1, threads) }
			}
			searchtest.Searcher(t, c.in, 4, with(2), with(1))
		})
	}
}

// The trajectory for a seed matches its golden file for any number of threads. Golden files hold
// the cost and a hash of the tour after each step. `make golden` rewrites them.
func TestGoldenTrajectories(t *testing.T) {
	teams := []int{1, 2, 5, 2_200_000}
	if testkit.Race {
		teams = teams[1:2] // one thread cannot race, and two are enough to detect races
	}
	for name, c := range scenes(t) {
		t.Run(name, func(t *testing.T) {
			for _, threads := range teams {
				path := filepath.Join("testdata", strings.ReplaceAll(name, " ", "-")+".golden")
				testkit.Golden(t, path, searchtest.Trajectory(t, c.begin(t, 42, threads), true), *update)
			}
		})
	}
}

// immigrate offers a tour to s and checks whether s adopts it.
func immigrate(t *testing.T, s search.Immigrant[tsp.Tour], tour tsp.Tour, want bool) {
	t.Helper()
	if taken, err := s.Immigrate(tour); err != nil || taken != want {
		t.Fatalf("taken: %v, %v; expected %v", taken, err, want)
	}
}
