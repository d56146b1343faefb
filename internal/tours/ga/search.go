package ga

import (
	"context"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/record"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// GA is a genetic algorithm, a search.Searcher over plain closed tours. The first steps create the
// pool; after that, each step is a generation.
//
// An interrupted step is not repeated: the next step continues it and creates the same genes.
type GA struct {
	record.Record
	in       *tsp.Instance
	plan     *plan
	engine   Engine
	pool     *pool
	improver *improver // nil if generations have no local search

	generation uint32
	made       int   // number of genes created so far
	stage      stage // stage of this generation
	// amount of work completed in this stage: genes improved, or children created and, when all
	// children exist, Params.Genes plus the number of genes that may have mutated
	done   int
	spared []int32 // best gene of each group, which does not mutate; nil unless genes are mutating

	lengths []int64 // gene lengths at the last call of Engine.Lengths
}

// A stage is a part of a generation that can be interrupted.
type stage int32

// Stages of a generation.
const (
	competing stage = iota
	crossing
	improving
	stages
)

// New starts a search on an engine, which it does not close. The first gene is derived from the
// start tour. The lists contain the neighbours for local search and greedy genes. The number of
// threads affects only the speed.
func New(in *tsp.Instance, l *near.Lists, start tsp.Tour, p Params, seed uint64, e Engine, threads int) (*GA, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	// local search relies on a valid tour that contains the fixed edges
	if err := tours.CheckFixed(in, start); err != nil {
		return nil, fmt.Errorf("start tour: %w", err)
	}
	plan := newPlan(p, in.N(), seed)
	s := &GA{
		Record: record.New(in, start), in: in, plan: plan, engine: e, pool: newPool(in, l, start, plan, threads),
		lengths: make([]int64, p.Genes),
	}
	if op, err := lk.ParseOperator(p.LocalSearch); err == nil { // "none" is no operator
		s.improver = newImprover(in, l, op, p.Rounds, e, threads)
	}
	return s, nil
}

// Step creates a part of the pool, or runs the next generation.
func (s *GA) Step(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		err = s.step(ctx)
	}
	if search.Ended(err) {
		if fault := s.keepBest(context.WithoutCancel(ctx), s.KeepAside); fault != nil {
			return fault
		}
	}
	return err
}

func (s *GA) step(ctx context.Context) error {
	if !s.Populated() {
		return s.populate(ctx)
	}
	for ; s.stage < stages; s.stage, s.done = s.stage+1, 0 {
		if err := s.runStage(ctx); err != nil {
			return err
		}
	}
	// The rest is short, so ctx does not interrupt it.
	ctx = context.WithoutCancel(ctx)
	if err := s.keepBest(ctx, s.Keep); err != nil {
		return err
	}
	if err := s.engine.Copy(ctx, s.plan.transfers(s.lengths, s.generation)); err != nil {
		return err
	}
	s.generation, s.stage = s.generation+1, competing
	return nil
}

// runStage completes the current stage.
func (s *GA) runStage(ctx context.Context) error {
	switch s.stage {
	case competing:
		return s.compete(context.WithoutCancel(ctx))
	case crossing:
		if err := s.cross(ctx); err != nil {
			return err
		}
		return s.mutate(ctx)
	default:
		return s.improve(ctx)
	}
}

func (s *GA) compete(ctx context.Context) error {
	if order := s.plan.order(s.generation); order != nil {
		if err := s.engine.Arrange(ctx, order); err != nil {
			return err
		}
	}
	return s.engine.Compete(ctx)
}

// cross creates the missing children.
func (s *GA) cross(ctx context.Context) error {
	if s.done >= s.plan.Genes {
		return nil
	}
	all := s.plan.crossings(s.generation)
	done, err := s.engine.Cross(ctx, all[min(s.done, len(all)):])
	if s.done += done; err == nil {
		s.done = s.plan.Genes
	}
	return err
}

// mutate mutates the remaining genes.
func (s *GA) mutate(ctx context.Context) error {
	if s.plan.Mutation == 0 {
		return nil
	}
	whole := context.WithoutCancel(ctx) // a part is short, so ctx does not interrupt it
	if s.spared == nil {
		if err := s.engine.Lengths(whole, s.lengths); err != nil {
			return err
		}
		s.spared = s.plan.best(s.lengths)
	}
	for s.done < 2*s.plan.Genes {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		from := s.done - s.plan.Genes
		end := min(from+s.plan.mutateAtOnce(), s.plan.Genes)
		if err := s.engine.Mutate(whole, s.plan.reversals(s.spared, from, end, s.generation)); err != nil {
			return err
		}
		s.done = s.plan.Genes + end
	}
	s.spared = nil
	return nil
}

// improve does local search on children, or on the best gene of each group.
func (s *GA) improve(ctx context.Context) error {
	if s.improver == nil {
		return nil
	}
	jobs, err := s.jobs(context.WithoutCancel(ctx))
	if err != nil {
		return err
	}
	done, err := s.improver.improve(ctx, jobs[min(s.done, len(jobs)):])
	s.done += done
	return err
}

// jobs returns the genes to improve in this generation.
func (s *GA) jobs(ctx context.Context) (all []job, err error) {
	if s.plan.Improves == "children" {
		for _, c := range s.plan.crossings(s.generation) {
			all = append(all, job{c.Child, &c.Parents, s.plan.random(forKicks, uint32(c.Child), s.generation)})
		}
		return all, nil
	}
	if err := s.engine.Lengths(ctx, s.lengths); err != nil {
		return nil, err
	}
	for g, from := range s.plan.first[:s.plan.Groups] {
		best := fittest(s.lengths, from, s.plan.first[g+1])
		all = append(all, job{gene: best, random: s.plan.random(forKicks, uint32(g), s.generation)})
	}
	return all, nil
}

// Populated reports whether the pool is complete and the next step is a generation.
func (s *GA) Populated() bool { return s.made == s.plan.Genes }

// keepBest passes the best gene to keep.
func (s *GA) keepBest(ctx context.Context, keep func(length int64, copyTo func(tsp.Tour) error) error) error {
	if s.made == 0 {
		return nil
	}
	if err := s.engine.Lengths(ctx, s.lengths); err != nil {
		return err
	}
	best := fittest(s.lengths, 0, int32(s.made))
	return keep(s.lengths[best], func(t tsp.Tour) error { return s.engine.Gene(int(best), t) })
}

// Immigrate replaces the worst winner with t if t is shorter than the best tour so far. If there
// are no genes yet, the first gene will be derived from t.
func (s *GA) Immigrate(t tsp.Tour) (bool, error) {
	if shorter, err := s.Adopt(t); !shorter {
		return false, err
	}
	if s.made == 0 {
		s.pool.start = slices.Clone(t)
		return true, nil
	}
	gene, err := s.worst()
	if err != nil {
		return false, err
	}
	return true, s.engine.Put(gene, t)
}

// worst returns the longest gene in the first halves of all groups. The genes in the second halves
// may be about to be replaced.
func (s *GA) worst() (int, error) {
	if err := s.engine.Lengths(context.Background(), s.lengths); err != nil {
		return 0, err
	}
	worst := 0
	for g, from := range s.plan.first[:s.plan.Groups] {
		half := (s.plan.first[g+1] - from + 1) / 2
		for gene := int(from); gene < min(int(from+half), s.made); gene++ {
			if s.lengths[gene] > s.lengths[worst] {
				worst = gene
			}
		}
	}
	return worst, nil
}
