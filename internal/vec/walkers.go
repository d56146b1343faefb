package vec

import "math/bits"

// Walkers constructs the tours of four ants at the same time. A single ant mostly waits for its
// last step; four ants hide each other's latency. A Walkers is reused in every cycle, by one
// goroutine at a time.
type Walkers struct {
	// Ended reports whether to leave the tours unfinished. If Ended is nil, the tours are always
	// finished. It is called every few thousand steps.
	Ended func() bool

	progress progress
	fresh    []int8 // initial value of open, with all cities unvisited
}

// stretch is the number of steps that the ants take without a pause. These steps take less than a
// millisecond, because the garbage collector may be waiting.
const stretch = 4096

// NewWalkers returns ants for grounds of n cities.
func NewWalkers(n int) *Walkers {
	w := &Walkers{fresh: make([]int8, n)}
	for c := range w.fresh {
		w.fresh[c] = -1
	}
	m := &w.progress
	m.n = n
	m.prefix = make([]uint32, 4*lane) // grows if a ground is wider
	for ant := range ants {
		m.draw[ant] = make([]uint32, n)
		m.open[ant] = make([]int8, n)
		m.words[ant] = make([]uint32, (n+table-1)/table*table/32)
	}
	return w
}

// Walk constructs the tours of four ants, of n cities each. Position s of a tour is drawn with
// number s of the stream rng.At(seed, stream[ant], step):
//
//   - Position 0 is drawn uniformly from all cities: city draw·n / 2³².
//   - Every other position is drawn from the unvisited candidates of the previous city,
//     in proportion to their weights, as by [Pick].
//   - If no candidate is left, the position is the first unvisited city in the backup list.
//   - If no backup is left either, elsewhere returns an unvisited city.
//
// The tours do not depend on which ants walk together.
func (w *Walkers) Walk(g *Ground, tours *[4][]int32, seed uint64, stream *[4]uint32, step uint32, elsewhere func(ant int, from int32) int32) {
	w.walkBy(&inUse, g, tours, seed, stream, step, elsewhere)
}

// walkBy implements Walk with the given routines.
func (w *Walkers) walkBy(r *routines, g *Ground, tours *[ants][]int32, seed uint64, stream *[ants]uint32, step uint32, elsewhere func(ant int, from int32) int32) {
	m := &w.progress
	g.check(m.n)
	for _, tour := range tours {
		if len(tour) != m.n {
			panic("vec: the length of a tour differs from the number of cities of the ground")
		}
	}
	if m.n == 0 {
		return
	}
	m.city, m.weight, m.backup, m.width, m.spare, m.tour = g.City, g.Weight, g.Backup, g.Width, g.Spare, *tours
	if len(m.prefix) < m.width {
		m.prefix = make([]uint32, m.width)
	}
	for ant, draw := range m.draw {
		r.draws(draw, seed, stream[ant], step)
		m.start(ant, int32(uint64(draw[0])*uint64(m.n)>>32), w.fresh)
	}
	for m.step = 1; m.step < m.n && (w.Ended == nil || !w.Ended()); {
		m.until = min(m.n, m.step+stretch)
		stuck := r.walk(m)
		for ant := range ants {
			if stuck>>ant&1 != 0 {
				m.visit(ant, m.step-1, elsewhere(ant, m.tour[ant][m.step-2]))
			}
		}
	}
	// Do not retain references to the caller's memory.
	m.city, m.weight, m.backup, m.tour = nil, nil, nil, [ants][]int32{}
}

// Visited reports whether an ant has visited a city. It is intended for elsewhere.
func (w *Walkers) Visited(ant int, city int32) bool { return w.progress.visited(ant, city) }

// Left appends the cities that an ant has not visited to dst, in ascending order. It is intended
// for elsewhere.
func (w *Walkers) Left(ant int, dst []int32) []int32 {
	m := &w.progress
	open := m.open[ant]
	for i, word := range m.words[ant] {
		if first := 32 * i; first+32 > m.n {
			word &= 1<<max(m.n-first, 0) - 1
		}
		for ; word != 0; word &= word - 1 {
			if c := 32*i + bits.TrailingZeros32(word); open[c] != 0 {
				dst = append(dst, int32(c))
			}
		}
	}
	return dst
}
