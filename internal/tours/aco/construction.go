package aco

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/vec"
)

// A construction constructs the tours of ants one after the other by applying the rules directly.
// It is the specification of all faster implementations.
type construction struct {
	*trails
	tabu tabu

	draws  []uint32
	cities []int32  // cities to choose among
	open   []uint32 // weights of these cities, in the encoding of the selection rule

	ended func() bool // reports whether the context was cancelled; tours then stay unfinished

	products []float32 // scratch space for a row of choices that is not precomputed
	row      []uint32
}

func newConstruction(r *trails) *construction {
	w := &construction{
		trails: r, tabu: newTabu(r.Tabu, r.N), ended: func() bool { return false },
		draws:  make([]uint32, r.N*r.words()),
		cities: make([]int32, 0, max(r.N, r.Width)), open: make([]uint32, 0, max(r.N, r.Width)),
	}
	if r.Fresh() {
		w.products, w.row = make([]float32, r.Places()), make([]uint32, r.Places())
	}
	return w
}

// stepsAtOnce is the number of steps that an ant takes between two checks of the context.
const stepsAtOnce = 1024

// walk constructs the tour of an ant [MMAS20 Fig. 1, lines 6 to 12]. next returns the city to visit
// after from, given the random words of the step.
func (w *construction) walk(tour []int32, seed uint64, ant, cycle uint32, next func(from int32, draw [2]uint32) int32) {
	vec.Draws(w.draws, seed, ant, cycle)
	w.tabu.Reset()
	at := w.first(w.draw(0))
	for step := range tour {
		if step%stepsAtOnce == stepsAtOnce-1 && w.ended() {
			return
		}
		if step > 0 {
			at = next(at, w.draw(step))
		}
		tour[step] = at
		w.tabu.Mark(at)
	}
}

// draw returns the random words of a step.
func (w *construction) draw(step int) [2]uint32 {
	if w.words() == 1 {
		return [2]uint32{w.draws[step]}
	}
	return [2]uint32(w.draws[2*step:])
}

// first returns the city where an ant starts.
func (t *Terrain) first(draw [2]uint32) int32 { return int32(uint64(draw[0]) * uint64(t.N) >> 32) }

// next chooses the city to visit after from, by the random proportional rule [MMAS20 eq. 1] or by
// the pseudo-random proportional rule of ACS [ACS16 eq. 1, Fig. 3].
func (w *construction) next(from int32, draw [2]uint32) int32 {
	w.gather(from)
	switch {
	case len(w.cities) == 0:
		return w.elsewhere(from)
	case w.Selection == WRS:
		return w.cities[reservoir(w.cities, w.open, draw)]
	case !w.Bold():
		return w.cities[roulette(w.open, draw[0])]
	case draw[0] < w.Explore:
		return w.cities[roulette(w.open, draw[1])]
	}
	return w.cities[heaviest(w.open)]
}

// gather collects the unvisited cities that an ant can choose among: the unvisited candidates of
// from or, without candidate lists, all unvisited cities.
func (w *construction) gather(from int32) {
	row := w.choices(from)
	w.cities, w.open = w.cities[:0], w.open[:0]
	if !w.Listed {
		w.cities = all(w.tabu, w.cities)
		for _, c := range w.cities {
			w.open = append(w.open, row[c])
		}
		return
	}
	for k, c := range w.City[int(from)*w.Width:][:w.Candidates] {
		if !w.tabu.Visited(c) {
			w.cities, w.open = append(w.cities, c), append(w.open, row[k])
		}
	}
}

// choices returns the row of choices for an ant at the given city.
func (w *construction) choices(from int32) []uint32 {
	switch {
	case w.appraised != nil:
		w.Selection.encode(w.appraised[int(from)*w.Width:][:w.Candidates], w.row)
		return w.row
	case w.choice == nil:
		w.chooseRow(from, w.products, w.row)
		return w.row
	}
	return w.choice[int(from)*w.Places():][:w.Places()]
}

// elsewhere chooses a city when all candidates are visited. If trails are stored on all edges, it
// chooses the city with the largest product, and in a tie the city with the lowest number.
// Otherwise all edges to other cities have the same trail, except for edges in a selective memory,
// so the nearest city has the largest product. That is the first unvisited city of the backup list
// or, if the list is exhausted, the result of astray.
func (w *construction) elsewhere(from int32) int32 {
	to := int32(none)
	for _, c := range w.Backup[int(from)*w.Spare:][:w.Spare] {
		if !w.tabu.Visited(c) {
			to = c
			break
		}
	}
	if to == none {
		to = w.astray(from, w.tabu.Visited, func() []int32 { return all(w.tabu, w.cities[:0]) })
	}
	if w.Ring > 0 {
		return w.recollect(from, to, w.tabu.Visited)
	}
	return to
}

// astray returns the next city when the backup list is exhausted. If trails are stored on all
// edges, that is the unvisited city with the largest product, otherwise the nearest unvisited city.
// In a tie it is the city with the lowest number.
//
// Deviation: if there are too many cities to examine, astray considers only the next unvisited city
// with a higher number and the next with a lower number, and returns the nearer one.
func (r *trails) astray(from int32, visited func(city int32) bool, left func() []int32) int32 {
	switch {
	case r.Dense:
		return r.mostAttractive(from, left())
	case r.Curved:
		return r.alongTheCurve(from, visited)
	}
	return r.nearest(from, left())
}

func (r *trails) mostAttractive(from int32, left []int32) int32 {
	best, most := left[0], float32(0)
	for _, c := range left {
		at := int(from)*r.N + int(c)
		if p := r.product(r.level(at), at); p > most || p == most && c < best {
			best, most = c, p
		}
	}
	return best
}

func (t *Terrain) nearest(from int32, left []int32) int32 {
	best, least := left[0], int64(math.MaxInt64)
	for _, c := range left {
		if d := t.space.Dist(from, c); d < least || d == least && c < best {
			best, least = c, d
		}
	}
	return best
}

// alongTheCurve finds the next unvisited city by ascending and by descending number, with
// wraparound, and returns the nearer one. In a tie it returns the ascending one.
func (t *Terrain) alongTheCurve(from int32, visited func(city int32) bool) int32 {
	n, up, down := int32(t.N), from, from
	for visited(up) {
		if up++; up == n {
			up = 0
		}
	}
	for visited(down) {
		if down--; down < 0 {
			down = n - 1
		}
	}
	if t.space.Dist(from, down) < t.space.Dist(from, up) {
		return down
	}
	return up
}
