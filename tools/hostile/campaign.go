package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A kind of cases.
type kind struct {
	name   string
	weight int // how often it occurs, relative to the others
	run    func(*attempt)
}

var allKinds = []kind{
	{"tours", 32, tours},
	{"claims of optimality", 10, claims},
	{"other problems", 14, problems},
	{"numbers of threads", 6, threads},
	{"outputs", 6, outputs},
	{"conversions", 6, conversions},
	{"damaged instances", 14, damagedInstances},
	{"damaged solutions", 5, damagedSolutions},
	{"damaged checkpoints", 3, damagedCheckpoints},
	{"damaged plans and records", 3, damagedExperiments},
	{"kills", 4, kills},
	{"mistakes", 5, mistakes},
}

// engines is the kind of cases that need a device.
var engines = kind{"engines", 3, compareEngines}

// selected returns the kinds of cases that the options ask for.
func selected(o options) (kinds []kind) {
	all := allKinds
	if o.devices {
		all = append([]kind{engines}, all...)
	}
	for _, k := range all {
		if o.kinds.MatchString(k.name) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// A campaign runs cases until its time is over.
type campaign struct {
	options
	algorithms []algorithm
	kinds      []kind
	began      time.Time
	quiet      sync.RWMutex // held alone to measure time without other cases

	mu       sync.Mutex
	next     uint64
	tallies  map[string]*tally
	findings []finding
}

// A finding is something wrong.
type finding struct {
	number uint64
	kind   string
	what   string
	folder string
}

func (c *campaign) run(ctx context.Context, w io.Writer) {
	if c.only >= 0 {
		c.one(ctx, uint64(c.only), w)
		return
	}
	ctx, cancel := context.WithDeadline(ctx, c.began.Add(c.length))
	defer cancel()
	var all sync.WaitGroup
	for range c.jobs {
		all.Go(func() {
			for number, ok := c.take(ctx); ok; number, ok = c.take(ctx) {
				c.one(context.WithoutCancel(ctx), number, io.Discard)
			}
		})
	}
	all.Wait()
}

// take returns the number of the next case, or false if the campaign is over.
func (c *campaign) take(ctx context.Context) (uint64, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ctx.Err() != nil || (c.cases > 0 && c.next >= c.cases) {
		return 0, false
	}
	c.next++
	return c.next - 1, true
}

// one runs one case. It keeps the files of a case with a finding.
func (c *campaign) one(ctx context.Context, number uint64, commands io.Writer) {
	a := c.prepare(ctx, number, filepath.Join(c.folder, fmt.Sprint(number)))
	a.commands = commands
	if err := os.MkdirAll(a.folder, 0o755); err != nil {
		a.found("%v", err)
	}
	k := c.pick(a.Rand)
	k.run(a)
	if len(a.wrong) == 0 {
		if err := os.RemoveAll(a.folder); err != nil {
			a.found("%v", err)
		}
	}
	c.add(number, k.name, a)
}

// prepare returns a case that has not run.
func (c *campaign) prepare(ctx context.Context, number uint64, folder string) *attempt {
	return &attempt{campaign: c, ctx: ctx, Rand: rand.New(rand.NewPCG(c.seed, number)), folder: folder}
}

// pick chooses a kind by the weights.
func (c *campaign) pick(r *rand.Rand) kind {
	sum := 0
	for _, k := range c.kinds {
		sum += k.weight
	}
	at := r.IntN(sum)
	for _, k := range c.kinds {
		if at -= k.weight; at < 0 {
			return k
		}
	}
	panic("unreachable")
}
