package local

import (
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// TabuParams are the parameters of robust tabu search [TAI91 §3]. At each turn every walk makes the
// best move, even if that makes the solution worse, but attributes that a move removed must stay
// out for a random time.
type TabuParams struct {
	Common
	Tenure     float64 `json:"tenure" range:"1..<268435456" usage:"maximum number of turns for which an attribute removed by a move is tabu"`
	Shape      int     `json:"shape" range:"0..10" usage:"exponent of the random tenures: each is the maximum times a random number from 0 to 1 raised to this power"`
	Aspiration int     `json:"aspiration" range:"0..268435456" usage:"turns after which a move to attributes unused for this long is forced, whatever its cost; 0: never"`
}

// TabuDefaults returns parameters for a problem of size n (facilities or bits) with the given
// number of attributes.
//
// Deviation: [TAI91 §3.2] draws tenures from 0.9 n to 1.1 n, and Taillard's 2006 program uses 8n
// multiplied by the cube of a random number, both with an aspiration of a few n². On tai60a, after
// 500,000 turns, these tenures give results 1.03 % and 0.96 % above the best known value,
// respectively; n multiplied by the square of a random number gives 0.54 % (means of 8 seeds).
func TabuDefaults(n, attributes int) TabuParams {
	return TabuParams{Common: Common{Walks: 2}, Tenure: max(float64(n), 4), Shape: 2, Aspiration: min(10*attributes, 1<<28)}
}

// Validate reports all invalid parameters.
func (p TabuParams) Validate() error { return params.Validate(p) }

// mostRemembered is the maximum number of attributes of a memory. A memory of this size takes 1 GB.
const mostRemembered = 1 << 28

// A tabu strategy has no state except the memory of its walk.
type tabu[S any] struct{ params TabuParams }

func (m *tabu[S]) prepare(w *Walk[S]) error {
	n := w.At.Len()
	if a, ok := w.At.(moves.Attributed); ok {
		n = a.Attributes()
	}
	if n > mostRemembered {
		return fmt.Errorf("the tabu memory needs %d attributes, expected at most %d: use hill climbing", n, mostRemembered)
	}
	w.memory = newMemory(n)
	return nil
}

func (m *tabu[S]) rule(w *Walk[S]) *moves.Rule {
	r := &w.memory.Rule
	r.Aspire = w.cost - w.At.Cost()
	r.Long = math.MinInt32
	if m.params.Aspiration > 0 {
		r.Long = r.Step - int32(m.params.Aspiration)
	}
	return r
}

func (m *tabu[S]) take(w *Walk[S], c moves.Choice) {
	if c.Move >= 0 {
		t := touched(w.At, c.Move)
		w.apply(c)
		var times [mostTouched]int32
		m.tenures(w, w.turn, times[:t.Count])
		for i, a := range t.Leaves[:t.Count] {
			until := w.memory.Step + times[i]
			w.memory.keepOut(a, until)
			w.Journal.Marks = append(w.Journal.Marks, Mark{a, until})
		}
	}
	w.memory.pass()
	w.renew()
}

func (m *tabu[S]) work(h moves.Neighbourhood[S]) int { return allWork(h) }

func (m *tabu[S]) reset() {} // the memory is valid for any solution

func (m *tabu[S]) copyFrom(strategy[S]) {}

func (m *tabu[S]) save(o *state.Writer, w *Walk[S]) { w.memory.save(o) }

func (m *tabu[S]) restore(r *state.Reader, w *Walk[S]) { w.memory.restore(r) }

// time returns how long an attribute must stay out, given a random number u in [0, 1). Most times
// are short, and a few are long.
func (p *TabuParams) time(u float64) int32 {
	t := p.Tenure
	for range p.Shape {
		t *= u
	}
	return int32(t)
}

// touched returns the attributes that a move changes. In a neighbourhood without attributes, each
// move is its own attribute.
func touched[S any](h moves.Neighbourhood[S], move int) moves.Touch {
	if a, ok := h.(moves.Attributed); ok {
		return a.Touched(move)
	}
	return moves.Touch{Enters: [3]int32{int32(move)}, Leaves: [3]int32{int32(move)}, Count: 1}
}
