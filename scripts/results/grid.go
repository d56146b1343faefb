package main

import (
	"maps"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A grid holds the figures of a plan at one size, for the runs that have records.
type grid struct {
	paper       *experiment.Paper
	measure     experiment.Measure
	instances   []string
	contestants []string
	cells       map[place]*cell
	fewest      int // smallest number of runs in a cell
	most        int
	limits      []experiment.Limits // limits of the runs, without duplicates
	keys        map[string]bool     // keys of the runs
	records     []stored            // records of the runs
	former      bool                // whether the records are former ones
}

// A place identifies a figure by instance and contestant.
type place struct{ instance, contestant string }

// A cell holds the results of one contestant on one instance.
type cell struct {
	calm, busy []float64 // values of runs on an idle and on a busy machine
	timed      bool      // whether the load of other programs affects the values
	cold       bool      // whether a time may include the compilation of kernels
	byRun      map[int]float64
}

// newGrid returns a grid with the records of a plan's runs.
func newGrid(p *experiment.Plan, records archive) *grid {
	m, _ := experiment.FindMeasure(p.Paper.Measure)
	g := &grid{paper: p.Paper, measure: m, cells: map[place]*cell{}, keys: map[string]bool{}}
	runs := p.Schedule(p.Instances)
	if g.fill(runs, records, experiment.Run.Key); len(g.keys) == 0 {
		g.former = true
		g.fill(runs, records, experiment.Run.FormerKey)
	}
	g.order(p)
	return g
}

// fill adds the records of runs. Former records have other keys, and must not be mixed with newer
// ones.
func (g *grid) fill(runs []experiment.Run, records archive, key func(experiment.Run) string) {
	for _, r := range runs {
		record, made := records[key(r)]
		if !made {
			continue
		}
		if v, has := g.measure.Of(record.Result); has {
			g.add(r, v, record)
		}
	}
}

func (g *grid) add(r experiment.Run, v float64, record stored) {
	at := place{experiment.InstanceName(r.Instance), r.Contestant.Name}
	c := g.cells[at]
	if c == nil {
		c = &cell{timed: g.measure.IsTime(), byRun: map[int]float64{}}
		g.cells[at] = c
	}
	c.cold = c.cold || g.measure.IsTime() && record.Warmup == 0 && r.Contestant.Engine == "opencl"
	c.timed = c.timed || record.Result.Termination == search.Time
	if record.Busy {
		c.busy = append(c.busy, v)
	} else {
		c.calm = append(c.calm, v)
	}
	record.Contestant = r.Contestant.Name
	record.Paired = record.Paired || g.former && r.Paired // former records do not say it
	c.byRun[r.Number], g.keys[r.Key()] = v, true
	g.records = append(g.records, record)
	if !slices.Contains(g.limits, r.Limits) {
		g.limits = append(g.limits, r.Limits)
	}
}

// order lists the instances and contestants with figures in the order of the plan, and counts runs.
func (g *grid) order(p *experiment.Plan) {
	instances, contestants := map[string]bool{}, map[string]bool{}
	g.fewest = math.MaxInt
	for at, c := range g.cells {
		instances[at.instance], contestants[at.contestant] = true, true
		values, _ := c.values()
		g.fewest, g.most = min(g.fewest, len(values)), max(g.most, len(values))
	}
	for _, i := range p.Instances {
		if name := experiment.InstanceName(i); instances[name] {
			g.instances = append(g.instances, name)
		}
	}
	for _, name := range p.Names() {
		if contestants[name] {
			g.contestants = append(g.contestants, name)
		}
	}
}

// within reports whether other contains all runs of g.
func (g *grid) within(other *grid) bool {
	for key := range g.keys {
		if !other.keys[key] {
			return false
		}
	}
	return true
}

// values returns the figures to use. If time matters, it omits busy runs unless there are no other
// runs.
func (c *cell) values() (values []float64, disturbed bool) {
	switch {
	case !c.timed:
		return slices.Concat(c.calm, c.busy), false
	case len(c.calm) > 0:
		return c.calm, false
	}
	return c.busy, true
}

// summary returns the name of the statistic over all runs: the statistic that the paper uses, or
// the median for times.
func (g *grid) summary() string {
	switch {
	case g.paper.Summary != "":
		return g.paper.Summary
	case g.measure.IsTime():
		return "median"
	}
	return "mean"
}

func summarise(how string, values []float64) float64 {
	switch how {
	case "best":
		return slices.Min(values)
	case "median":
		v, _ := stats.Median(values) // JSON holds only finite numbers
		return v
	}
	v, _ := stats.Mean(values)
	return v
}

// at returns a figure and whether other programs disturbed it. The figure may also be the mean over
// all instances or the p-value of the comparison of the contestants; see experiment.Figures.
func (g *grid) at(instance, contestant string) (v float64, disturbed, has bool) {
	switch {
	case instance == experiment.AllInstances && contestant == experiment.FriedmanP:
		return 0, false, false // a mean of p-values is not a p-value
	case instance == experiment.AllInstances:
		return g.overall(contestant)
	case contestant == experiment.FriedmanP:
		v, has = g.friedman(instance)
		return v, false, has
	}
	c := g.cells[place{instance, contestant}]
	if c == nil {
		return 0, false, false
	}
	values, disturbed := c.values()
	return summarise(g.summary(), values), disturbed, true
}

// overall returns the mean over all instances.
func (g *grid) overall(contestant string) (v float64, disturbed, has bool) {
	var all []float64
	for _, i := range g.instances {
		v, busy, has := g.at(i, contestant)
		if !has {
			return 0, false, false
		}
		all, disturbed = append(all, v), disturbed || busy
	}
	v, err := stats.Mean(all)
	return v, disturbed, err == nil
}

// friedman returns the p-value of Friedman's test of all contestants on an instance, as the paper
// computes it: a block consists of the runs with the same number. It returns false if contestants
// that may build the same tours had the same seeds.
func (g *grid) friedman(instance string) (p float64, has bool) {
	if g.sharesSeeds() {
		return 0, false
	}
	samples := make([][]float64, len(g.contestants))
	first := g.cells[place{instance, g.contestants[0]}]
	for i, name := range g.contestants {
		c := g.cells[place{instance, name}]
		if c == nil || len(c.byRun) != len(first.byRun) {
			return 0, false
		}
		for _, number := range slices.Sorted(maps.Keys(first.byRun)) {
			v, made := c.byRun[number]
			if !made {
				return 0, false
			}
			samples[i] = append(samples[i], v)
		}
	}
	_, p, err := stats.Friedman(samples)
	return p, err == nil
}

// sharesSeeds reports whether all contestants had the same seeds, although the plan wants no pairs.
func (g *grid) sharesSeeds() bool { return g.former && !g.records[0].Paired }
