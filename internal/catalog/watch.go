package catalog

import (
	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A TourSearch is a search for tours that tells what its algorithm tells.
type TourSearch struct{ *prepare.Search }

// Phases are those of the algorithm; nil where it tells none apart.
func (s *TourSearch) Phases() []stopwatch.Phase {
	if p, ok := s.Inner().(interface{ Phases() []stopwatch.Phase }); ok {
		return p.Phases()
	}
	return nil
}

// Stage is that of the algorithm, or the search as a whole.
func (s *TourSearch) Stage() string {
	if p, ok := s.Inner().(interface{ Stage() string }); ok {
		return p.Stage()
	}
	return "search"
}

// Mean is that of the algorithm.
func (s *TourSearch) Mean() (cost float64, known bool, err error) {
	if a, ok := s.Inner().(search.Averaged); ok {
		return a.Mean()
	}
	return 0, false, nil
}

// Diversity is that of the algorithm.
func (s *TourSearch) Diversity() (share float64, known bool, err error) {
	if d, ok := s.Inner().(search.Diverse); ok {
		return d.Diversity()
	}
	return 0, false, nil
}

// Current is that of the algorithm.
func (s *TourSearch) Current() (cost float64, known bool) {
	if w, ok := s.Inner().(search.Wanderer); ok {
		return w.Current()
	}
	return 0, false
}

// Costs are those of the islands; nil where the algorithm has none.
func (s *TourSearch) Costs() []float64 {
	if p, ok := s.Inner().(search.Plural); ok {
		return p.Costs()
	}
	return nil
}

// Trails are those of the algorithm, with the cities as the instance numbers them.
func (s *TourSearch) Trails(most int) ([]search.Trail, error) {
	t, ok := s.Inner().(search.Trailed)
	if !ok {
		return nil, nil
	}
	trails, err := t.Trails(most)
	for i := range trails {
		trails[i].From, trails[i].To = s.City(trails[i].From), s.City(trails[i].To)
	}
	return trails, err
}
