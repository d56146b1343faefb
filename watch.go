package tourmaline

import (
	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Diversity tells how much the solutions of a search that has many differ: from 0, all are
// the same, to 1. known is false if the algorithm has one solution only. Asking takes
// time.
func (s *Solver) Diversity() (share float64, known bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run.diversity()
}

// Mean is the mean cost of the solutions that the last step made, such as the tours of all
// ants of a cycle. known is false if the algorithm makes one solution only, or before a
// step was completed.
func (s *Solver) Mean() (cost float64, known bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run.mean()
}

// Current is the cost of the solution that the next step goes on from. known is false if
// the algorithm has none but the best.
func (s *Solver) Current() (cost float64, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run.Current()
}

// Islands are the costs of the best solutions of each island; nil if the algorithm has no
// islands, or before they were made.
func (s *Solver) Islands() []float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run.Costs()
}

// Trails are the strongest trails of a colony, at most so many, the strongest first, with
// the cities as the instance numbers them; nil if the algorithm has none, before they were
// laid, and after the end on a device. Asking takes time.
func (s *Solver) Trails(most int) ([]search.Trail, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed && s.run.on() != nil {
		return nil, nil
	}
	return s.run.Trails(most)
}

// On is what the search runs on: "cpu" or what drives the device, the name of the device
// if there is one, and how many threads.
func (s *Solver) On() (engine, device string, threads int) {
	if d := s.run.on(); d != nil {
		return d.Info().Engine, d.Info().Name, s.cfg.Threads
	}
	return "cpu", "", s.cfg.Threads
}

func (e *erased[S]) phases() []stopwatch.Phase {
	if p, ok := e.Searcher.(interface{ Phases() []stopwatch.Phase }); ok {
		return p.Phases()
	}
	return nil
}

func (e *erased[S]) stage() string {
	if p, ok := e.Searcher.(interface{ Stage() string }); ok {
		return p.Stage()
	}
	return "search"
}

func (e *erased[S]) diversity() (share float64, known bool, err error) {
	defer catch(&err)
	d, ok := e.Searcher.(search.Diverse)
	if !ok {
		return 0, false, nil
	}
	return d.Diversity()
}

func (e *erased[S]) mean() (cost float64, known bool, err error) {
	defer catch(&err)
	a, ok := e.Searcher.(search.Averaged)
	if !ok {
		return 0, false, nil
	}
	return a.Mean()
}

func (e *erased[S]) Current() (cost float64, known bool) {
	w, ok := e.Searcher.(search.Wanderer)
	if !ok {
		return 0, false
	}
	return w.Current()
}

func (e *erased[S]) Costs() []float64 {
	if p, ok := e.Searcher.(search.Plural); ok {
		return p.Costs()
	}
	return nil
}

func (e *erased[S]) Trails(most int) (found []search.Trail, err error) {
	defer catch(&err)
	t, ok := e.Searcher.(search.Trailed)
	if !ok {
		return nil, nil
	}
	return t.Trails(most)
}
