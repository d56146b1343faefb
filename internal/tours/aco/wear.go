package aco

import (
	"context"
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// This file implements the local update of ACS [ACS16 eq. 3]: an ant that uses an edge weakens its
// trail, τ ← (1-ρ)τ + ρτ₀. An edge that several ants use at the same time is updated once for each
// ant. The order of the ants does not matter, because every update is the same.

func (r *trails) wear() blend {
	return blend{1 - r.Wear, float32(r.Wear * r.Floor), math.MaxFloat32}
}

// wears reports whether an ant updates the k-th edge that it uses.
func (t *Terrain) wears(k int) bool { return k%t.Period == 0 }

// waveOf returns the number of ants that use the same trails, given the total number of ants.
func (t *Terrain) waveOf(ants int) int {
	if t.Wave == 0 || t.Updates == Relaxed {
		return ants
	}
	return t.Wave
}

// A lockstep holds the state of ants that take their steps together [ACS16 Fig. 2]. In each step,
// all ants choose by the same trails, and then the edges that they used are updated.
type lockstep struct {
	tabus  []tabu
	random []rng.Stream
}

// reset places each ant at its first city.
func (m *lockstep) reset(ctx context.Context, r *Reference, cycle uint32) error {
	if m.tabus == nil {
		m.tabus, m.random = make([]tabu, len(r.walks)), make([]rng.Stream, len(r.walks))
	}
	return parallel.Do(ctx, r.threads, len(r.walks), together, func(_, ant int) {
		if m.tabus[ant] == nil {
			m.tabus[ant] = newTabu(r.trails.Tabu, r.trails.N)
		}
		m.tabus[ant].Reset()
		m.random[ant] = rng.At(r.seed, uint32(ant), cycle)
		r.walks[ant][0] = r.trails.first(m.draw(ant))
		m.tabus[ant].Mark(r.walks[ant][0])
	})
}

// draw returns the random words of an ant's next step.
func (m *lockstep) draw(ant int) [2]uint32 {
	return [2]uint32{m.random[ant].Uint32(), m.random[ant].Uint32()}
}

// inStep constructs all tours in lockstep.
func (r *Reference) inStep(ctx context.Context, cycle uint32) error {
	if err := r.lockstep.reset(ctx, r, cycle); err != nil {
		return err
	}
	for step := 1; step <= r.trails.N; step++ {
		if step < r.trails.N { // the last step only closes the tours
			if err := r.advance(ctx, step); err != nil {
				return err
			}
		}
		if err := r.wearStep(ctx, step); err != nil {
			return err
		}
	}
	return nil
}

// advance lets every ant choose its next city by the same trails.
func (r *Reference) advance(ctx context.Context, step int) error {
	return parallel.Do(ctx, r.threads, len(r.walks), 8*together, func(thread, ant int) {
		w := r.batches[thread].construction
		w.tabu = r.lockstep.tabus[ant]
		to := w.next(r.walks[ant][step-1], r.lockstep.draw(ant))
		r.walks[ant][step] = to
		w.tabu.Mark(to)
	})
}

// wornAtOnce is the number of edges that are updated between two checks of the context.
const wornAtOnce = 1 << 14

// wearStep updates the trails of the edges that ants used in the given step.
func (r *Reference) wearStep(ctx context.Context, step int) error {
	if !r.trails.wears(step) {
		return ctx.Err()
	}
	wear, both := r.trails.wear(), r.trails.Instance.Symmetric()
	for ant, walk := range r.walks {
		if ant%wornAtOnce == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		from, to := walk[step-1], walk[step%len(walk)]
		r.trails.renew(from, to, wear)
		if both {
			r.trails.renew(to, from, wear)
		}
	}
	return nil
}

// wearAll updates the trails of the edges of the given tours. It updates the edges of each city in
// the order of ants and, for one ant, in the order of use. It counts all updates, and separately
// the updates of edges that had a trail.
//
// Each thread reads all tours and updates the edges of its own cities.
func (r *Reference) wearAll(ctx context.Context, walks [][]int32) error {
	wear, n := r.trails.wear(), r.trails.N
	both := r.trails.Instance.Symmetric()
	share := (n-1)/r.threads + 1
	hits := make([]hitCounts, parallel.Threads(r.threads, n, share))
	atOnce := max(1, wornAtOnce/n)
	err := parallel.Ranges(ctx, r.threads, n, share, func(thread, first, end int) error {
		from, to := int32(first), int32(end)
		h := &hits[thread]
		for ant, walk := range walks {
			if ant%atOnce == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			for step := r.trails.Period; step <= n; step += r.trails.Period {
				a, b := walk[step-1], walk[step%n]
				if a >= from && a < to {
					h.add(r.trails.renew(a, b, wear))
				}
				if both && b >= from && b < to {
					h.add(r.trails.renew(b, a, wear))
				}
			}
		}
		return nil
	})
	for _, h := range hits {
		r.trails.hits.hit += h.hit
		r.trails.hits.all += h.all
	}
	return err
}

// hitCounts counts updates (all) and updates of edges that had a trail (hit) [ACS16 Fig. 6]. It
// counts global updates and the local updates of waves.
type hitCounts struct{ hit, all int }

func (h *hitCounts) add(hit bool) {
	h.all++
	if hit {
		h.hit++
	}
}

// level returns the level of a trail. With relaxed updates, the level may change at any time.
func (r *trails) level(at int) float32 {
	if r.Updates == Relaxed {
		return math.Float32frombits(atomic.LoadUint32(bitsOf(&r.Levels[at])))
	}
	return r.Levels[at]
}

// wearNow updates the edge of a step immediately. A concurrent update by another ant may be lost,
// which [ACS16 §3.1.2] accepts.
func (r *trails) wearNow(step int, from, to int32) {
	if !r.wears(step) {
		return
	}
	r.wearTrail(from, to)
	if r.Instance.Symmetric() {
		r.wearTrail(to, from)
	}
}

func (r *trails) wearTrail(from, to int32) {
	if at := r.edge(from, to); at != none {
		atomic.StoreUint32(bitsOf(&r.Levels[at]), math.Float32bits(r.wear().of(r.level(at))))
	}
}

// bitsOf returns a pointer to a level as a word, for atomic loads and stores.
func bitsOf(level *float32) *uint32 { return (*uint32)(unsafe.Pointer(level)) }

// relaxed constructs the tour of an ant and updates each edge when the ant uses it.
func (s *batch) relaxed(walk []int32, seed uint64, ant, cycle uint32) {
	step := 0
	s.walk(walk, seed, ant, cycle, func(from int32, draw [2]uint32) int32 {
		to := s.next(from, draw)
		step++
		s.wearNow(step, from, to)
		return to
	})
	if n := len(walk); n > 1 {
		s.wearNow(n, walk[n-1], walk[0])
	}
}
