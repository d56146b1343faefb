package vec

// Ground is what ants walk on in one cycle: the candidates of every city, and how
// attractive each of them is.
//
// What the lists hold is trusted, as looking at it would cost as much as walking:
// a city that is not below the number of cities makes the assembly read, and
// write, memory that is not its own. Lists of 32 places are the fastest by far.
type Ground struct {
	Width  int      // places in the list of a city, a multiple of 16
	City   []int32  // Width per city; an unused place holds the city itself
	Weight []uint32 // beside City: at least 1 for a candidate, 0 in an unused place; a list adds up to less than 2³¹
	Spare  int      // places in the backup list of a city, or 0
	Backup []int32  // Spare per city, where to go when no candidate is left; an unused place holds the city itself
}

// check panics unless the lists are those of n cities.
func (g *Ground) check(n int) {
	switch {
	case g.Width <= 0 || g.Width%lane != 0:
		panic("vec: the width of a ground is not a multiple of 16")
	case len(g.City) != n*g.Width || len(g.Weight) != n*g.Width:
		panic("vec: the candidates of a ground are not Width per city")
	case g.Spare < 0 || len(g.Backup) != n*g.Spare:
		panic("vec: the backup lists of a ground are not Spare per city")
	}
}

// lane is what the width of a list is a multiple of: the lanes of the widest
// vectors.
const lane = 16
