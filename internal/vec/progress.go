package vec

// ants is the number of ants processed together.
const ants = 4

// progress is the state of the ants on a ground. The generator of the assembly reads this file, so
// that Go and the assembly agree on the layout; the file must not have imports.
type progress struct {
	city   []int32
	weight []uint32
	backup []int32
	width  int
	spare  int
	n      int
	step   int // number of filled positions in the tours
	// position at which to stop, at most n, because the assembly cannot be interrupted
	until  int
	tour   [ants][]int32  // n cities each
	draw   [ants][]uint32 // n draws each, one for every position of the tour
	prefix []uint32       // space for width numbers

	// The unvisited cities are stored twice, because each routine prefers and updates one of the
	// two forms. A city is visited if either form marks it as visited.
	open [ants][]int8 // n entries each: -1 if the city is open, else 0
	// one bit per city, set if the city is open; padded to a multiple of table bits
	words [ants][]uint32
}

// table is the number of cities in the smallest bit table of the assembly.
const table = 1024

// start marks all cities as unvisited except the first city of the ant's tour.
func (m *progress) start(ant int, first int32, fresh []int8) {
	copy(m.open[ant], fresh)
	words := m.words[ant]
	for i := range words {
		words[i] = 1<<32 - 1
	}
	m.visit(ant, 0, first)
}

// visit adds a city to the tour of an ant. It panics if the city does not exist.
func (m *progress) visit(ant, place int, city int32) {
	m.open[ant][city] = 0
	m.words[ant][city/32] &^= 1 << (city % 32)
	m.tour[ant][place] = city
}

// visited reports whether an ant has visited a city.
func (m *progress) visited(ant int, city int32) bool {
	return m.open[ant][city] == 0 || m.words[ant][city/32]>>(city%32)&1 == 0
}
