package vec

// Walkers are four ants that walk at the same time, each a tour of its own: one
// ant mostly waits for its last step, four fill each other's gaps. They are used
// again from cycle to cycle, by one goroutine at a time.
type Walkers struct {
	march march
	fresh []int8 // all cities are open
}

// stretch is how many steps the ants take at once. It is less than a millisecond:
// the garbage collector may be waiting.
const stretch = 4096

// NewWalkers makes ants for grounds of n cities.
func NewWalkers(n int) *Walkers {
	w := &Walkers{fresh: make([]int8, n)}
	for c := range w.fresh {
		w.fresh[c] = -1
	}
	m := &w.march
	m.n = n
	m.prefix = make([]uint32, 4*lane) // more if a ground is wider
	for ant := range ants {
		m.draw[ant] = make([]uint32, n)
		m.open[ant] = make([]int8, n)
		m.words[ant] = make([]uint32, (n+table-1)/table*table/32)
	}
	return w
}

// Walk makes the tours of four ants, of n cities each. Place s of a tour is drawn
// with number s of the stream rng.At(seed, stream[ant], step):
//
//   - place 0 evenly from all cities: city draw·n / 2³²;
//   - every other from the candidates of the city before it that have not been
//     visited, by their weights, in the way of [Pick];
//   - if there are none, it is the first city in the backup list that has not been
//     visited;
//   - if there is none either, elsewhere says where the ant goes. It must be a city
//     that has not been visited.
//
// The tours do not depend on which ants walk together.
func (w *Walkers) Walk(g *Ground, tours *[4][]int32, seed uint64, stream *[4]uint32, step uint32, elsewhere func(ant int, from int32) int32) {
	w.walkBy(&inUse, g, tours, seed, stream, step, elsewhere)
}

// walkBy is Walk by the routines of someone's choice.
func (w *Walkers) walkBy(r *routines, g *Ground, tours *[ants][]int32, seed uint64, stream *[ants]uint32, step uint32, elsewhere func(ant int, from int32) int32) {
	m := &w.march
	g.check(m.n)
	for _, tour := range tours {
		if len(tour) != m.n {
			panic("vec: a tour is not as long as a ground has cities")
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
	for m.step = 1; m.step < m.n; {
		m.until = min(m.n, m.step+stretch)
		stuck := r.walk(m)
		for ant := range ants {
			if stuck>>ant&1 != 0 {
				m.visit(ant, m.step-1, elsewhere(ant, m.tour[ant][m.step-2]))
			}
		}
	}
	// What is the caller's is kept no longer.
	m.city, m.weight, m.backup, m.tour = nil, nil, nil, [ants][]int32{}
}

// Visited says if an ant has been to a city on its way: for the use of elsewhere.
func (w *Walkers) Visited(ant int, city int32) bool { return w.march.visited(ant, city) }
