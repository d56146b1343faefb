package output

import (
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Precision describes how distances were rounded to whole numbers, or returns "" if they already
// were whole numbers.
func Precision(r tsp.Rounding) string {
	switch {
	case r.Exact && r.Scale == 1:
		return ""
	case r.Exact:
		return fmt.Sprintf("distances in steps of %g", 1/r.Scale)
	}
	return fmt.Sprintf("distances rounded to multiples of %g", 1/r.Scale)
}

// Forbidden describes the number of matrix entries that forbid an edge, or returns "" if no entry
// forbids an edge.
func Forbidden(in *tsp.Instance) string {
	r := in.Rounding()
	if r.Forbidden == 0 {
		return ""
	}
	return humanize.Count(r.Forbidden, "entry") + ", each larger than any tour without them"
}

// roundingNotes returns notes about forbidden edges in a tour and about rounding that affects it.
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

// coarse explains why distances are rounded coarsely.
func coarse(in *tsp.Instance) string {
	text := Precision(in.Rounding())
	if smallest, largest := extremes(in); largest.row > 0 {
		text += fmt.Sprintf(", because they range from %v to %v", smallest, largest)
	}
	return text
}

// forbiddenEdges returns the number of forbidden edges in a tour.
func forbiddenEdges(in *tsp.Instance, t tsp.Tour) int {
	count, r := 0, in.Rounding()
	for _, s := range in.Stops(t) {
		if r.Forbidden > 0 && s.Leg == r.ForbiddenValue {
			count++
		}
	}
	return count
}

// An entry is a distance in a matrix.
type entry struct {
	row, column int // numbered from 1
	value       float64
}

func (e entry) String() string {
	return fmt.Sprintf("%g in row %d, column %d", e.value, e.row, e.column)
}

// extremes returns the entries of a rounded matrix with the smallest and the largest absolute
// value. It ignores zeros and forbidden entries. For other instances it returns zero values.
func extremes(in *tsp.Instance) (smallest, largest entry) {
	r := in.Rounding()
	if in.Metric() != tsp.Explicit || r.Exact {
		return entry{}, entry{}
	}
	for k := range in.N() * in.N() {
		e := entry{row: k/in.N() + 1, column: k%in.N() + 1}
		_, e.value = in.Leg(int32(e.row-1), int32(e.column-1))
		if e.row == e.column || e.value == 0 || r.Forbidden > 0 && e.value == r.ForbiddenValue {
			continue
		}
		if smallest.row == 0 || math.Abs(e.value) < math.Abs(smallest.value) {
			smallest = e
		}
		if math.Abs(e.value) > math.Abs(largest.value) {
			largest = e
		}
	}
	return smallest, largest
}
