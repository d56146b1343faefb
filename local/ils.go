package local

import (
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// ILSParams are the knobs of iterated local search.
type ILSParams struct {
	DescentParams
	Kick int `json:"kick" range:"1.." usage:"random moves that lead away from a local optimum"`
	Home int `json:"home" range:"0.." usage:"kicks without an improvement after which a walk starts anew; 0: never"`
}

// ILSDefaults suit most problems.
func ILSDefaults() ILSParams {
	return ILSParams{DescentParams: descentDefaults(first), Kick: 5}
}

// Validate names everything that is wrong.
func (p ILSParams) Validate() error { return params.Validate(p) }

// NewILS is iterated local search: from every local optimum a few random moves lead
// away, and what they lead to is kept unless it is worse.
func NewILS[S any](s Landscape[S], p ILSParams, seed uint64, e Engine[S]) (*Search[S], error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	walks, err := s.walks(p.Common, seed, 1, func(int) strategy[S] {
		return &kicker[S]{descent: newDescent[S](p.DescentParams), strength: p.Kick, most: p.Home}
	})
	if err != nil {
		return nil, err
	}
	return newSearch(e, walks, p.Turns, 1), nil
}

// A kicker goes on from the better of two local optima.
type kicker[S any] struct {
	descent[S]
	strength, most int
	home           S
	cost           float64
	has            bool // a home
	vain           int  // kicks since it became better
}

func (m *kicker[S]) take(w *Walk[S], c moves.Choice) {
	if m.down(w, c) {
		m.leave(w)
	}
}

// leave goes home if this local optimum is worse, and kicks.
func (m *kicker[S]) leave(w *Walk[S]) {
	switch cost := w.At.Cost(); {
	case !m.has || cost < m.cost:
		m.home, m.cost, m.has, m.vain = w.At.Snapshot(), cost, true, 0
	case cost == m.cost:
		m.home = w.At.Snapshot()
		m.vain++
	default:
		w.move(m.home)
		m.vain++
	}
	if m.most > 0 && m.vain >= m.most {
		m.has, m.vain = false, 0
		w.restart()
		return
	}
	w.kick(m.strength)
}

// draw is a random move with its delta.
func (w *Walk[S]) draw(random *rng.Stream) moves.Choice {
	move := int(random.Uint64() % uint64(w.At.Len())) // its bias is below 2^-24 for any number of moves
	w.At.Deltas(move, w.one[:])
	return moves.Choice{Move: move, Delta: w.one[0]}
}
