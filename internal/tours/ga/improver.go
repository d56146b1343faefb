package ga

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An improver does local search on the genes of an engine, on host threads, and then kicks them, so
// that the search continues when all genes are similar.
type improver struct {
	in      *tsp.Instance
	engine  Engine
	kicks   int
	threads []*lk.Improver
	slots   []*slot
}

// A job is a gene to improve. If its parents are known, the search starts at the edges that neither
// parent contains.
type job struct {
	gene    int32
	parents *[2]int32
	random  rng.Stream // random numbers for kicks
}

// A slot is the memory for one job.
type slot struct {
	gene    tsp.Tour
	parents [2]tsp.Tour
	nodes   crosser
}

// slotsAtOnce is the number of genes that each thread improves before the genes are written back to
// the engine.
const slotsAtOnce = 4

func newImprover(in *tsp.Instance, l *near.Lists, op lk.Operator, rounds float64, e Engine, threads int) *improver {
	m := &improver{in: in, engine: e, kicks: int(math.Ceil(rounds * float64(in.N()))), threads: make([]*lk.Improver, max(threads, 1))}
	for i := range m.threads {
		m.threads[i] = lk.NewImprover(in, l, op)
	}
	return m
}

// improve does jobs in order. If ctx is cancelled, the first done jobs are complete, and the genes
// of the others are unchanged.
func (m *improver) improve(ctx context.Context, jobs []job) (done int, err error) {
	atOnce := slotsAtOnce * len(m.threads)
	for done < len(jobs) {
		part := jobs[done:min(done+atOnce, len(jobs))]
		if err := m.batch(ctx, part); err != nil {
			return done, err
		}
		done += len(part)
	}
	return done, nil
}

// batch improves all of the genes or none of them.
func (m *improver) batch(ctx context.Context, jobs []job) error {
	for len(m.slots) < len(jobs) {
		m.slots = append(m.slots, &slot{gene: make(tsp.Tour, m.in.N())})
	}
	for i, j := range jobs {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := m.slots[i].load(m.engine, j); err != nil {
			return err
		}
	}
	err := parallel.Do(ctx, len(m.threads), len(jobs), 1, func(thread, i int) {
		s := m.slots[i]
		var queue func(c lk.Chain)
		if jobs[i].parents != nil {
			queue = func(c lk.Chain) { m.queue(c, s) }
		}
		m.threads[thread].Improve(ctx, s.gene, 0, queue)
		m.threads[thread].Iterate(ctx, s.gene, m.kicks, kick, &jobs[i].random)
	})
	if err == nil {
		err = ctx.Err() // a search may have stopped early
	}
	for i := 0; err == nil && i < len(jobs); i++ {
		err = m.engine.Put(int(jobs[i].gene), m.slots[i].gene)
	}
	return err
}

// load fetches the gene of a job and its parents.
func (s *slot) load(e Engine, j job) error {
	if err := e.Gene(int(j.gene), s.gene); err != nil || j.parents == nil {
		return err
	}
	if s.nodes.nodes == nil {
		n := len(s.gene)
		s.parents, s.nodes.nodes = [2]tsp.Tour{make(tsp.Tour, n), make(tsp.Tour, n)}, make([]node, n)
	}
	for i, parent := range j.parents {
		if err := e.Gene(int(parent), s.parents[i]); err != nil {
			return err
		}
		s.nodes.link(s.parents[i], i)
	}
	return nil
}

// queue queues the cities at the ends of the edges that neither parent contains.
func (m *improver) queue(c lk.Chain, s *slot) {
	before := s.gene[len(s.gene)-1]
	for _, city := range s.gene {
		if !s.nodes.adjacent(before, city, m.in.Symmetric()) {
			c.Queue(before)
			c.Queue(city)
		}
		before = city
	}
}

// kick is a double bridge in a short section.
var kick = lk.Kick{Size: 50}

// adjacent reports whether either parent contains the edge from one city to another.
func (x *crosser) adjacent(from, to int32, symmetric bool) bool {
	n := &x.nodes[from]
	return n.next[0] == to || n.next[1] == to || symmetric && (n.prev[0] == to || n.prev[1] == to)
}
