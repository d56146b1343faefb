package ga

import (
	"context"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A pool makes the first genes.
type pool struct {
	in      *tsp.Instance
	lists   *near.Lists
	start   tsp.Tour
	plan    *plan
	cities  int // of the genes that a step makes, if it is not all of them
	threads []*maker
}

// A maker makes genes on one thread.
type maker struct {
	*pool
	improver *lk.Improver // made when first needed …
	family   *Reference   // … and random genes, of which one is bred
}

func newPool(in *tsp.Instance, l *near.Lists, first tsp.Tour, p *plan, threads int) *pool {
	s := &pool{in: in, lists: l, start: first, plan: p, cities: 200_000, threads: make([]*maker, max(threads, 1))}
	s.rest()
	return s
}

// atOnce is how many genes a step makes. Random ones are all made in one step.
func (s *pool) atOnce() int {
	if s.plan.Pool == "random" {
		return s.plan.Genes
	}
	return max(2, s.cities/s.in.N())
}

// rest gives the memory of the makers back.
func (s *pool) rest() {
	for i := range s.threads {
		s.threads[i] = &maker{pool: s}
	}
}

// populate makes genes of the pool.
func (s *GA) populate(ctx context.Context) error {
	// Steps end at the same genes wherever the last one was cut short.
	atOnce := s.pool.atOnce()
	end := min((s.born/atOnce+1)*atOnce, s.plan.distinct())
	for s.born < end {
		made := make([]tsp.Tour, min(len(s.pool.threads), end-s.born))
		faults := make([]error, len(made))
		err := parallel.Do(ctx, len(made), len(made), 1, func(thread, i int) {
			made[i], faults[i] = s.pool.threads[thread].gene(ctx, s.born+i)
		})
		for i := 0; err == nil && i < len(made); i++ {
			if err = faults[i]; err == nil {
				if err = s.engine.Put(s.born, made[i]); err == nil {
					s.born++
				}
			}
		}
		if err != nil {
			return err
		}
	}
	ctx = context.WithoutCancel(ctx)
	if s.born == s.plan.distinct() {
		if err := s.multiply(); err != nil {
			return err
		}
		s.pool.rest()
	}
	return s.look(ctx, s.Keep)
}

// multiply copies the genes until the pool is complete [GA16 Table 4].
func (s *GA) multiply() error {
	t := make(tsp.Tour, s.in.N())
	for distinct := s.plan.distinct(); s.born < s.plan.Genes; s.born++ {
		if err := s.engine.Gene(s.born%distinct, t); err != nil {
			return err
		}
		if err := s.engine.Put(s.born, t); err != nil {
			return err
		}
	}
	return nil
}

// gene makes a gene. The first one comes from the start tour.
//
// Deviation: so the first gene of ga16 is random only if the start tour is, which it is
// unless somebody gives another one.
func (m *maker) gene(ctx context.Context, number int) (tsp.Tour, error) {
	random := m.plan.random(forPool, uint32(number), 0)
	op, improves := m.plan.poolOperator()
	if m.improver == nil {
		m.improver = lk.NewImprover(m.in, m.lists, op)
	}
	t := slices.Clone(m.start)
	var err error
	if number > 0 {
		switch m.plan.Pool {
		case "random":
			random.Shuffle(t)
			t = fitted(m.in, t)
		case "2opt":
			t, err = m.bred(ctx, &random)
		default:
			t, err = m.greedy(ctx, t, &random)
		}
	}
	if improves && err == nil {
		m.improver.Improve(ctx, t, int(math.Ceil(m.plan.Effort*float64(len(t)))), nil)
		err = ctx.Err()
	}
	return t, err
}

// A family is so many random genes, of which BCSCX breeds one in so many generations.
const (
	familySize        = 16
	familyGenerations = 8
)

// bred is the best child of random genes by BCSCX [GA16 §4].
//
// Deviation: the paper does not say how many generations BCSCX took before 2-opt. The
// genes must not be related to each other, so each is bred from random genes of its own.
func (m *maker) bred(ctx context.Context, random *rng.Stream) (tsp.Tour, error) {
	p := Params{Genes: familySize, Groups: 1, Crossover: "bcscx", Rivals: "next"}
	if m.family == nil {
		m.family = NewReference(m.in, p, 1)
	}
	t := slices.Clone(m.start)
	for i := range familySize {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		random.Shuffle(t)
		if err := m.family.Put(i, fitted(m.in, t)); err != nil {
			return nil, err
		}
	}
	family := newPlan(p, m.in.N(), random.Uint64())
	for generation := range uint32(familyGenerations) {
		if err := m.family.Arrange(ctx, family.order(generation)); err != nil {
			return nil, err
		}
		if err := m.family.Compete(ctx); err != nil {
			return nil, err
		}
		if _, err := m.family.Cross(ctx, family.crossings(generation)); err != nil {
			return nil, err
		}
	}
	return t, m.family.Gene(int(fittest(m.family.lengths, 0, familySize)), t)
}

// greedy is the start tour of greedy edges whose lengths are not quite true. Where
// there are no such tours, the start tour is kicked all over.
func (m *maker) greedy(ctx context.Context, t tsp.Tour, random *rng.Stream) (tsp.Tour, error) {
	if m.in.Plain() == nil && m.in.Symmetric() {
		return start.Blurred(ctx, m.in, m.lists, random)
	}
	const apart = 10 // cities a kick
	m.improver.Kick(ctx, t, len(t)/apart, kick, random)
	return t, ctx.Err()
}
