package local

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// DescentParams are the parameters of a descent to a local optimum.
type DescentParams struct {
	Common
	Improvement string `json:"improvement" choices:"best,first" usage:"which move to make: best (of all moves) or first (improving move)"`
	Patience    int    `json:"patience" range:"1.." usage:"samples without an improvement after which a solution counts as a local optimum, if moves are sampled"`
}

const (
	best  = "best"
	first = "first"
)

func descentDefaults(improvement string) DescentParams {
	return DescentParams{Common: Common{Walks: 2}, Improvement: improvement, Patience: 20}
}

// Validate reports all invalid parameters.
func (p DescentParams) Validate() error { return params.Validate(p) }

// OnEngine reports whether a descent needs the best of all moves. The host itself searches for the
// first improvement, because a device would score all moves.
func (p DescentParams) OnEngine() bool { return p.Improvement != first }

// ClimbParams are the parameters of hill climbing: every walk descends to a local optimum and then
// restarts.
type ClimbParams struct {
	DescentParams
	Restarts int `json:"restarts" range:"-1.." usage:"restarts of each walk after its first local optimum; -1: no limit"`
}

// ClimbDefaults returns parameters that suit most problems.
func ClimbDefaults() ClimbParams {
	return ClimbParams{DescentParams: descentDefaults(best), Restarts: -1}
}

// Validate reports all invalid parameters.
func (p ClimbParams) Validate() error { return params.Validate(p) }

// A descent improves a walk until it reaches a local optimum.
type descent[S any] struct {
	first    bool // take the first improvement instead of the best
	patience int  // maximum number of samples without an improvement
	waited   int
	seen     int // number of moves scanned since the last improvement, if first is set
	next     int // move at which the scan continues
}

func newDescent[S any](p DescentParams) descent[S] {
	return descent[S]{first: p.Improvement == first, patience: p.Patience}
}

var all = moves.Everything()

func (s *descent[S]) prepare(*Walk[S]) error { return nil }

func (s *descent[S]) rule(*Walk[S]) *moves.Rule {
	if s.first {
		return nil
	}
	return all
}

// down makes an improving move if it finds one, and reports whether the walk is at a local optimum.
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
	if s.waited+1 < s.patience && w.renew() {
		s.waited++
		return false
	}
	s.waited = 0
	return true
}

// reset restarts the scan from the first move.
func (s *descent[S]) reset() { s.waited, s.seen, s.next = 0, 0, 0 }

func (s *descent[S]) work(h moves.Neighbourhood[S]) int {
	if s.first {
		return min(portion(h), h.Len()) * moveWork(h)
	}
	return allWork(h)
}

func (s *descent[S]) save(o *state.Writer, _ *Walk[S]) {
	o.Int("waited", int64(s.waited))
	o.Int("seen", int64(s.seen))
	o.Int("next", int64(s.next))
}

func (s *descent[S]) restore(r *state.Reader, w *Walk[S]) {
	s.waited = r.Count("waited", s.patience)
	s.seen = r.Count("seen", w.At.Len())
	s.next = r.Count("next", math.MaxInt)
}

// look scores the next moves and returns the first move that improves the solution. If none does,
// Move is -1.
func (s *descent[S]) look(w *Walk[S]) moves.Choice {
	if w.wave == nil {
		w.wave = make([]float64, portionWork)
	}
	n := w.At.Len()
	if s.next >= n {
		s.next = 0
	}
	wave := w.wave[:min(portion(w.At), n-s.next, n-s.seen)]
	w.At.Deltas(s.next, wave)
	for i, d := range wave {
		if d < 0 {
			s.next += i + 1
			return moves.Choice{Move: s.next - 1, Delta: d}
		}
	}
	s.next += len(wave)
	s.seen += len(wave)
	return moves.Choice{Move: -1}
}

// A climber restarts at local optima.
type climber[S any] struct {
	descent[S]
	restarts int // remaining restarts; negative means unlimited
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

func (m *climber[S]) copyFrom(other strategy[S]) { *m = *other.(*climber[S]) }

func (m *climber[S]) save(o *state.Writer, w *Walk[S]) {
	m.descent.save(o, w)
	o.Int("restarts", int64(m.restarts))
}

func (m *climber[S]) restore(r *state.Reader, w *Walk[S]) {
	m.descent.restore(r, w)
	m.restarts = int(r.Int("restarts"))
}
