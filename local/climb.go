package local

import (
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// DescentParams are the knobs of going down to a local optimum.
type DescentParams struct {
	Common
	Improvement string `json:"improvement" choices:"best,first" usage:"which move to take: best (of all) or first (that improves)"`
	Patience    int    `json:"patience" range:"1.." usage:"samples without an improvement that make a local optimum, where the moves are a sample"`
}

const (
	best  = "best"
	first = "first"
)

func descentDefaults(improvement string) DescentParams {
	return DescentParams{Common: Common{Walks: 2}, Improvement: improvement, Patience: 20}
}

// Validate names everything that is wrong.
func (p DescentParams) Validate() error { return params.Validate(p) }

// ClimbParams are the knobs of hill climbing.
type ClimbParams struct {
	DescentParams
	Restarts int `json:"restarts" range:"-1.." usage:"new starts of each walk after its first local optimum; -1: again and again"`
}

// ClimbDefaults suit most problems.
func ClimbDefaults() ClimbParams {
	return ClimbParams{DescentParams: descentDefaults(best), Restarts: -1}
}

// Validate names everything that is wrong.
func (p ClimbParams) Validate() error { return params.Validate(p) }

// NewClimb is hill climbing: every walk goes down to a local optimum and then starts
// anew.
func NewClimb[S any](s Landscape[S], p ClimbParams, seed uint64, e Engine[S]) (*Search[S], error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	walks, err := s.walks(p.Common, seed, 1, func(int) strategy[S] {
		return &climber[S]{descent: newDescent[S](p.DescentParams), restarts: p.Restarts}
	})
	if err != nil {
		return nil, err
	}
	return newSearch(e, walks, p.Turns, 1), nil
}

// A descent leads down to a local optimum.
type descent[S any] struct {
	first    bool // take the first improvement, not the best
	patience int  // samples without an improvement
	waited   int
	seen     int // moves in a row that do not improve, by first improvement
	next     int // where it goes on looking
	wave     []float64
}

func newDescent[S any](p DescentParams) descent[S] {
	return descent[S]{first: p.Improvement == first, patience: p.Patience}
}

var all = moves.Everything()

func (s *descent[S]) rule(*Walk[S]) *moves.Rule {
	if s.first {
		return nil
	}
	return all
}

// down goes a step down, and tells whether that is no longer possible.
func (s *descent[S]) down(w *Walk[S], c moves.Choice) (bottom bool) {
	if s.first {
		c = s.look(w)
	}
	if c.Move >= 0 && c.Delta < 0 {
		s.waited, s.seen = 0, 0
		w.apply(c)
		return false
	}
	if s.first && s.seen < w.At.Len() {
		return false
	}
	s.seen = 0
	if r, ok := w.At.(moves.Renewer); ok && s.waited+1 < s.patience {
		s.waited++
		r.Renew()
		w.Journal.Replaced = true
		return false
	}
	s.waited = 0
	return true
}

// begin forgets what it has looked at.
func (s *descent[S]) begin() { s.waited, s.seen, s.next = 0, 0, 0 }

// look scores some moves after those it looked at last, and returns the first that
// improves.
func (s *descent[S]) look(w *Walk[S]) moves.Choice {
	if s.wave == nil {
		s.wave = make([]float64, min(256, w.At.Len()))
	}
	n := w.At.Len()
	if s.next >= n {
		s.next = 0
	}
	wave := s.wave[:min(len(s.wave), n-s.next, n-s.seen)]
	w.At.Deltas(s.next, wave)
	for i, d := range wave {
		if d < 0 {
			c := moves.Choice{Move: s.next + i, Delta: d}
			s.next += i + 1
			return c
		}
	}
	s.next += len(wave)
	s.seen += len(wave)
	return moves.Choice{Move: -1}
}

// A climber restarts at local optima.
type climber[S any] struct {
	descent[S]
	restarts int // left; negative: without end
}

func (m *climber[S]) take(w *Walk[S], c moves.Choice) {
	switch bottom := m.down(w, c); {
	case !bottom:
	case m.restarts == 0:
		w.done = true
	default:
		m.restarts--
		w.restart()
	}
}
