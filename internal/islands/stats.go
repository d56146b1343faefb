package islands

import "github.com/tourmaline-opt/tourmaline/search"

// Stats returns the best cost of each island, and the trails of the first island that has trails.
func (a *Archipelago[S]) Stats(d search.Detail) (search.Stats, error) {
	stats := search.Stats{Islands: make([]float64, len(a.islands))}
	for i, island := range a.islands {
		stats.Islands[i] = island.Searcher.Cost()
		inner, ok := search.As[search.Observed](island.Searcher)
		if !ok || d.Trails == 0 || len(stats.Trails) > 0 {
			continue
		}
		of, err := inner.Stats(search.Detail{Trails: d.Trails})
		if err != nil {
			return search.Stats{}, err
		}
		stats.Trails = of.Trails
	}
	return stats, nil
}
