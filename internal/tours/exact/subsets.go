package exact

import "github.com/tourmaline-opt/tourmaline/tsp"

// shortest returns the shortest tour. It uses the last city as the start. best[set][c] is the
// length of the shortest path from the start through all cities of set that ends in c, which is in
// set.
func (d *distances) shortest() tsp.Tour {
	m := d.n - 1
	if m < 2 {
		return tsp.Identity(d.n)
	}
	best := make([][MaxCities]wide, 1<<m)
	for set := 1; set < 1<<m; set++ {
		for c := range m {
			if set>>c&1 == 1 {
				best[set][c] = d.pathTo(best, set, c)
			}
		}
	}
	t := make(tsp.Tour, d.n)
	t[m] = int32(m)
	set, next := 1<<m-1, m
	for i := m - 1; i >= 0; i-- {
		next, _ = d.lastOf(best, set, next)
		t[i] = int32(next)
		set &^= 1 << next
	}
	return t
}

// pathTo returns the length of the shortest path from the start through all cities of set that ends
// in c, which is in set.
func (d *distances) pathTo(best [][MaxCities]wide, set, c int) wide {
	rest := set &^ (1 << c)
	if rest == 0 {
		return d.between[d.n-1][c]
	}
	_, length := d.lastOf(best, rest, c)
	return length
}

// lastOf considers the shortest path from the start through all cities of set to next. It returns
// the last city of set on that path and the length of the path.
func (d *distances) lastOf(best [][MaxCities]wide, set, next int) (last int, shortest wide) {
	last = -1
	for c := range d.n - 1 {
		if set>>c&1 == 0 {
			continue
		}
		if length := best[set][c].plus(d.between[c][next]); last < 0 || length.less(shortest) {
			last, shortest = c, length
		}
	}
	return last, shortest
}

// length returns the length of a closed tour.
func (d *distances) length(t tsp.Tour) wide {
	sum := d.between[t[len(t)-1]][t[0]]
	for k := 1; k < len(t); k++ {
		sum = sum.plus(d.between[t[k-1]][t[k]])
	}
	return sum
}
