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

// A pool creates the first genes.
type pool struct {
	in    *tsp.Instance
	lists *near.Lists
	start tsp.Tour
	plan  *plan
	// approximate number of cities in the genes that a step creates, unless the step creates all
	// genes
	cities  int
	threads []*maker
}

// A maker creates genes on one thread.
type maker struct {
	*pool
	improver *lk.Improver // created when first needed
	family   *Reference   // random genes for breeding; created when first needed
}

func newPool(in *tsp.Instance, l *near.Lists, first tsp.Tour, p *plan, threads int) *pool {
	s := &pool{in: in, lists: l, start: first, plan: p, cities: 200_000, threads: make([]*maker, max(threads, 1))}
	s.release()
	return s
}

// atOnce returns the number of genes that a step creates. Random genes are created in one step.
func (s *pool) atOnce() int {
	if s.plan.Pool == "random" {
		return s.plan.Genes
	}
	return max(2, s.cities/s.in.N())
}

// release replaces the makers, which frees their memory.
func (s *pool) release() {
	for i := range s.threads {
		s.threads[i] = &maker{pool: s}
	}
}

// populate creates the next genes of the pool.
func (s *GA) populate(ctx context.Context) error {
	// Steps end at fixed gene numbers, even if the last step was interrupted.
	atOnce := s.pool.atOnce()
	end := min((s.made/atOnce+1)*atOnce, s.plan.distinct())
	for s.made < end {
		made := make([]tsp.Tour, min(len(s.pool.threads), end-s.made))
		err := parallel.Ranges(ctx, len(made), len(made), 1, func(thread, i, _ int) (err error) {
			made[i], err = s.pool.threads[thread].gene(ctx, s.made+i)
			return err
		})
		if err != nil {
			return err
		}
		for _, t := range made {
			if err := s.engine.Put(s.made, t); err != nil {
				return err
			}
			s.made++
		}
	}
	if s.made >= s.plan.distinct() {
		if err := s.multiply(ctx); err != nil {
			return err
		}
		s.pool.release()
	}
	return s.keepBest(context.WithoutCancel(ctx), s.Keep)
}

// multiply copies the genes until the pool is complete [GA16 Table 4].
func (s *GA) multiply(ctx context.Context) error {
	t := make(tsp.Tour, s.in.N())
	for distinct := s.plan.distinct(); s.made < s.plan.Genes; s.made++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := s.engine.Gene(s.made%distinct, t); err != nil {
			return err
		}
		if err := s.engine.Put(s.made, t); err != nil {
			return err
		}
	}
	return nil
}

// gene creates a gene. It derives gene 0 from the start tour.
//
// Deviation: the first gene of ga16 is therefore random only if the start tour is. The start tour
// is random unless the caller provides a different one.
func (m *maker) gene(ctx context.Context, number int) (tsp.Tour, error) {
	random := m.plan.random(forPool, uint32(number), 0)
	op, none := lk.ParseOperator(m.plan.Pool)
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
			t, err = m.breed(ctx, &random)
		default:
			t, err = m.greedy(ctx, t, &random)
		}
	}
	if none == nil && err == nil {
		m.improver.Improve(ctx, t, int(math.Ceil(m.plan.Effort*float64(len(t)))), nil)
		err = ctx.Err()
	}
	return t, err
}

// Number of random genes in a family, and number of generations in which BCSCX breeds one gene from
// them.
const (
	familySize        = 16
	familyGenerations = 8
)

// breed returns the best gene that BCSCX breeds from random genes [GA16 §4].
//
// Deviation: the paper does not say for how many generations BCSCX runs before 2-opt. Genes must
// not be related to each other, so each is bred from different random genes.
func (m *maker) breed(ctx context.Context, random *rng.Stream) (tsp.Tour, error) {
	p := Params{Genes: familySize, Groups: 1, Crossover: "bcscx", Rivals: "next", Winners: m.plan.Winners}
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

// greedy returns a blurred greedy tour. For paths, fixed edges and asymmetric instances, it instead
// kicks t at random cities and returns t.
func (m *maker) greedy(ctx context.Context, t tsp.Tour, random *rng.Stream) (tsp.Tour, error) {
	if m.in.Plain() == nil && m.in.Symmetric() {
		return start.Blurred(ctx, m.in, m.lists, random)
	}
	const citiesPerKick = 10
	m.improver.Kick(ctx, t, len(t)/citiesPerKick, kick, random)
	return t, ctx.Err()
}
