//go:build !race

package tourmaline_test

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
)

// Every algorithm reports its phases, and their times add up to at most the time of the run.
func TestPhases(t *testing.T) {
	in := generate(t, 300)
	acts := []string{"prepare", "construct", "improve", "select", "update"}
	genes := []string{"prepare", "pool", "compete", "cross", "mutate", "improve", "exchange"}
	sweeps := []string{"prepare", "sweep", "search"}
	for name, want := range map[string][]string{
		"ils": {"prepare", "descent", "search"}, "eax": {"prepare", "pool", "search"}, "faco": {"prepare", "search"}, "greedy": {"prepare", "search"},
		"mmas": acts, "mmas20": acts, "acs-spm": acts, "ga": genes, "ga16": genes, "ls13": sweeps,
	} {
		steps := 4
		if slices.Contains(want, "descent") || slices.Contains(want, "pool") {
			steps = 40 // enough to reach the search phase
		}
		r := solve(t, in, tourmaline.Config{Algorithm: name, Limits: tourmaline.Limits{Steps: steps}})
		var names []string
		sum := 0.0
		for _, p := range r.Phases {
			names = append(names, p.Name)
			sum += p.Seconds
			if p.Serial != nil && (*p.Serial < 0 || *p.Serial > p.Seconds+0.001) {
				t.Errorf("%s: %v of the %v s of %s are serial", name, *p.Serial, p.Seconds, p.Name)
			}
		}
		if !slices.Equal(names, want) {
			t.Errorf("%s: phases %v, want %v", name, names, want)
		}
		if sum <= 0 || sum > r.Seconds+0.001 {
			t.Errorf("%s: phases of %v s in a run of %v s", name, sum, r.Seconds)
		}
	}
}
