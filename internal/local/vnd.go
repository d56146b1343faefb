package local

import (
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// VNDParams are the parameters of variable neighbourhood descent [MH97 §2]. At a local optimum of
// one neighbourhood the search uses the next larger one, and after an improvement it returns to the
// smallest. It leaves a local optimum of all neighbourhoods by kicks, as iterated local search
// does.
type VNDParams struct {
	ILSParams
	Levels int `json:"levels" range:"1.." usage:"number of neighbourhoods to use, smallest first"`
}

// VNDDefaults returns parameters that suit most problems. A third level would have O(n³) moves:
// with flips of three signs, a perceptron of 101 rows and 117 columns costs 16 to 22 after 4 s, and
// without them 10 to 14 (3 seeds). [LSM13] does not state its number of levels.
func VNDDefaults() VNDParams {
	p := VNDParams{ILSParams: ILSDefaults(), Levels: 2}
	p.Improvement = best
	return p
}

// Validate reports all invalid parameters.
func (p VNDParams) Validate() error { return params.Validate(p) }

// Extent returns the number of walks and the number of neighbourhoods.
func (p VNDParams) Extent() (walks, levels int) { return p.Walks, p.Levels }

// A descender switches between neighbourhoods.
type descender[S any] struct{ kicker[S] }

func (m *descender[S]) take(w *Walk[S], c moves.Choice) {
	switch bottom := m.down(w, c); {
	case !bottom && len(w.Journal.Moves) > 0:
		m.change(w, 0)
	case bottom && w.level+1 < len(w.levels):
		m.change(w, w.level+1)
	case bottom:
		m.change(w, 0)
		m.leave(w)
	}
}

// change enters a different level and resets the descent.
func (m *descender[S]) change(w *Walk[S], level int) {
	if level != w.level {
		w.enter(level)
		m.descent.reset()
	}
}

func (m *descender[S]) copyFrom(other strategy[S]) { *m = *other.(*descender[S]) }
