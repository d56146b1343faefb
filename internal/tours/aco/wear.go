package aco

import (
	"context"
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
)

// This file implements the local update of ACS [ACS16 eq. 3]: an ant that uses an edge weakens its
// trail, τ ← (1-ρ)τ + ρτ₀. Unless updates can be lost, an edge that several ants use at the same
// time is updated once for each ant. The order of the ants does not matter, because every update is
// the same.

// wornAtOnce is the number of edges that are updated between two checks of the context.
const wornAtOnce = 1 << 14

func (r *trails) wear() blend {
	return blend{1 - r.Wear, float32(r.Wear * r.Floor), math.MaxFloat32}
}

// wears reports whether an ant updates the k-th edge that it uses.
func (t *Terrain) wears(k int) bool { return k%t.Period == 0 }

// WaveOf returns the number of ants that walk at the same time, given the total number of ants.
func (t *Terrain) WaveOf(ants int) int {
	if t.Wave == 0 || t.Updates != Wave && t.Updates != Immediate {
		return ants
	}
	return min(t.Wave, ants)
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
// counts global updates and all local updates except relaxed ones.
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
