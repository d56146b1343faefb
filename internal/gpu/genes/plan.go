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

// A plan describes the layout and memory of genes on a device. The values of the genes do not
// depend on it.
type plan struct {
	in     *tsp.Instance
	params ga.Params
	where  *distances.Place
	n      int
	// whether all genes stay on the device; otherwise only the parents of a flight do
	resident   bool
	children   int  // maximum number of children in a flight
	chunk      int  // maximum number of places that a launch builds
	placeMajor bool // memory layout, see pool.cl
}

// placesAtOnce is the number of places that a launch builds. With fewer places there would be more
// launches, each of which refills the caches; with more places, cancellation would take longer.
// Every device supports loops of this length (see cl.Device.LongLoops).
const placesAtOnce = 2048

// warp is the minimum number of children that keeps a compute unit busy.
const warp = 32

// Fits returns an error if genes cannot evolve on a device, as far as that is known in advance:
// because of the instance, or for lack of memory.
func Fits(info cl.Info, in *tsp.Instance, p ga.Params) error {
	_, err := newPlan(info, 0, in, p)
	return err
}

// newPlan returns a plan for a device on which some memory is already used.
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

// reserve is the reciprocal of the share of memory that is left to the driver and to other
// programs, which do not report their usage.
const reserve = 8

// fill makes flights as large as memory allows. If resident genes leave too little room for flights
// that keep the device busy, the genes are streamed, provided that this makes flights larger.
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

// busy returns the number of children that keeps a device busy.
func busy(info cl.Info) int { return warp * max(info.Units, 1) }

// mostChildren returns the maximum useful flight size. Half of the genes are parents. A CPU, which
// shares the host's memory, gains nothing from more children than keep it busy.
func (p *plan) mostChildren(info cl.Info) int {
	most := max(p.params.Genes/2, 1)
	if info.Kind == "cpu" {
		most = min(most, busy(info))
	}
	return most
}

// largestFlight returns the maximum flight size that fits into memory, or 0 if no flight fits.
func (p *plan) largestFlight(info cl.Info, used uint64) int {
	return sort.Search(p.mostChildren(info), func(i int) bool {
		tried := *p
		tried.children = i + 1
		return tried.needs().Shortage(info, used) != ""
	})
}

// genes returns the number of genes on the device.
func (p *plan) genes() int {
	if p.resident {
		return p.params.Genes
	}
	return 2 * p.children
}

// rowCount returns the number of rows in the pool, for genes and children.
func (p *plan) rowCount() int { return p.genes() + p.children }

// needs lists all buffers, whether or not they are already allocated.
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
		all = append(all, cl.Need{Name: "rivals, winners, mutations and transfers", Bytes: 4 * (1 + 1 + 1 + stretchWords + transferWords) * genes})
	}
	return all
}

// source returns the kernels and their constants.
func (p *plan) source() cl.Source {
	defines := append(cl.Defines(p.where.Defines()), cl.Define{Name: "PLACE_MAJOR", Value: p.placeMajor})
	return cl.Source{Files: sources, File: "kernels.cl", Defines: defines}
}

// Source returns the code that a device is asked to compile.
func Source(info cl.Info, in *tsp.Instance, p ga.Params) (cl.Source, error) {
	plan, err := newPlan(info, 0, in, p)
	if err != nil {
		return cl.Source{}, err
	}
	return plan.source(), nil
}
