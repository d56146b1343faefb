package vec

// Ground holds the candidates of every city and their weights in one cycle.
//
// The contents of the lists are trusted, because checking them would cost as
// much as constructing tours. A city that is out of range makes the assembly
// read and write foreign memory. Lists of 32 entries are by far the fastest.
type Ground struct {
	Width  int      // entries in the list of a city, a multiple of 16
	City   []int32  // Width per city; an unused entry holds the city itself
	Weight []uint32 // parallel to City: at least 1 for a candidate, 0 in an unused entry; the sum of a list is less than 2³¹
	Spare  int      // entries in the backup list of a city, or 0
	Backup []int32  // Spare per city, for when no candidate is left; an unused entry holds the city itself
}

// check panics unless the lists are those of n cities.
func (g *Ground) check(n int) {
	switch {
	case g.Width <= 0 || g.Width%lane != 0:
		panic("vec: the width of a ground is not a multiple of 16")
	case len(g.City) != n*g.Width || len(g.Weight) != n*g.Width:
		panic("vec: a ground does not have Width candidates per city")
	case g.Spare < 0 || len(g.Backup) != n*g.Spare:
		panic("vec: a ground does not have backup lists of length Spare per city")
	}
}

// lane is the number of lanes in the widest vectors. The width of a list is a
// multiple of it.
const lane = 16
