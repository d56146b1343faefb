package ants

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// system returns the parameters of a small Ant Colony System whose ants often draw at random.
func system(updates, pheromone string, candidates, period int, tabu string) aco.ACSParams {
	p := aco.ACSPaper(7)
	p.Ants, p.Q0, p.Rho, p.Candidates, p.Tabu = 7, 0.6, 0.1, candidates, tabu
	p.Updates, p.Pheromone, p.Period = updates, pheromone, period
	if pheromone == "selective" {
		p.Wave, p.Trails = 3, 4
	}
	return p
}

// waves returns p with a different number of ants per wave. The ants of a wave use the same trails.
func waves(p aco.ACSParams, wave int) aco.ACSParams {
	p.Wave = wave
	return p
}

// single returns p with one ant, whose result does not depend on the time of updates.
func single(p aco.ACSParams) aco.ACSParams {
	p.Ants = 1
	return p
}

// An acsCase is an Ant Colony System and its mapping to a device.
type acsCase struct {
	params aco.ACSParams
	team   int
	in     func(n int) *tsp.Instance
	how    func(*mapping)
	change func(*aco.Terrain)
}

func acsCases() map[string]acsCase {
	global := func(m *mapping) { m.globalTabu = true }
	narrow := func(m *mapping) { m.narrow = true }
	together := func(m *mapping) { m.alone = false }
	curved := func(t *aco.Terrain) { t.Curved, t.Spare, t.Backup = true, 2, shortened(t, 2) }
	unbacked := func(t *aco.Terrain) { t.Spare, t.Backup = 0, nil }
	return map[string]acsCase{
		"step":                          {system("step", "full", 12, 1, "bt"), 1, nil, nil, nil},
		"step, team":                    {system("step", "full", 12, 1, "lc"), 32, nil, nil, nil},
		"step, candidates":              {system("step", "candidates", 12, 4, "ct"), 1, nil, nil, nil},
		"step, directed":                {system("step", "full", 12, 4, "bt"), 1, wind, nil, nil},
		"step, all":                     {system("step", "full", 0, 100, "bt"), 1, nil, nil, nil},
		"step, all, team":               {system("step", "full", 0, 4, "lc"), 32, nil, narrow, nil},
		"wave":                          {system("wave", "full", 12, 1, "bt"), 1, nil, nil, nil},
		"wave, team":                    {system("wave", "full", 12, 4, "lc"), 32, nil, nil, nil},
		"wave, candidates":              {waves(system("wave", "candidates", 12, 1, "ct"), 2), 1, nil, nil, nil},
		"wave, all":                     {waves(system("wave", "full", 0, 1, "lc"), 5), 1, nil, nil, nil},
		"wave, directed":                {waves(system("wave", "full", 12, 4, "bt"), 3), 1, wind, global, nil},
		"selective":                     {system("wave", "selective", 12, 4, "bt"), 1, nil, nil, nil},
		"selective, team":               {system("wave", "selective", 5, 1, "ct"), 32, nil, nil, nil},
		"selective, directed":           {system("wave", "selective", 5, 1, "lc"), 1, wind, global, nil},
		"selective, curved":             {system("wave", "selective", 5, 1, "lc"), 1, nil, together, curved},
		"selective, no backup":          {system("wave", "selective", 3, 1, "bt"), 32, nil, nil, unbacked},
		"immediate":                     {waves(system("immediate", "full", 12, 1, "bt"), 4), 1, nil, nil, nil},
		"immediate, team":               {system("immediate", "full", 12, 4, "lc"), 32, nil, nil, nil},
		"immediate, all":                {waves(system("immediate", "full", 0, 1, "ct"), 3), 1, nil, nil, nil},
		"immediate, directed":           {system("immediate", "candidates", 12, 1, "bt"), 1, wind, nil, nil},
		"immediate, selective":          {system("immediate", "selective", 12, 1, "bt"), 1, nil, nil, nil},
		"immediate, selective, team":    {system("immediate", "selective", 5, 4, "ct"), 32, nil, nil, nil},
		"immediate, selective directed": {waves(system("immediate", "selective", 5, 1, "lc"), 0), 1, wind, nil, unbacked},
		"relaxed, one ant":              {single(system("relaxed", "full", 12, 1, "bt")), 1, nil, nil, nil},
	}
}

// compiled lists the cases to run on devices whose compilers take seconds for each case.
var compiled = []string{"step", "step, team", "wave", "wave, directed", "selective", "selective, team", "relaxed, one ant", "immediate", "immediate, team", "immediate, selective", "immediate, selective directed"}

// All Ant Colony System kernels give the same results as the reference. A simulator runs all cases.
func TestACSEqualsTheReference(t *testing.T) {
	simulated := cltest.Simulated(cltest.Device(t))
	for name, s := range acsCases() {
		if !simulated && !slices.Contains(compiled, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			d := cltest.Device(t)
			(&special{team: s.team}).demand(d)
			for _, n := range cityCounts(d) {
				in := must(tsp.Generate(tsp.Clustered, n, 1))
				if s.in != nil {
					in = s.in(n)
				}
				newPair(t, d, in, s.params.Rules(), s.how, s.change).run(t, 3)
			}
		})
	}
}

// TestTinyACS checks instances of one to four cities. In the smallest ones, edges repeat.
func TestTinyACS(t *testing.T) {
	d := cltest.Device(t)
	d.Demand(cl.Launch{Group: 1, Wave: 3})
	for _, p := range []aco.ACSParams{
		system("step", "full", 12, 1, "bt"), system("wave", "candidates", 12, 1, "bt"), system("wave", "selective", 12, 1, "bt"),
		system("immediate", "candidates", 12, 1, "bt"), system("immediate", "selective", 12, 1, "bt"),
	} {
		for _, n := range []int{1, 2, 3, 4} {
			newPair(t, d, must(tsp.Generate(tsp.Uniform, n, 1)), p.Rules(), nil, nil).run(t, 3)
		}
	}
}

// Ants with unsynchronised updates still construct valid tours.
func TestRelaxedToursAreTours(t *testing.T) {
	for _, candidates := range []int{12, 0} {
		t.Run(fmt.Sprint(candidates), func(t *testing.T) {
			d, n := cltest.Device(t), 50
			d.Demand(cl.Launch{Group: 1})
			// Run one ant at a time, because the simulator reports races, which relaxed updates
			// allow by design.
			if cltest.Simulated(d) {
				d.Demand(cl.Launch{Group: 3, Wave: 3})
				n = 20
			}
			in := must(tsp.Generate(tsp.Uniform, n, 1))
			p := system("relaxed", "full", candidates, 1, "bt")
			c := newPair(t, d, in, p.Rules(), nil, nil).device
			tour := make(tsp.Tour, in.N())
			err := c.Lay(t.Context(), 1)
			for cycle := range 3 {
				err = errors.Join(err, c.Construct(t.Context(), uint32(cycle)))
				for ant := range p.Ants {
					err = errors.Join(err, c.Tour(ant, tour), in.Check(tour))
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// The memory for the buffers of a system is known in advance.
func TestACSNeeds(t *testing.T) {
	d := cltest.Device(t)
	in := must(tsp.Generate(tsp.Uniform, 60, 1))
	for name, p := range map[string]aco.ACSParams{
		"step": system("step", "full", 12, 1, "lc"), "all": system("step", "full", 0, 1, "bt"),
		"wave": system("wave", "candidates", 12, 1, "ct"), "selective": system("wave", "selective", 12, 1, "bt"),
		"immediate": system("immediate", "selective", 12, 1, "bt"),
	} {
		c := newPair(t, d, in, p.Rules(), nil, nil).device
		want := c.needs().Total()
		const small = 256 // maximum number of bytes that are not counted
		if got := d.Used(); got < want || got > want+small {
			t.Errorf("%s: %d bytes are used, %d were expected", name, got, want)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	little := cl.Info{Name: "little", Kind: "gpu", Memory: 1 << 14, MaxBuffer: 1 << 14, Local: 32 << 10}
	err := Fits(little, in, system("step", "full", 0, 1, "bt").Rules())
	if err == nil || !strings.Contains(err.Error(), "or candidates=32") {
		t.Errorf("choices among all cities: %v", err)
	}
}

// A cycle that is interrupted repeatedly continues correctly: no update is applied twice, and Lay
// resets the trails completely.
func TestCutShortACS(t *testing.T) {
	for name, p := range map[string]aco.ACSParams{
		"step": system("step", "full", 12, 4, "bt"), "selective": system("wave", "selective", 12, 1, "bt"),
		"immediate": system("immediate", "selective", 12, 4, "bt"),
	} {
		t.Run(name, func(t *testing.T) {
			d := cltest.Device(t)
			d.Demand(cl.Launch{Group: 1, Wave: 2})
			c := newPair(t, d, must(tsp.Generate(tsp.Uniform, 20, 1)), p.Rules(), nil, nil)
			for range 2 {
				c.both(t, func(e aco.Engine) error { return e.Lay(t.Context(), 0.5) })
				for cycle := range uint32(2) {
					if err := c.reference.Construct(t.Context(), cycle); err != nil {
						t.Fatal(err)
					}
					for looks := range 3 {
						if c.device.Construct(testkit.Ending(t.Context(), looks), cycle) == nil {
							t.Fatal("is not cut")
						}
						if err := c.device.Undo(t.Context()); err != nil {
							t.Fatal(err)
						}
					}
					if err := c.device.Construct(t.Context(), cycle); err != nil {
						t.Fatal(err)
					}
					c.equalTours(t, "cut short")
					c.equalTrails(t, "cut short")
				}
			}
		})
	}
}

// A whole colony has the same trajectory on the device as on the host. The test runs a few cycles
// with teams of one. More cycles, with automatic thread control, take minutes:
//
//	TOURMALINE_CYCLES=20 go test ./internal/gpu/ants -run SameACSTrajectory -v
func TestSameACSTrajectory(t *testing.T) {
	cycles, names := 3, []string{"d198"}
	v, err := strconv.Atoi(os.Getenv("TOURMALINE_CYCLES"))
	switch d := cltest.Device(t); {
	case err == nil:
		cycles, names = v, []string{"d198", "pr1002", "pr2392"}
	case cltest.Simulated(d):
		cycles, names = 2, []string{"ulysses22"}
	case endsLoops(d):
		cycles, names = 4, []string{"berlin52"}
	}
	for _, kind := range []struct {
		name   string
		params func(n int) aco.ACSParams
	}{{"acs", aco.ACSPaper}, {"acs-alt", aco.ACSAlt}, {"acs-spm", aco.ACSSelective}, {"acs16-alt", aco.ACSAltPaper}, {"acs16-spm", aco.ACSSelectivePaper}} {
		for _, name := range names {
			t.Run(kind.name+"/"+name, func(t *testing.T) {
				in := tsplib(t, name)
				p := kind.params(in.N())
				p.Ants, p.Wave = 16, min(p.Wave, 6)
				d := device(t)
				if err != nil && !cltest.Simulated(d) {
					d.Demand(cl.Launch{Group: 1})
				}
				sameSystem(t, d, in, p, cycles)
			})
		}
	}
}

func sameSystem(t *testing.T, d *cl.Device, in *tsp.Instance, p aco.ACSParams, cycles int) {
	t.Helper()
	pair := newPair(t, d, in, p.Rules(), nil, nil)
	first := start.Random(in.N(), 1)
	pair.sameWay(t, must(aco.NewACS(in, first, p, pair.device)), must(aco.NewACS(in, first, p, pair.reference)), cycles)
	pair.equalTrails(t, "in the end")
}
