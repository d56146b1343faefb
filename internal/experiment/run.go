package experiment

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// A Run is one contestant on one instance with one seed.
type Run struct {
	Instance   string // as named in the plan or matched by a glob
	Contestant Contestant
	Number     int // 1, 2, 3, … among the runs of the contestant on the instance
	Seed       uint64
	Paired     bool // whether the run of every contestant with this number has the same seed
	Limits     Limits
	Warmup     int // number of warm-up runs before the first run of the contestant on the instance
}

// InstanceName returns the name of an instance without its folder and extension.
func InstanceName(instance string) string {
	name := path.Base(filepath.ToSlash(unpack.Name(instance)))
	return strings.TrimSuffix(name, path.Ext(name))
}

// Schedule returns the runs of a plan on instances, in order. The contestants alternate on each
// instance, so that they have the same machine load. Each round starts with a different contestant.
func (p *Plan) Schedule(instances []string) []Run {
	all := p.expanded()
	var runs []Run
	for round, seed := range p.seeds() {
		for at, instance := range instances {
			name := InstanceName(instance)
			for i := range all {
				c := all[(i+round+at)%len(all)]
				if len(c.Instances) > 0 && !slices.Contains(c.Instances, name) {
					continue
				}
				limits := c.Limits.or(p.Instance[name].or(p.Limits))
				r := Run{instance, c, round + 1, seed, p.pairs(), limits, p.warmup(c)}
				if !r.Paired {
					r.Seed = r.ownSeed()
				}
				runs = append(runs, r)
			}
		}
	}
	return runs
}

// Names returns the names of the contestants in plan order.
func (p *Plan) Names() []string {
	return list.Map(p.expanded(), func(c Contestant) string { return c.Name })
}

// expanded returns the contestants, with a copy for each engine and number of threads.
func (p *Plan) expanded() []Contestant {
	var all []Contestant
	for _, c := range p.Contestants {
		c.complete()
		for _, e := range either(c.Engine, p.Engines) {
			for _, j := range either(c.Threads, p.Threads) {
				d := c
				d.Engine, d.Threads = e, j
				if c.Engine == "" && len(p.Engines) > 1 {
					d.Name += " " + e
				}
				if c.Threads == 0 && len(p.Threads) > 1 {
					d.Name += fmt.Sprintf(" -j %d", j)
				}
				all = append(all, d)
			}
		}
	}
	return all
}

// either returns the contestant's own value if it is set, or else the values of the plan.
func either[T comparable](own T, plan []T) []T {
	var none T
	if own != none || len(plan) == 0 {
		return []T{own}
	}
	return plan
}
