package lk

import "github.com/tourmaline-opt/tourmaline/tsp"

// array stores a tour as an array of cities, with the position of each city.
type array struct {
	tour, pos []int32
	n         int32
}

func (a *array) set(t tsp.Tour) {
	a.tour, a.pos = append(a.tour[:0], t...), resize(a.pos, len(t))
	a.n = int32(len(t))
	for i, c := range a.tour {
		a.pos[c] = int32(i)
	}
}

func (a *array) next(c int32) int32 {
	if p := a.pos[c] + 1; p < a.n {
		return a.tour[p]
	}
	return a.tour[0]
}

func (a *array) prev(c int32) int32 {
	if p := a.pos[c] - 1; p >= 0 {
		return a.tour[p]
	}
	return a.tour[a.n-1]
}

// wrap maps a position from -n to 2n-1 to a position in the array.
func (a *array) wrap(p int32) int32 {
	if p >= a.n {
		return p - a.n
	}
	if p < 0 {
		return p + a.n
	}
	return p
}

// span returns the number of positions from i forward to j, inclusive.
func (a *array) span(i, j int32) int32 {
	if j >= i {
		return j - i + 1
	}
	return j - i + 1 + a.n
}

// reverse reverses the positions from i forward to j, wrapping around the end. A second call with
// the same positions undoes it.
func (a *array) reverse(i, j int32) {
	tour, pos := a.tour, a.pos
	swaps := a.span(i, j) / 2
	if i <= j {
		for ; i < j; i, j = i+1, j-1 {
			x, y := tour[i], tour[j]
			tour[i], tour[j] = y, x
			pos[y], pos[x] = i, j
		}
		return
	}
	for ; swaps > 0; swaps-- {
		x, y := tour[i], tour[j]
		tour[i], tour[j] = y, x
		pos[y], pos[x] = i, j
		if i++; i == a.n {
			i = 0
		}
		if j--; j < 0 {
			j = a.n - 1
		}
	}
}

// key returns the position of a city. Keys increase along the tour from an arbitrary city.
func (a *array) key(c int32) int32 { return a.pos[c] }

// flip reverses the path from b to c, where a b … c d are in this order on the tour in either
// direction: the edges (a, b) and (c, d) become (a, c) and (b, d). If the rest of the tour is
// shorter, flip reverses the rest instead, which gives the same tour in the opposite direction.
func (a *array) flip(from, b, c, _ int32) {
	i, j := a.pos[b], a.pos[c]
	if a.next(from) != b {
		i, j = j, i
	}
	if 2*a.span(i, j) > a.n {
		i, j = a.wrap(j+1), a.wrap(i-1)
	}
	a.reverse(i, j)
}

func (a *array) first() int32 { return a.tour[0] }

// tourInto copies the tour to dst.
func (a *array) tourInto(dst tsp.Tour) { copy(dst, a.tour) }

func (a *array) copy(from store) {
	o := from.(*array)
	copy(a.tour, o.tour)
	copy(a.pos, o.pos)
}
