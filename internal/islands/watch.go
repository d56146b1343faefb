package islands

import "github.com/tourmaline-opt/tourmaline/search"

// Costs are those of the best solutions of the islands.
func (a *Archipelago[S]) Costs() []float64 {
	costs := make([]float64, len(a.islands))
	for i, island := range a.islands {
		costs[i] = island.Searcher.Cost()
	}
	return costs
}

// Trails are those of the first island that has any.
func (a *Archipelago[S]) Trails(most int) ([]search.Trail, error) {
	for _, i := range a.islands {
		t, ok := i.Searcher.(search.Trailed)
		if !ok {
			continue
		}
		if trails, err := t.Trails(most); err != nil || len(trails) > 0 {
			return trails, err
		}
	}
	return nil, nil
}
