package local

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// ILSParams are the parameters of iterated local search. At every local optimum the search makes a
// few random moves and descends again. It continues from the new local optimum unless that is
// worse.
type ILSParams struct {
	DescentParams
	Kick int `json:"kick" range:"1.." usage:"random moves to leave a local optimum"`
	Home int `json:"home" range:"0.." usage:"kicks without an improvement after which a walk restarts; 0: never"`
}

// ILSDefaults returns parameters that suit most problems.
func ILSDefaults() ILSParams {
	return ILSParams{DescentParams: descentDefaults(first), Kick: 5}
}

// Validate reports all invalid parameters.
func (p ILSParams) Validate() error { return params.Validate(p) }

// A kicker kicks from its home, a local optimum. The next local optimum becomes the home unless it
// is worse.
type kicker[S any] struct {
	descent[S]
	strength, most int
	home           S
	cost           float64
	has            bool // home is set
	vain           int  // number of kicks since home improved
}

func newKicker[S any](p ILSParams) *kicker[S] {
	return &kicker[S]{descent: newDescent[S](p.DescentParams), strength: p.Kick, most: p.Home}
}

func (m *kicker[S]) take(w *Walk[S], c moves.Choice) {
	if m.down(w, c) {
		m.leave(w)
	}
}

// leave returns to the home if the current local optimum is worse, and then kicks. After most kicks
// without an improvement, it restarts instead.
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
		m.leaveHome()
		w.restart()
		return
	}
	w.kick(m.strength)
}

// leaveHome discards the home. The next local optimum becomes the new home.
func (m *kicker[S]) leaveHome() { m.has, m.vain = false, 0 }

func (m *kicker[S]) reset() {
	m.descent.reset()
	m.leaveHome()
}

func (m *kicker[S]) copyFrom(other strategy[S]) { *m = *other.(*kicker[S]) }

func (m *kicker[S]) save(o *state.Writer, w *Walk[S]) {
	m.descent.save(o, w)
	o.Int("vain", int64(m.vain))
	o.Bool("has a home", m.has)
	if m.has {
		state.Value(o, "home", m.home)
	}
}

func (m *kicker[S]) restore(r *state.Reader, w *Walk[S]) {
	m.descent.restore(r, w)
	m.vain = r.Count("vain", math.MaxInt)
	if m.has = r.Bool("has a home"); m.has {
		m.home, m.cost = w.read(r, "home")
	}
}
