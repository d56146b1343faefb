package genes

import (
	"fmt"
	"sort"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/ga"
)

// A plan is what genes need on a device. The genes do not depend on it.
type plan struct {
	in         *tsp.Instance
	params     ga.Params
	where      *places.Place
	n          int
	resident   bool // all genes stay on the device; otherwise only the parents of a flight are there
	flight     int  // the most children that are made together
	chunk      int  // the most places of them that a launch makes
	placeMajor bool // the layout: pool.cl
}

// placesAtOnce is how many places a launch makes. Fewer cost launches, and caches that are
// filled anew for each; more would keep those waiting who cancel. Loops of
// that length are allowed on every device: cl.LongLoops.
const placesAtOnce = 2048

// warp is how many children a compute unit needs at least to be busy.
const warp = 32

// Fits returns why genes cannot evolve on a device, as far as that is known in advance:
// because of the instance, or for lack of memory.
func Fits(info cl.Info, in *tsp.Instance, p ga.Params) error {
	_, err := newPlan(info, 0, in, p)
	return err
}

// newPlan plans for a device of which some memory is used.
func newPlan(info cl.Info, used uint64, in *tsp.Instance, params ga.Params) (*plan, error) {
	if in.Plain() != nil {
		return nil, fmt.Errorf("%s is a path or has fixed edges, and crossovers have %w for that: use the CPU", in.Name, device.ErrNoKernels)
	}
	where, err := places.NewPlace(info, in)
	if err != nil {
		return nil, err
	}
	p := &plan{in: in, params: params, where: where, n: in.N(), chunk: placesAtOnce, placeMajor: info.Kind != "cpu"}
	return p, p.fill(info, used)
}

// fill makes flights as large as the memory of a device allows. Genes that leave no room
// for flights which keep the device busy are not resident if that makes flights larger.
func (p *plan) fill(info cl.Info, used uint64) error {
	p.resident = true
	p.flight = p.largestFlight(info, used)
	if p.flight >= min(p.mostChildren(), warp*max(info.Units, 1)) {
		return nil
	}
	streamed := *p
	streamed.resident = false
	if streamed.flight = streamed.largestFlight(info, used); streamed.flight > p.flight {
		*p = streamed
	}
	if p.flight > 0 {
		return nil
	}
	streamed.flight = 1
	return fmt.Errorf("a single child of %d cities and its parents need %s: use the CPU", p.n, streamed.needs().Shortage(info, used))
}

// mostChildren is how many children a generation has at most: half of the genes are
// parents.
func (p *plan) mostChildren() int { return max(p.params.Genes/2, 1) }

// largestFlight is the largest flight that fits; 0 if none does.
func (p *plan) largestFlight(info cl.Info, used uint64) int {
	return sort.Search(p.mostChildren(), func(i int) bool {
		tried := *p
		tried.flight = i + 1
		return tried.needs().Shortage(info, used) != ""
	})
}

// genes is how many genes are on the device.
func (p *plan) genes() int {
	if p.resident {
		return p.params.Genes
	}
	return 2 * p.flight
}

// rowCount is how many rows the pool has: those of genes, and those of children.
func (p *plan) rowCount() int { return p.genes() + p.flight }

// needs lists all buffers, allocated or not.
func (p *plan) needs() cl.Needs {
	n, rows, flight := uint64(p.n), uint64(p.rowCount()), uint64(p.flight)
	all := cl.Needs{
		{Name: "distances", Bytes: p.where.Bytes()},
		{Name: "genes", Bytes: 4 * n * rows},
		{Name: "their rows and lengths", Bytes: 12*rows + 4*n},
		{Name: "unvisited cities", Bytes: 4 * nodeWords * n * flight},
		{Name: "crossings", Bytes: 4 * (crossingWords + 1) * flight},
	}
	if p.resident {
		genes := uint64(p.params.Genes)
		all = append(all, cl.Need{Name: "rivals, mutations and transfers", Bytes: 4 * (1 + 1 + stretchWords + transferWords) * genes})
	}
	return all
}

// defines returns the constants of the kernels.
func (p *plan) defines() []cl.Define {
	return append(cl.Defines(p.where.Defines()), cl.Define{Name: "PLACE_MAJOR", Value: p.placeMajor})
}
