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
	cities  int // in the genes that a step makes, unless it makes all
	threads []*maker
}

// A maker makes genes on one thread.
type maker struct {
	*pool
	improver *lk.Improver // made when first needed
	family   *Reference   // random genes to breed from; made when first needed
}

func newPool(in *tsp.Instance, l *near.Lists, first tsp.Tour, p *plan, threads int) *pool {
	s := &pool{in: in, lists: l, start: first, plan: p, cities: 200_000, threads: make([]*maker, max(threads, 1))}
	s.release()
	return s
}

// atOnce returns how many genes a step makes: all, if they are random.
func (s *pool) atOnce() int {
	if s.plan.Pool == "random" {
		return s.plan.Genes
	}
	return max(2, s.cities/s.in.N())
}

// release frees the memory of the makers.
func (s *pool) release() {
	for i := range s.threads {
		s.threads[i] = &maker{pool: s}
	}
}

// populate makes genes of the pool.
func (s *GA) populate(ctx context.Context) error {
	// Steps end at the same genes, wherever the last one was interrupted.
	atOnce := s.pool.atOnce()
	end := min((s.made/atOnce+1)*atOnce, s.plan.distinct())
	for s.made < end {
		made := make([]tsp.Tour, min(len(s.pool.threads), end-s.made))
		faults := make([]error, len(made))
		err := parallel.Do(ctx, len(made), len(made), 1, func(thread, i int) {
			made[i], faults[i] = s.pool.threads[thread].gene(ctx, s.made+i)
		})
		for i := 0; err == nil && i < len(made); i++ {
			if err = faults[i]; err == nil {
				if err = s.engine.Put(s.made, made[i]); err == nil {
					s.made++
				}
			}
		}
		if err != nil {
			return err
		}
	}
	ctx = context.WithoutCancel(ctx)
	if s.made == s.plan.distinct() {
		if err := s.multiply(); err != nil {
			return err
		}
		s.pool.release()
	}
	return s.keepBest(ctx, s.Keep)
}

// multiply copies the genes until the pool is complete [GA16 Table 4].
func (s *GA) multiply() error {
	t := make(tsp.Tour, s.in.N())
	for distinct := s.plan.distinct(); s.made < s.plan.Genes; s.made++ {
		if err := s.engine.Gene(s.made%distinct, t); err != nil {
			return err
		}
		if err := s.engine.Put(s.made, t); err != nil {
			return err
		}
	}
	return nil
}

// gene makes a gene. The first is made from the start tour.
//
// Deviation: the first gene of ga16 is therefore random only if the start tour is, as it is
// unless the caller provides another.
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
			t, err = m.breed(ctx, &random)
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

// The size of a family of random genes, and the generations in which BCSCX breeds one gene.
const (
	familySize        = 16
	familyGenerations = 8
)

// breed returns the best child of random genes by BCSCX [GA16 §4].
//
// Deviation: the paper does not say how many generations BCSCX runs before 2-opt. Genes
// must not be related to each other, so each is bred from its own random genes.
func (m *maker) breed(ctx context.Context, random *rng.Stream) (tsp.Tour, error) {
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

// greedy returns a blurred greedy tour. On paths, with fixed edges and on asymmetric
// instances it kicks the start tour everywhere instead.
func (m *maker) greedy(ctx context.Context, t tsp.Tour, random *rng.Stream) (tsp.Tour, error) {
	if m.in.Plain() == nil && m.in.Symmetric() {
		return start.Blurred(ctx, m.in, m.lists, random)
	}
	const citiesPerKick = 10
	m.improver.Kick(ctx, t, len(t)/citiesPerKick, kick, random)
	return t, ctx.Err()
}
