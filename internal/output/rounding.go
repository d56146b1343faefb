package output

import (
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Precision returns how distances were rounded to whole numbers, or "" if they were whole.
func Precision(r tsp.Rounding) string {
	switch {
	case r.Exact && r.Scale == 1:
		return ""
	case r.Exact:
		return fmt.Sprintf("distances in steps of %g", 1/r.Scale)
	}
	return fmt.Sprintf("distances rounded to multiples of %g", 1/r.Scale)
}

// Forbidden returns the number of matrix entries that forbid an edge, or "" if there are
// none.
func Forbidden(in *tsp.Instance) string {
	r := in.Rounding()
	if r.Forbidden == 0 {
		return ""
	}
	return humanize.Count(r.Forbidden, "entry") + ", each larger than any tour without them"
}

// roundingNotes returns lines on forbidden edges of a tour, and on rounding that affects it.
func roundingNotes(in *tsp.Instance, r *tourmaline.Result) string {
	text := ""
	if k := forbiddenEdges(in, r.Order()); k > 0 {
		text += fmt.Sprintf("note: the tour contains %s; the search found no tour without forbidden edges\n", humanize.Count(k, "forbidden edge"))
	}
	if how := r.Rounding; how != nil && r.Termination != search.Optimal && how.CostError > 5e-4*math.Abs(r.Cost) {
		text += fmt.Sprintf("note: the search used costs with an error of up to %.2g: %s\n", how.CostError, coarse(in))
	}
	return text
}

// coarse returns why distances are rounded coarsely.
func coarse(in *tsp.Instance) string {
	text := Precision(in.Rounding())
	if smallest, largest := extremes(in); largest.row > 0 {
		text += fmt.Sprintf(", because they range from %v to %v", smallest, largest)
	}
	return text
}

// forbiddenEdges returns the number of forbidden edges of a tour.
func forbiddenEdges(in *tsp.Instance, t tsp.Tour) int {
	count, r := 0, in.Rounding()
	for _, s := range in.Stops(t) {
		if r.Forbidden > 0 && s.Leg == r.ForbiddenValue {
			count++
		}
	}
	return count
}

// An entry is a distance of a matrix.
type entry struct {
	row, column int // from 1
	value       float64
}

func (e entry) String() string {
	return fmt.Sprintf("%g in row %d, column %d", e.value, e.row, e.column)
}

// extremes returns the smallest and the largest entry of a rounded matrix without their
// signs, except zeros and forbidden entries. For other instances they are zero.
func extremes(in *tsp.Instance) (smallest, largest entry) {
	r := in.Rounding()
	if in.Metric() != tsp.Explicit || r.Exact {
		return entry{}, entry{}
	}
	for k := range in.N() * in.N() {
		i, j := k/in.N(), k%in.N()
		_, v := in.Leg(int32(i), int32(j))
		if i == j || v == 0 || r.Forbidden > 0 && v == r.ForbiddenValue {
			continue
		}
		e := entry{i + 1, j + 1, v}
		if smallest.row == 0 || math.Abs(v) < math.Abs(smallest.value) {
			smallest = e
		}
		if math.Abs(v) > math.Abs(largest.value) {
			largest = e
		}
	}
	return smallest, largest
}
