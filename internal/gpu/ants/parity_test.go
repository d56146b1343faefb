package ants

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// seed is the seed of all colonies. It has more than 32 bits, because both halves matter.
const seed = 0x123456789ABCDEF

// A colony combines a colony on a device with its reference, which has the same ants.
type colony struct {
	in        *tsp.Instance
	terrain   *aco.Terrain
	device    *Colony
	reference *aco.Reference
	ants      int
	slow      bool // the device is simulated
}

// wind returns an asymmetric instance. Distances are those in the plane, but longer in one
// direction.
func wind(n int) *tsp.Instance {
	in := must(tsp.Generate(tsp.Clustered, n, 3))
	return must(tsp.FromFunc(n, false, 1, func(i, j int) int64 {
		d := in.Dist(int32(i), int32(j))
		if i < j {
			d += d / 3
		}
		return d
	}))
}

// newPair creates a colony on a device and the same colony on the host.
func newPair(t testing.TB, d *cl.Device, in *tsp.Instance, p aco.Rules, how func(*mapping), change func(*aco.Terrain)) *colony {
	t.Helper()
	terrain := must(aco.NewTerrain(t.Context(), in, p, 2))
	if change != nil {
		change(terrain)
	}
	var l *near.Lists
	if p.LocalSearch != "none" {
		l = must(near.Quadrant(t.Context(), in, 2, 5, 2))
		if !in.Symmetric() {
			l = must(near.Nearest(t.Context(), in, min(8, in.N()-1), 2))
		}
	}
	m := mappingOf(d.Info(), terrain)
	if how != nil {
		how(&m)
	}
	device, err := newColony(t.Context(), d, in, terrain, aco.NewImprover(in, l, p.Builder, 2), l, p, seed, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := device.Close(); err != nil {
			t.Error(err)
		}
	})
	return &colony{
		in: in, terrain: terrain, device: device, ants: p.Ants, slow: cltest.Simulated(d),
		reference: aco.NewReference(in, terrain, aco.NewImprover(in, l, p.Builder, 2), p.Ants, seed, 2),
	}
}

// equal checks that the contents of a buffer equal the reference exactly.
func equal[T cl.Scalar](t *testing.T, what string, b *cl.Buffer[T], want []T) {
	t.Helper()
	got := make([]T, b.Len())
	if err := b.Read(got); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: %v at %d, want %v", what, got[i], i, want[i])
		}
	}
}

// equalTours compares all tours and their lengths.
func (c *colony) equalTours(t *testing.T, what string) {
	t.Helper()
	var tours []int32
	var lengths []int64
	tour := make(tsp.Tour, c.in.N())
	for ant := range c.ants {
		if err := c.reference.Tour(ant, tour); err != nil {
			t.Fatal(err)
		}
		tours, lengths = append(tours, tour...), append(lengths, c.in.Length(tour))
	}
	equal(t, what+": tours", c.device.tours, tours)
	equal(t, what+": lengths", c.device.lengths, lengths)
}

// sameWay compares a search on the device with a search on the host, cycle by cycle.
func (c *colony) sameWay(t *testing.T, onDevice, onCPU search.Searcher[tsp.Tour], cycles int) {
	t.Helper()
	for i := range cycles {
		if err := errors.Join(onDevice.Step(t.Context()), onCPU.Step(t.Context())); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(onDevice.Best(), onCPU.Best()) {
			t.Fatalf("%s, cycle %d: cost %v on the device, %v on the CPU, or other tours", c.in.Name(), i, onDevice.Cost(), onCPU.Cost())
		}
		c.equalTours(t, fmt.Sprintf("%s, cycle %d", c.in.Name(), i))
	}
}

// both applies do to the device and the reference.
func (c *colony) both(t *testing.T, do func(e aco.Engine) error) {
	t.Helper()
	for _, e := range []aco.Engine{c.device, c.reference} {
		if err := do(e); err != nil {
			t.Fatal(err)
		}
	}
}

// cycle runs a cycle and compares all outputs of its kernels.
func (c *colony) cycle(t *testing.T, cycle uint32, whose int) {
	t.Helper()
	ctx := t.Context()
	c.both(t, func(e aco.Engine) error { return e.Construct(ctx, cycle) })
	c.equalTours(t, "construct_tours, measure_tours")
	c.equalTrails(t, "wear_trails, wear_step, read_step, write_step")
	if c.device.improver != nil {
		c.both(t, func(e aco.Engine) error { return e.Improve(ctx) })
		c.equalTours(t, "two_opt_tours")
	}
	ant, length, err := c.device.Fittest(ctx)
	wantAnt, wantLength, _ := c.reference.Fittest(ctx)
	if err != nil || ant != wantAnt || length != wantLength {
		t.Fatalf("fittest_ant: ant %d with %d, want %d with %d; %v", ant, length, wantAnt, wantLength, err)
	}
	best := make(tsp.Tour, c.in.N())
	c.both(t, func(e aco.Engine) error { return e.Tour(ant, best) })
	c.both(t, func(e aco.Engine) error { return e.Remember(best) })
	equal(t, "remembered", c.device.best, best)
	d := aco.Deposit{Ant: whose, Everywhere: true, Keep: 0.8, Amount: 0.3, Lo: 0.01, Hi: 1.4}
	if c.terrain.Bold() {
		d = aco.Deposit{Ant: whose, Keep: 0.8, Amount: 0.7, Hi: math.MaxFloat32}
	}
	c.both(t, func(e aco.Engine) error { return e.Reinforce(ctx, d) })
	c.equalTrails(t, "evaporate_trails, deposit_trails")
	c.equalChoices(t)
}

// equalTrails compares all trails and, for a selective memory, their destinations.
func (c *colony) equalTrails(t *testing.T, what string) {
	t.Helper()
	if c.terrain.Ring > 0 {
		equal(t, what+": known edges", c.device.known, c.reference.Known())
	}
	equal(t, what+": trails", c.device.levels, c.reference.Trails())
}

// equalChoices compares the choice values, if they are precomputed.
func (c *colony) equalChoices(t *testing.T) {
	t.Helper()
	if !c.terrain.Fresh() {
		equal(t, "choose_rows", c.device.choice, c.reference.Choices())
	}
}

// run lays trails, runs a number of cycles and compares the results.
func (c *colony) run(t *testing.T, cycles int) {
	t.Helper()
	c.both(t, func(e aco.Engine) error { return e.Lay(t.Context(), 1.25) })
	c.equalTrails(t, "laid")
	c.equalChoices(t)
	if c.slow {
		cycles = 2
	}
	for i := range cycles {
		whose := i % c.ants
		if i%3 == 2 {
			whose = aco.Remembered
		}
		c.cycle(t, uint32(i), whose)
	}
	got, err := c.device.Branching(t.Context())
	if want, _ := c.reference.Branching(t.Context()); err != nil || got != want {
		t.Errorf("branching %v, want %v; %v", got, want, err)
	}
	strongest, err := c.device.Strongest(50)
	if want, _ := c.reference.Strongest(50); err != nil || !slices.Equal(strongest, want) {
		t.Errorf("the strongest trails are %v, want %v; %v", strongest, want, err)
	}
}

// kinds lists the sets of cities among which ants choose, and where trails are stored.
var kinds = []struct {
	name       string
	candidates int
	pheromone  string
}{{"listed", 12, "candidates"}, {"dense", 12, "full"}, {"all", 0, "full"}}

// bare returns the parameters of a colony without local search.
func bare(selection, tabu string, candidates int, pheromone string) aco.Rules {
	p := aco.MMASPaper(7)
	p.Selection, p.Tabu, p.Candidates, p.Pheromone = selection, tabu, candidates, pheromone
	return p.Rules()
}

var selections, tabus = []string{"rwm", "wrs"}, []string{"lc", "ct", "bt"}

// teams lists the team sizes to test on a device: one, and sizes above and below the number of
// entries to process. On rusticl most kernels have 32 work-items per group, although it reports
// otherwise.
func teams(d *cl.Device) []int {
	switch {
	case d.Info().Platform == "rusticl":
		return []int{1, 32}
	case cltest.Simulated(d): // every work-item is slow
		return []int{1, 8, 33}
	}
	return []int{1, 32, 64, 96}
}

// endsLoops reports whether a device ends loops that larger instances need. NewColony rejects such
// a device, but on small instances it works normally.
func endsLoops(d *cl.Device) bool { return d.Info().Platform == "rusticl" }

// cityCounts returns the numbers of cities to test.
func cityCounts(d *cl.Device) []int {
	switch {
	case cltest.Simulated(d):
		return []int{5, 20}
	case endsLoops(d):
		return []int{5, 33, 100}
	}
	return []int{5, 33, 100, 198}
}

// Every kernel gives the same results as its reference in all variants. On a simulator, a team of
// one runs every variant with all kinds, and a larger team runs it with one kind. Devices whose
// compilers take seconds per variant run only that one kind (TestAllVariantsOnTSPLIB covers
// others).
func TestVariantsEqualTheReference(t *testing.T) {
	variant, simulated := 0, cltest.Simulated(cltest.Device(t))
	for _, selection := range selections {
		for _, tabu := range tabus {
			variant++
			for i, k := range kinds {
				chosen := (i+variant)%len(kinds) == 0
				if !simulated && !chosen {
					continue
				}
				t.Run(selection+"/"+tabu+"/"+k.name, func(t *testing.T) {
					d := cltest.Device(t)
					sizes := []int{1}
					if other := teams(d)[1:]; chosen {
						sizes = append(sizes, other[variant%len(other)])
					}
					for _, team := range sizes {
						d.Demand(cl.Launch{Group: team, Wave: 3 * team})
						for _, n := range cityCounts(d) {
							in := must(tsp.Generate(tsp.Clustered, n, 1))
							newPair(t, d, in, bare(selection, tabu, k.candidates, k.pheromone), nil, nil).run(t, 3)
						}
					}
				})
			}
		}
	}
}

// A special case is a setting that must not affect tours, or that is rare.
type special struct {
	params aco.Rules
	team   int
	in     func(n int) *tsp.Instance
	how    func(*mapping)
	change func(*aco.Terrain)
}

// demand sets the team size, as far as the device supports it.
func (s *special) demand(d *cl.Device) {
	team := min(s.team, slices.Max(teams(d)))
	if team > 1 && cltest.Simulated(d) {
		team = 8
	}
	d.Demand(cl.Launch{Group: team, Wave: 3 * team})
}

func specials() map[string]special {
	power := func(p aco.Rules, alpha float64) aco.Rules {
		p.Alpha = alpha
		return p
	}
	global := func(m *mapping) { m.globalTabu = true }
	narrow := func(m *mapping) { m.narrow = true }
	both := func(m *mapping) { m.narrow, m.globalTabu = true, true }
	together := func(m *mapping) { m.alone = false }
	curved := func(t *aco.Terrain) { t.Curved, t.Spare, t.Backup = true, 2, shortened(t, 2) }
	return map[string]special{
		"global lc":         {bare("rwm", "lc", 12, "candidates"), 1, nil, global, nil},
		"global ct team":    {bare("wrs", "ct", 0, "full"), 32, nil, global, nil},
		"global bt team":    {bare("rwm", "bt", 12, "full"), 32, nil, global, nil},
		"narrow lc":         {bare("wrs", "lc", 12, "candidates"), 1, nil, narrow, nil},
		"narrow ct team":    {bare("rwm", "ct", 0, "full"), 32, nil, narrow, nil},
		"narrow global":     {bare("wrs", "lc", 0, "full"), 1, nil, both, nil},
		"team of one":       {bare("rwm", "lc", 12, "candidates"), 1, nil, together, nil},
		"team of one, all":  {bare("rwm", "bt", 0, "full"), 1, nil, together, nil},
		"alpha 2":           {power(bare("rwm", "ct", 12, "full"), 2), 1, nil, nil, nil},
		"alpha 1.5":         {power(bare("wrs", "bt", 12, "full"), 1.5), 1, nil, nil, nil},
		"alpha 1.5 team":    {power(bare("rwm", "bt", 12, "full"), 1.5), 32, nil, nil, nil},
		"directed":          {bare("rwm", "bt", 12, "candidates"), 1, wind, nil, nil},
		"directed, all":     {bare("wrs", "ct", 0, "full"), 32, wind, nil, nil},
		"curved":            {bare("rwm", "bt", 5, "candidates"), 1, nil, nil, curved},
		"curved team":       {bare("wrs", "lc", 5, "candidates"), 32, nil, nil, curved},
		"without backup":    {bare("wrs", "ct", 3, "candidates"), 32, nil, nil, func(t *aco.Terrain) { t.Spare, t.Backup = 0, nil }},
		"wide lists":        {bare("wrs", "bt", 50, "candidates"), 32, nil, nil, nil},
		"wide lists, alone": {bare("rwm", "bt", 50, "candidates"), 1, nil, nil, nil},
	}
}

// shortened returns backup lists with fewer entries.
func shortened(t *aco.Terrain, spare int) []int32 {
	var all []int32
	for c := range t.N {
		row := t.Backup[c*t.Spare:][:t.Spare]
		for k := range spare {
			if k < len(row) {
				all = append(all, row[k])
			} else {
				all = append(all, int32(c)) // the current city, which counts as visited
			}
		}
	}
	return all
}

// frequent lists the special cases to run on devices whose compilers take seconds for each case. A
// simulator runs all cases.
var frequent = []string{"global lc", "narrow ct team", "team of one", "alpha 1.5 team", "directed", "curved", "without backup", "wide lists, alone"}

func TestSpecialCasesEqualTheReference(t *testing.T) {
	simulated := cltest.Simulated(cltest.Device(t))
	for name, s := range specials() {
		if !simulated && !slices.Contains(frequent, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			d := cltest.Device(t)
			s.demand(d)
			for _, n := range cityCounts(d) {
				in := must(tsp.Generate(tsp.Clustered, n, 1))
				if s.in != nil {
					in = s.in(n)
				}
				newPair(t, d, in, s.params, s.how, s.change).run(t, 3)
			}
		})
	}
}

// TestTinyInstances checks instances of one to four cities. In the smallest ones, edges repeat and
// ants do not move.
func TestTinyInstances(t *testing.T) {
	d := cltest.Device(t)
	d.Demand(cl.Launch{Group: 1, Wave: 3})
	for _, n := range []int{1, 2, 3, 4} {
		for _, k := range kinds {
			in := must(tsp.Generate(tsp.Uniform, n, 1))
			newPair(t, d, in, bare("rwm", "ct", k.candidates, k.pheromone), nil, nil).run(t, 3)
		}
	}
}

// improving returns parameters with local search.
func improving(search, look string, share float64) aco.Rules {
	p := bare("rwm", "bt", 12, "candidates")
	p.LocalSearch, p.Look, p.Share = search, look, share
	return p
}

// crowd returns p with a different number of ants.
func crowd(p aco.Rules, ants int) aco.Rules {
	p.Ants = ants
	return p
}

// Local search gives the same arrays on the device as on the host. 2-opt runs on the device, and
// every other operator on the host.
func TestLocalSearchEqualsTheReference(t *testing.T) {
	for name, s := range map[string]special{
		"2opt all":      {improving("2opt", "all", 1), 1, nil, nil, nil},
		"2opt new":      {improving("2opt", "new", 1), 1, nil, nil, nil},
		"2opt new team": {improving("2opt", "new", 1), 32, nil, nil, nil},
		// In floating point, 0.28·25 is slightly more than 7.
		"2opt seven of 25":   {crowd(improving("2opt", "all", 0.28), 25), 1, nil, nil, nil},
		"2opt some":          {improving("2opt", "all", 0.4), 64, nil, nil, nil},
		"lk":                 {improving("lk", "new", 0.5), 1, nil, nil, nil},
		"directed exchanges": {improving("2opt", "all", 1), 1, wind, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := cltest.Device(t)
			s.demand(d)
			for _, n := range cityCounts(d) {
				in := must(tsp.Generate(tsp.Clustered, n, 1))
				if s.in != nil {
					in = s.in(n)
				}
				newPair(t, d, in, s.params, nil, nil).run(t, 4)
			}
		})
	}
}
