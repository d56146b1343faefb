package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/local"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A terrain is a problem as local search sees it: a row of problems makes one.
type terrain[S any] struct {
	info    Info
	known   *Known // nil: nothing is
	problem search.Problem[S]
	moves   Params // what its neighbourhoods can be told; nil: nothing
	size    int    // facilities or bits, for tenures
	// attributes that its solutions are made of.
	attributes int
	space      func(seed uint64) local.Landscape[S]
	kernels    func(seed uint64) ([]local.Kernel[S], error)
	show       func(S) any // a solution in the terms of a result
	read       func(data []byte, name string) (S, error)
	auto       string // the algorithm that suits
}

func (t *terrain[S]) Info() Info { return t.info }

func (t *terrain[S]) Known() (Known, bool) {
	if t.known == nil {
		return Known{}, false
	}
	return *t.known, true
}

// Check reads a solution from a file, and costs it.
func (t *terrain[S]) Check(data []byte, name string) (float64, error) {
	solution, err := t.read(data, name)
	if err != nil {
		return 0, err
	}
	if err := t.problem.Check(solution); err != nil {
		return 0, fmt.Errorf("%s is no solution of %s: %w: %w", name, t.info.Name, ErrNoSolution, err)
	}
	return t.problem.Cost(solution), nil
}

// A Walk is a row of the table of local searches.
type Walk struct {
	Name, Summary string
	Params        func(size, attributes int) Params
	hostOnly      bool // there is nothing in it for a device
}

// Walks are the algorithms for problems other than tours, in the order to show them.
func Walks() []Walk {
	return []Walk{
		{
			Name: "tabu", Summary: "robust tabu search: the best move at every turn, but nothing that was changed lately",
			Params: func(size, attributes int) Params { p := local.TabuDefaults(size, attributes); return &p },
		},
		{
			Name: "climb", Summary: "hill climbing by the best or the first improvement, again and again from a new start",
			Params: func(int, int) Params { p := local.ClimbDefaults(); return &p },
		},
		{
			Name: "vnd", Summary: "variable neighbourhood descent: larger neighbourhoods where smaller ones are exhausted, then a kick",
			Params: func(int, int) Params { p := local.VNDDefaults(); return &p },
		},
		{
			Name: "ils", Summary: "iterated local search: descents, and a few random moves away from each local optimum",
			Params: func(int, int) Params { p := local.ILSDefaults(); return &p },
		},
		{
			Name: "anneal", Summary: "simulated annealing over the budget, the baseline",
			Params: func(size, _ int) Params { p := local.AnnealDefaults(size * size); return &p }, hostOnly: true,
		},
	}
}

// findWalk looks up a name.
func findWalk(name, auto string) (Walk, error) {
	if name == "" || name == Auto {
		name = auto
	}
	all := Walks()
	names := []string{Auto}
	for _, w := range all {
		if w.Name == name {
			return w, nil
		}
		names = append(names, w.Name)
	}
	return Walk{}, fmt.Errorf("unknown algorithm %q for this problem: expected one of %s", name, strings.Join(names, ", "))
}

// Begin prepares a search.
func (t *terrain[S]) Begin(o Order) (Run, error) {
	row, err := findWalk(o.Algorithm, t.auto)
	if err != nil {
		return nil, err
	}
	chosen := row.Params(t.size, t.attributes)
	group := params.Group{chosen}
	if t.moves != nil {
		group = append(group, t.moves)
	}
	if err := params.Set(group, o.Params); err != nil {
		return nil, fmt.Errorf("algorithm %s: %w", row.Name, err)
	}
	r := &walkRun[S]{terrain: t, row: row, params: group, order: o}
	if err := r.suits(o.Host.Device); err != nil {
		return nil, err
	}
	// On threads everything is made at once; a device is opened by the first step.
	if r.search, err = r.begin(local.Threads[S]{Count: o.Host.Threads}); err != nil {
		return nil, err
	}
	return r, nil
}

// suits tells why a device, if one is asked for, cannot pick for the walks.
func (r *walkRun[S]) suits(d device.Device) error {
	if d == nil {
		return nil
	}
	if r.row.hostOnly {
		return fmt.Errorf("algorithm %s has %w: use tabu, climb, vnd or ils, or the CPU", r.row.Name, device.ErrNoKernels)
	}
	kernels, err := r.entered()
	if err != nil {
		return fmt.Errorf("%w: %w", device.Err, err)
	}
	return fitsKernels(d, kernels)
}

// A walkRun is a Run of local search.
type walkRun[S any] struct {
	*terrain[S]
	row    Walk
	params params.Group
	order  Order
	search *local.Search[S]

	device               device.Opened
	ready                bool // the device, if one is wanted
	preparing, searching time.Duration
}

// begin makes the search on an engine.
func (r *walkRun[S]) begin(e local.Engine[S]) (*local.Search[S], error) {
	return beginWalks(r.params[0], r.space(r.order.Seed), r.order.Seed, e)
}

// beginWalks makes the search that has these parameters.
func beginWalks[S any](chosen Params, space local.Landscape[S], seed uint64, e local.Engine[S]) (*local.Search[S], error) {
	p, ok := chosen.(local.Params)
	if !ok {
		return nil, fmt.Errorf("no search has parameters like %T", chosen)
	}
	return local.New(space, p, seed, e)
}

// walksOf is how many walks there are.
func walksOf(p Params) int {
	all := params.Describe(p)
	i := slices.IndexFunc(all, func(q params.Param) bool { return q.Name == "walks" })
	return all[i].Default.(int)
}

// Step lets the walks go on; the first one puts them on the device.
func (r *walkRun[S]) Step(ctx context.Context) error {
	began, spent := time.Now(), &r.searching
	defer func() { *spent += time.Since(began) }()
	if r.ready || r.order.Host.Device == nil {
		return r.order.Host.failed(ctx, r.search.Step(ctx))
	}
	spent = &r.preparing
	return r.order.Host.failed(ctx, r.open(ctx))
}

// levels is how many neighbourhoods the walks may enter.
func (r *walkRun[S]) levels() int {
	if p, ok := r.params[0].(*local.VNDParams); ok {
		return p.Levels
	}
	return 1
}

// entered are the kernels of the neighbourhoods that the walks may enter: compiling the
// others would take seconds.
func (r *walkRun[S]) entered() ([]local.Kernel[S], error) {
	kernels, err := r.kernels(r.order.Seed)
	return kernels[:min(len(kernels), r.levels())], err
}

func (r *walkRun[S]) open(ctx context.Context) (err error) {
	kernels, err := r.entered()
	if err != nil {
		return err
	}
	if r.device == nil {
		if r.device, err = r.order.Host.Device.Open(ctx); err != nil {
			return err
		}
	}
	engine, err := pickOn(ctx, r.device, walksOf(r.params), kernels)
	if err != nil {
		return err
	}
	if r.search, err = r.begin(engine); err != nil {
		return err
	}
	r.ready = true
	return nil
}

func (r *walkRun[S]) Cost() float64         { return r.search.Cost() }
func (r *walkRun[S]) Best() any             { return r.show(r.search.Best()) }
func (r *walkRun[S]) Pace(used float64)     { r.search.Pace(used) }
func (r *walkRun[S]) Algorithm() string     { return r.row.Name }
func (r *walkRun[S]) Params() Params        { return r.params }
func (r *walkRun[S]) Device() device.Device { return r.order.Host.Device }
func (r *walkRun[S]) Prepared() bool        { return true }

func (r *walkRun[S]) Phases() []Phase {
	return []Phase{{"prepare", r.preparing}, {"search", r.searching}}
}

func (r *walkRun[S]) Judge(claimed float64) (solution any, cost float64, err error) {
	best := r.search.Best()
	cost, err = search.Referee(r.problem, best, claimed)
	return r.show(best), cost, err
}

// Close gives the device back, and everything on it.
func (r *walkRun[S]) Close() error {
	if r.device == nil {
		return nil
	}
	return r.device.Close()
}
