package exact

import "github.com/tourmaline-opt/tourmaline/tsp"

// shortest returns the shortest tour. It uses the last city as the start. best[set][c] is the
// length of the shortest path from the start through all cities of set that ends in c, which is in
// set.
func (l *Lengths) shortest() tsp.Tour {
	m := l.n - 1
	if m < 2 {
		return tsp.Identity(l.n)
	}
	best := make([][MaxCities]wide, 1<<m)
	for set := 1; set < 1<<m; set++ {
		for c := range m {
			if set>>c&1 == 1 {
				best[set][c] = l.pathTo(best, set, c)
			}
		}
	}
	t := make(tsp.Tour, l.n)
	t[m] = int32(m)
	set, next := 1<<m-1, m
	for i := m - 1; i >= 0; i-- {
		next, _ = l.lastOf(best, set, next)
		t[i] = int32(next)
		set &^= 1 << next
	}
	return t
}

// pathTo returns the length of the shortest path from the start through all cities of set that ends
// in c, which is in set.
func (l *Lengths) pathTo(best [][MaxCities]wide, set, c int) wide {
	rest := set &^ (1 << c)
	if rest == 0 {
		return l.leg(l.n-1, c)
	}
	_, length := l.lastOf(best, rest, c)
	return length
}

// lastOf considers the shortest path from the start through all cities of set to next. It returns
// the last city of set on that path and the length of the path.
func (l *Lengths) lastOf(best [][MaxCities]wide, set, next int) (last int, shortest wide) {
	last = -1
	for c := range l.n - 1 {
		if set>>c&1 == 0 {
			continue
		}
		if length := best[set][c].plus(l.leg(c, next)); last < 0 || length.less(shortest) {
			last, shortest = c, length
		}
	}
	return last, shortest
}
