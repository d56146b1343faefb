package aco

import (
	"cmp"
	"slices"

	"github.com/tourmaline-opt/tourmaline/search"
)

// Strongest returns at most most trails of a state, strongest first. On symmetric instances the two
// trails of an edge count as one: the trail that starts at the city with the smaller number, if it
// exists.
func (t *Terrain) Strongest(m *TrailState, most int) []search.Trail {
	if most < 1 {
		return nil
	}
	var found []search.Trail
	least := float32(-1) // only stronger trails can be among the strongest
	stride, both := t.Stride(), t.Instance.Symmetric()
	for city := range int32(t.N) {
		for k, level := range m.Levels[int(city)*stride:][:stride] {
			to, ok := t.leads(m, city, k)
			if !ok || level <= least || both && to < city && t.has(m, to, city) {
				continue
			}
			found = append(found, search.Trail{From: city, To: to, Strength: level})
			if len(found) == 2*most {
				found = first(found, most)
				least = found[most-1].Strength
			}
		}
	}
	return shares(first(found, most))
}

// first sorts trails stably, strongest first, and returns at most most of them.
func first(all []search.Trail, most int) []search.Trail {
	slices.SortStableFunc(all, func(a, b search.Trail) int { return cmp.Compare(b.Strength, a.Strength) })
	return all[:min(most, len(all))]
}

// shares converts the levels of sorted trails to shares of the highest level. If the highest level
// is zero, all shares are 1.
func shares(all []search.Trail) []search.Trail {
	for i := len(all) - 1; i >= 0; i-- {
		if highest := all[0].Strength; highest > 0 {
			all[i].Strength /= highest
		} else {
			all[i].Strength = 1
		}
	}
	return all
}

// leads returns the end city of the k-th trail of a city, or false if there is no such trail.
func (t *Terrain) leads(m *TrailState, city int32, k int) (int32, bool) {
	if t.Ring > 0 {
		to := m.Known[int(city)*t.Ring+k]
		return to, to != none && to != city
	}
	return t.neighbour(city, k)
}

// has reports whether the edge (from, to) has a trail.
func (t *Terrain) has(m *TrailState, from, to int32) bool {
	if t.Ring > 0 {
		return slices.Contains(m.Known[int(from)*t.Ring:][:t.Ring], to)
	}
	return t.edge(from, to) != none
}

// Strongest implements Engine.
func (r *Reference) Strongest(most int) ([]search.Trail, error) {
	return r.trails.Strongest(&r.trails.TrailState, most), nil
}
