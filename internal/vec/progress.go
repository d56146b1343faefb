package vec

// ants is the number of ants processed together.
const ants = 4

// progress is how far the ants have come on a ground. The generator of the assembly
// reads this file, so that both agree on the layout; the file can have no
// imports.
type progress struct {
	city   []int32
	weight []uint32
	backup []int32
	width  int
	spare  int
	n      int
	step   int            // positions of the tours that are filled
	until  int            // where to stop, at most n, because the assembly cannot be interrupted
	tour   [ants][]int32  // n each
	draw   [ants][]uint32 // n each: one for every position of the tour
	prefix []uint32       // room for width numbers

	// The unvisited cities, stored twice, because each routine prefers and
	// updates one of the two. A city is visited if either says so.
	open  [ants][]int8   // n each: -1 if a city is open, else 0
	words [ants][]uint32 // a bit for each, set if a city is open, in whole tables
}

// table is the number of cities in the smallest bit table of the assembly.
const table = 1024

// start marks all cities unvisited except the first of the ant's tour.
func (m *progress) start(ant int, first int32, fresh []int8) {
	copy(m.open[ant], fresh)
	words := m.words[ant]
	for i := range words {
		words[i] = 1<<32 - 1
	}
	m.visit(ant, 0, first)
}

// visit puts a city into the tour of an ant. It panics if there is no such
// city.
func (m *progress) visit(ant, place int, city int32) {
	m.open[ant][city] = 0
	m.words[ant][city/32] &^= 1 << (city % 32)
	m.tour[ant][place] = city
}

// visited reports whether an ant has visited a city.
func (m *progress) visited(ant int, city int32) bool {
	return m.open[ant][city] == 0 || m.words[ant][city/32]>>(city%32)&1 == 0
}
