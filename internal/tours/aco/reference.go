package aco

import (
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Reference is the engine in Go and the specification of all other engines.
type Reference struct {
	in       *tsp.Instance // instance of the tours; on a path it also has a dummy
	trails   *trails
	improver *Improver // nil without local search
	seed     uint64
	threads  int

	walks [][]int32 // closed tours that ants have constructed, without a dummy
	// walks converted to tours of the instance; they differ if it has a dummy or fixed edges
	tours    []tsp.Tour
	lengths  []int64
	best     tsp.Tour
	batches  []*batch
	lockstep lockstep

	remembers bool        // whether there is a best tour
	before    *TrailState // trails before a cycle with local updates
}

// NewReference returns an engine for tours of an instance and its terrain. The number of threads
// affects only the speed. The improver may be nil.
func NewReference(in *tsp.Instance, t *Terrain, m *Improver, ants int, seed uint64, threads int) *Reference {
	threads = max(threads, 1)
	r := &Reference{
		in: in, trails: newTrails(t, threads), improver: m, seed: seed, threads: threads,
		walks: make([][]int32, ants), tours: make([]tsp.Tour, ants), lengths: make([]int64, ants),
		best: make(tsp.Tour, in.N()),
	}
	all := make([]int32, ants*t.N)
	for i := range r.walks {
		r.walks[i] = all[i*t.N:][:t.N:t.N]
		r.tours[i] = r.walks[i]
	}
	r.batches = make([]*batch, parallel.Threads(threads, ants, together))
	for i := range r.batches {
		r.batches[i] = newBatch(r.trails)
	}
	return r
}

// Lay implements Engine.
func (r *Reference) Lay(ctx context.Context, level float32) error {
	return r.trails.lay(ctx, level)
}

// Construct constructs the tours of all ants and computes their lengths.
func (r *Reference) Construct(ctx context.Context, cycle uint32) error {
	if err := r.build(ctx, cycle); err != nil {
		return err
	}
	return r.measure(ctx)
}

// build constructs all tours in parallel, or in the order that local updates require.
func (r *Reference) build(ctx context.Context, cycle uint32) error {
	ants := len(r.walks)
	if r.trails.Updates == Never {
		return r.walk(ctx, cycle, 0, ants)
	}
	if r.before == nil {
		r.before = &TrailState{}
	}
	r.trails.copyTo(r.before)
	wave := r.trails.WaveOf(ants)
	for from := 0; from < ants; from += wave {
		if err := r.buildWave(ctx, cycle, from, min(from+wave, ants)); err != nil {
			return err
		}
	}
	return nil
}

// buildWave constructs the tours of the ants from first to end-1, which walk at the same time, and
// makes their local updates.
func (r *Reference) buildWave(ctx context.Context, cycle uint32, first, end int) error {
	if r.trails.Lockstep() {
		return r.inStep(ctx, cycle, first, end)
	}
	if err := r.walk(ctx, cycle, first, end); err != nil || r.trails.Updates == Relaxed {
		return err
	}
	if err := r.wearAll(ctx, r.walks[first:end]); err != nil || end == len(r.walks) {
		return err // after the last wave, Reinforce updates the choices after the deposit
	}
	return r.trails.choose(context.WithoutCancel(ctx))
}

// Undo implements Engine.
func (r *Reference) Undo(context.Context) error {
	if r.trails.Updates == Never || r.before == nil {
		return nil
	}
	return r.trails.restore(r.before)
}

// walk constructs the tours of the ants from first to end-1.
func (r *Reference) walk(ctx context.Context, cycle uint32, first, end int) error {
	return parallel.Do(ctx, r.threads, (end-first+together-1)/together, 1, func(thread, i int) {
		from, to := first+i*together, min(first+(i+1)*together, end)
		r.batches[thread].walkAll(ctx, r.walks[from:to], r.seed, uint32(from), cycle)
	})
}

// measure converts the walks of the ants to tours of the instance and computes their lengths.
func (r *Reference) measure(ctx context.Context) error {
	plain := r.in.Plain()
	return parallel.Do(ctx, r.threads, len(r.walks), together, func(_, ant int) {
		if plain == nil {
			r.lengths[ant] = r.trails.space.Length(r.walks[ant])
			return
		}
		r.tours[ant] = plain.Fit(slices.Clone(r.walks[ant]))
		r.lengths[ant] = r.in.Length(r.tours[ant])
	})
}

// Improve implements Engine.
func (r *Reference) Improve(ctx context.Context) error {
	if r.improver == nil {
		return nil
	}
	return r.improver.Improve(ctx, r.tours, r.lengths)
}

// Fittest implements Engine.
func (r *Reference) Fittest(context.Context) (ant int, length int64, err error) {
	length = slices.Min(r.lengths)
	return slices.Index(r.lengths, length), length, nil
}

// Lengths implements Engine.
func (r *Reference) Lengths() ([]int64, error) { return r.lengths, nil }

// Tour implements Engine.
func (r *Reference) Tour(ant int, dst tsp.Tour) error {
	copy(dst, r.tours[ant])
	return nil
}

// Remember implements Engine.
func (r *Reference) Remember(t tsp.Tour) error {
	copy(r.best, t)
	r.remembers = t != nil
	if r.improver != nil {
		r.improver.Remember(t)
	}
	return nil
}

// Reinforce implements Engine.
func (r *Reference) Reinforce(ctx context.Context, d Deposit) error {
	t := r.best
	if d.Ant != Remembered {
		t = r.tours[d.Ant]
	}
	if p := r.in.Plain(); p != nil {
		t = p.Back(t)
	}
	return r.trails.reinforce(ctx, t, d)
}

// Branching implements Engine.
func (r *Reference) Branching(context.Context) (float64, error) {
	return r.trails.Branching(r.trails.Levels), nil
}

// Trails returns the trail levels in rows of Stride. Tests use Trails, Known and Choices to compare
// engines.
func (r *Reference) Trails() []float32 { return r.trails.Levels }

// Known returns the end cities of the trails in a selective memory, in rows of Ring.
func (r *Reference) Known() []int32 { return r.trails.Known }

// Choices returns the encoded weights by which ants choose, in rows of Places.
func (r *Reference) Choices() []uint32 { return r.trails.choice }

// Close does nothing.
func (r *Reference) Close() error { return nil }
