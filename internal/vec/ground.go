package vec

// Ground contains the candidates of every city and their weights in one cycle.
//
// The contents of the lists are not checked, because checking them would cost as much as
// constructing tours. A city that is out of range makes the assembly read and write memory outside
// the slices. Lists of 32 entries are by far the fastest.
type Ground struct {
	Width int     // number of entries in the list of a city, a multiple of 16
	City  []int32 // Width entries per city; an unused entry contains the city itself
	// parallel to City: at least 1 for a candidate, 0 for an unused entry; the sum of a list is
	// less than 2³¹
	Weight []uint32
	Spare  int // number of entries in the backup list of a city, or 0
	// Spare entries per city, used when no candidate is left; an unused entry contains the city
	// itself
	Backup []int32
}

// check panics unless the lists are valid for n cities.
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

// lane is the number of lanes in the widest vectors. The width of a list is a multiple of lane.
const lane = 16
