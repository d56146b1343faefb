package aco

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/vec"
)

// A walker walks the tours of ants, one after the other, by the rules as they are
// written: the specification of everything faster.
type walker struct {
	*Terrain
	choice []uint32 // what the trails make of the terrain in this cycle
	levels []float32
	tabu   tabu

	draws  []uint32
	cities []int32  // those to choose among …
	open   []uint32 // … and their choices
}

func newWalker(t *Terrain, levels []float32, choice []uint32) *walker {
	return &walker{
		Terrain: t, choice: choice, levels: levels, tabu: newTabu(t.Tabu, t.N),
		draws:  make([]uint32, t.N*t.Selection.words()),
		cities: make([]int32, 0, max(t.N, t.Width)), open: make([]uint32, 0, max(t.N, t.Width)),
	}
}

// walk fills the tour of an ant [MMAS20 Fig. 1, lines 6 to 12]; next says where it
// goes from a city in a step.
func (w *walker) walk(tour []int32, seed uint64, ant, cycle uint32, next func(from int32, step int) int32) {
	vec.Draws(w.draws, seed, ant, cycle)
	w.tabu.Reset()
	at := int32(uint64(w.draws[0]) * uint64(w.N) >> 32)
	for step := range tour {
		if step > 0 {
			at = next(at, step)
		}
		tour[step] = at
		w.tabu.Mark(at)
	}
}

// next chooses where to go from a city.
func (w *walker) next(from int32, step int) int32 {
	w.gather(from)
	if len(w.cities) == 0 {
		return w.elsewhere(from)
	}
	if w.Selection == WRS {
		return w.cities[reservoir(w.cities, w.open, [2]uint32(w.draws[2*step:]))]
	}
	return w.cities[roulette(w.open, w.draws[step])]
}

// gather collects what an ant can choose among: its candidates, or all cities, as
// far as they are not visited.
func (w *walker) gather(from int32) {
	row := w.choice[int(from)*w.Places():][:w.Places()]
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

// elsewhere is where an ant goes when it has visited all its candidates: to the
// city with the largest product, the first among equals, as far as trails are kept
// on all edges. Otherwise all edges that lead elsewhere have the same trail, and
// the largest product is the nearest city's: the first of the backup list, then …
func (w *walker) elsewhere(from int32) int32 {
	for _, c := range w.Backup[int(from)*w.Spare:][:w.Spare] {
		if !w.tabu.Visited(c) {
			return c
		}
	}
	return w.astray(from, w.levels, w.tabu.Visited, func() []int32 { return all(w.tabu, w.cities[:0]) })
}

// … when that is used up, the nearest of all others by (distance, number).
//
// Deviation: where there are too many to look at, it is the nearer of the next open
// cities by number, up and down.
func (t *Terrain) astray(from int32, levels []float32, visited func(city int32) bool, left func() []int32) int32 {
	switch {
	case t.Dense:
		return t.mostAttractive(from, levels, left())
	case t.Curved:
		return t.alongTheCurve(from, visited)
	}
	return t.nearest(from, left())
}

func (t *Terrain) mostAttractive(from int32, levels []float32, left []int32) int32 {
	best, most := left[0], float32(0)
	for _, c := range left {
		if p := t.product(levels, int(from)*t.N+int(c)); p > most || p == most && c < best {
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

// alongTheCurve is the nearer of the next open cities up and down, the upper one if
// they are as near.
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
