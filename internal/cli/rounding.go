package cli

import (
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// precision says how distances were made whole numbers, or nothing where they were.
func precision(r tsp.Rounding) string {
	switch {
	case r.Exact && r.Scale == 1:
		return ""
	case r.Exact:
		return fmt.Sprintf("distances in steps of %g", 1/r.Scale)
	}
	return fmt.Sprintf("distances rounded to multiples of %g", 1/r.Scale)
}

// forbidden says how many entries of a matrix stand for edges that no tour should
// contain.
func forbidden(in *tsp.Instance) string {
	r := in.Rounding()
	if r.Forbidden == 0 {
		return ""
	}
	return humanize.Count(r.Forbidden, "entry") + ", larger than any tour of the others"
}

// doubts are lines on what rounding did to a tour, where that matters.
func doubts(in *tsp.Instance, r *tourmaline.Result) string {
	text := ""
	if k := in.ForbiddenEdges(r.Order()); k > 0 {
		text += fmt.Sprintf("note: the tour contains %s; no tour without was found\n", humanize.Count(k, "forbidden edge"))
	}
	if how := r.Rounding; how != nil && r.Termination != search.Optimal && how.CostError > 5e-4*math.Abs(r.Cost) {
		text += fmt.Sprintf("note: the search saw costs that were off by up to %.2g: %s\n", how.CostError, coarse(in))
	}
	return text
}

// coarse says why distances are rounded so much that it matters.
func coarse(in *tsp.Instance) string {
	text := precision(in.Rounding())
	if smallest, largest := in.Extremes(); largest.Row > 0 {
		text += fmt.Sprintf(", because they range from %v to %v", smallest, largest)
	}
	return text
}
