package aco

import (
	"cmp"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// For each kind of memory, Strongest returns the same trails as sorting all of them.
func TestStrongest(t *testing.T) {
	in := generate(t, tsp.Clustered, 60)
	listed, dense := bare(9), bare(9)
	listed.Candidates, listed.Pheromone = 7, Candidates.String()
	dense.Pheromone = Full.String()
	selective := acsWith(ACSSelective, func(p *ACSParams) { p.Trails = 3 })
	for name, p := range map[string]Rules{"listed": listed.Rules(), "dense": dense.Rules(), "selective": selective.Rules()} {
		ground, err := NewTerrain(t.Context(), in, p, 2)
		if err != nil {
			t.Fatal(err)
		}
		r := NewReference(in, ground, nil, p.Ants, 3, 2)
		if err := r.Lay(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		for cycle := range uint32(3) {
			if err := r.Construct(t.Context(), cycle); err != nil {
				t.Fatal(err)
			}
			if err := r.Reinforce(t.Context(), Deposit{Ant: int(cycle), Everywhere: true, Keep: 0.5, Amount: 0.3, Lo: 0.1, Hi: 2}); err != nil {
				t.Fatal(err)
			}
		}
		all := everyTrail(r.trails)
		for _, most := range []int{0, 1, 17, len(all), 2 * len(all)} {
			got, err := r.Strongest(most)
			if want := all[:min(most, len(all))]; err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, at most %d: got %v, %v, want %v", name, most, got, err, want)
			}
		}
	}
}

// everyTrail lists the trails of a symmetric instance by brute force. It lists each edge once, in
// the stored direction, or from the smaller city number if both directions are stored.
func everyTrail(r *trails) []search.Trail {
	stored := map[[2]int32]bool{}
	var ways []search.Trail
	for i, level := range r.Levels {
		from := int32(i / r.Stride())
		if to, ok := r.leads(&r.TrailState, from, i%r.Stride()); ok {
			stored[[2]int32{from, to}] = true
			ways = append(ways, search.Trail{From: from, To: to, Strength: level})
		}
	}
	all := slices.DeleteFunc(ways, func(l search.Trail) bool { return l.To < l.From && stored[[2]int32{l.To, l.From}] })
	slices.SortStableFunc(all, func(a, b search.Trail) int { return cmp.Compare(b.Strength, a.Strength) })
	for i := len(all) - 1; i >= 0; i-- {
		all[i].Strength /= all[0].Strength
	}
	return all
}
