package genes

import (
	"fmt"
	"sort"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/distances"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A plan lists the needs of genes on a device. The genes do not depend on it.
type plan struct {
	in         *tsp.Instance
	params     ga.Params
	where      *distances.Place
	n          int
	resident   bool // all genes stay on the device; otherwise only the parents of a flight are there
	children   int  // the most that are made together, in a flight
	chunk      int  // the most places of them that a launch makes
	placeMajor bool // the layout: pool.cl
}

// placesAtOnce is how many places a launch makes. Fewer cost launches, and each fills the
// caches anew; more would delay cancelling. Loops of that length are allowed on every
// device (see cl.Device.LongLoops).
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
		return nil, fmt.Errorf("%s is a path or has fixed edges, for which crossovers have %w: use the CPU", in.Name(), device.ErrNoKernels)
	}
	where, err := distances.NewPlace(info, in)
	if err != nil {
		return nil, err
	}
	p := &plan{in: in, params: params, where: where, n: in.N(), chunk: placesAtOnce, placeMajor: info.Kind != "cpu"}
	return p, p.fill(info, used+info.Memory/reserve)
}

// reserve is the share of the memory that is left to the driver and to others, who do not
// say what they use.
const reserve = 8

// fill makes flights as large as memory allows. Genes that leave no room for flights
// which keep the device busy are not resident if that makes flights larger.
func (p *plan) fill(info cl.Info, used uint64) error {
	p.resident = true
	p.children = p.largestFlight(info, used)
	if p.children >= min(p.mostChildren(info), busy(info)) {
		return nil
	}
	streamed := *p
	streamed.resident = false
	if streamed.children = streamed.largestFlight(info, used); streamed.children > p.children {
		*p = streamed
	}
	if p.children > 0 {
		return nil
	}
	streamed.children = 1
	return fmt.Errorf("a single child of %d cities and its parents need %s: use the CPU", p.n, streamed.needs().Shortage(info, used))
}

// busy returns how many children keep a device busy.
func busy(info cl.Info) int { return warp * max(info.Units, 1) }

// mostChildren returns the largest flight that makes sense. Half of the genes are parents. A
// processor, whose memory is the host's, gains nothing from more children than keep it
// busy.
func (p *plan) mostChildren(info cl.Info) int {
	most := max(p.params.Genes/2, 1)
	if info.Kind == "cpu" {
		most = min(most, busy(info))
	}
	return most
}

// largestFlight returns the largest flight that fits; 0 if none does.
func (p *plan) largestFlight(info cl.Info, used uint64) int {
	return sort.Search(p.mostChildren(info), func(i int) bool {
		tried := *p
		tried.children = i + 1
		return tried.needs().Shortage(info, used) != ""
	})
}

// genes returns how many genes are on the device.
func (p *plan) genes() int {
	if p.resident {
		return p.params.Genes
	}
	return 2 * p.children
}

// rowCount returns how many rows the pool has: those of genes, and those of children.
func (p *plan) rowCount() int { return p.genes() + p.children }

// needs lists all buffers, allocated or not.
func (p *plan) needs() cl.Needs {
	n, rows, children := uint64(p.n), uint64(p.rowCount()), uint64(p.children)
	all := cl.Needs{
		{Name: "distances", Bytes: p.where.Bytes()},
		{Name: "genes", Bytes: 4 * n * rows},
		{Name: "their rows and lengths", Bytes: 12*rows + 4*n},
		{Name: "unvisited cities", Bytes: 4 * nodeWords * n * children},
		{Name: "crossings", Bytes: 4 * (crossingWords + 1) * children},
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
