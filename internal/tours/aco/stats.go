package aco

import "github.com/tourmaline-opt/tourmaline/search"

// Stats returns the mean cost of the last cycle and the strongest trails.
func (s *system) Stats(d search.Detail) (stats search.Stats, err error) {
	if d.Mean && s.complete {
		mean, err := s.mean()
		if err != nil {
			return search.Stats{}, err
		}
		stats.Mean = &mean
	}
	if d.Trails > 0 && s.laid {
		stats.Trails, err = s.engine.Strongest(d.Trails)
	}
	return stats, err
}

// mean returns the mean cost of the tours of the last cycle, after local search.
func (s *system) mean() (cost float64, err error) {
	lengths, err := s.engine.Lengths()
	if err != nil {
		return 0, err
	}
	for _, l := range lengths {
		cost += s.in.CostOf(l)
	}
	return cost / float64(len(lengths)), nil
}

// Stats returns the cost of the source tour, which the ants change, and the strongest trails.
func (s *Focused) Stats(d search.Detail) (search.Stats, error) {
	stats := search.Stats{Current: new(s.in.CostOf(s.workers[0].peer.Length()))}
	if d.Trails > 0 && s.laid {
		stats.Trails = s.trails.Strongest(&s.trails.TrailState, d.Trails)
	}
	return stats, nil
}
