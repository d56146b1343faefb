package ils

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/search/state"
)

// repairs adds up how much kicks worsened the plan whose descents made it as good as before, or
// better. The sums are whole numbers, so their order does not matter.
type repairs struct{ worsening, number float64 }

// enough is the number of repairs from which their mean is used.
const enough = 50

// limit returns the maximum worsening that is worth a descent, as a multiple of the mean.
func (r *repairs) limit(reach float64) float64 {
	if r.number < enough || reach == 0 {
		return math.Inf(1)
	}
	return reach * r.worsening / r.number
}

// count enters a kick that worsened the plan by kicked before the descent, and by delta after it.
func (r *repairs) count(kicked, delta float64) {
	if kicked > 0 && delta <= 0 {
		r.worsening += kicked
		r.number++
	}
}

func (r *repairs) add(other repairs) {
	r.worsening += other.worsening
	r.number += other.number
}

func (r *repairs) save(w *state.Writer) {
	w.Real("repaired worsening", r.worsening)
	w.Real("repairs", r.number)
}

func (r *repairs) restore(s *state.Reader) {
	r.worsening, r.number = s.Real("repaired worsening"), s.Real("repairs")
}
