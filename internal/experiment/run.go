package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// A Run is one contestant on one instance with one seed.
type Run struct {
	Instance   string     `json:"instance"` // as the plan says it, or as a glob found it
	Contestant Contestant `json:"contestant"`
	Seed       uint64     `json:"seed"`
	Limits     Limits     `json:"limits"`
}

// Key tells runs apart: two of one key do the same.
func (r Run) Key() string {
	r.Contestant.Instances = nil // the run follows from them, and does not depend on them
	text, err := json.Marshal(r)
	if err != nil {
		panic("experiment: a run that is no JSON: " + err.Error()) // its fields are plain
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// InstanceName is an instance without folder and ending.
func InstanceName(instance string) string {
	name := path.Base(filepath.ToSlash(unpack.Name(instance)))
	return strings.TrimSuffix(name, path.Ext(name))
}

// Schedule lists the runs of a plan on instances in the order in which they are made. The
// contestants take turns on each instance, so that they meet the machine in the same mood,
// and another one begins in each round; a round is a seed.
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
				runs = append(runs, Run{instance, c, seed, limits})
			}
		}
	}
	return runs
}

// Names are those of the contestants, in the order of the plan.
func (p *Plan) Names() []string {
	var names []string
	for _, c := range p.expanded() {
		names = append(names, c.Name)
	}
	return names
}

// expanded are the contestants, one for each engine and number of threads.
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

// either is what a contestant says, or else what the plan says.
func either[T comparable](own T, plan []T) []T {
	var none T
	if own != none || len(plan) == 0 {
		return []T{own}
	}
	return plan
}
