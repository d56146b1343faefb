package tsp

import "math"

// ceiling is a distance that good tours do not exceed: larger ones are forbidden, so
// that they do not take the decimals from all others. It is the least of the largest
// distance, the cost of a tour that is found quickly (no better one contains an edge
// that costs more than all of it), and what the level below a gap allows. With
// negative distances a long edge may pay, and nothing is forbidden.
func (m matrix) ceiling() float64 {
	for _, v := range m.entries() {
		if v < 0 {
			return m.largest()
		}
	}
	return math.Min(math.Min(m.largest(), m.quickTour()), m.gap())
}

// quickTour is the cost of the best tour of a short depth-first search that goes to the
// nearest cities first. Its first tour is that of the nearest neighbours.
func (m matrix) quickTour() float64 {
	q := quick{matrix: m, visited: make([]bool, m.n), left: m.n + 1_000_000/m.n, best: math.Inf(1)}
	q.visited[0] = true
	q.extend(0, 1, 0)
	return q.best
}

type quick struct {
	matrix
	visited []bool
	left    int // how many cities to go to before it ends
	best    float64
}

// extend completes a path of so many cities that ends at a city.
func (q *quick) extend(at, cities int, cost float64) {
	row := q.values[at*q.n : (at+1)*q.n]
	if cities == q.n {
		q.best = math.Min(q.best, cost+row[0])
		return
	}
	for next := q.after(row, -1); next >= 0; next = q.after(row, next) {
		if q.left--; q.left < 0 || cost+row[next] >= q.best {
			return
		}
		q.visited[next] = true
		q.extend(next, cities+1, cost+row[next])
		q.visited[next] = false
	}
}

// after is the nearest city to go to that is farther than the last one, or -1; of
// cities at the same distance, the one with the larger number is farther.
func (q *quick) after(row []float64, last int) int {
	next := -1
	for c, v := range row {
		if !q.visited[c] && (last < 0 || v > row[last] || v == row[last] && c > last) && (next < 0 || v < row[next]) {
			next = c
		}
	}
	return next
}

// gap looks for the level of distances that say "forbidden": each larger than a tour
// of n edges of the levels below. It returns the most that such a tour costs, or
// infinity. Of few cities a gap may be chance, unless there is but one number above it;
// quickTour finds the best tours of few cities in any case.
func (m matrix) gap() float64 {
	const few = 16
	var above level
	for _, l := range m.levels() {
		tour := float64(m.n) * l.most
		if above.least > tour && (m.n > few || above.least == above.most) && m.connects(l.most) {
			return tour
		}
		above = level{l.least, math.Max(above.most, l.most)}
	}
	return math.Inf(1)
}

// A level holds the distances of one binary order of magnitude.
type level struct{ least, most float64 }

// levels are those of the distances above 0, the largest first.
func (m matrix) levels() []level {
	const lowest = -1074 // the exponent of the smallest float64
	all := make([]level, 1024-lowest+1)
	for _, v := range m.entries() {
		if v <= 0 {
			continue
		}
		_, exponent := math.Frexp(v)
		if l := &all[1024-exponent]; l.most == 0 {
			*l = level{v, v}
		} else {
			l.least, l.most = math.Min(l.least, v), math.Max(l.most, v)
		}
	}
	used := all[:0]
	for _, l := range all {
		if l.most > 0 {
			used = append(used, l)
		}
	}
	return used
}

// connects tells whether each city has a way in and a way out that cost no more than
// most.
func (m matrix) connects(most float64) bool {
	in, out := make([]bool, m.n), make([]bool, m.n)
	for k, v := range m.entries() {
		if v <= most {
			out[k/m.n], in[k%m.n] = true, true
		}
	}
	for c := range m.n {
		if !in[c] || !out[c] {
			return false
		}
	}
	return true
}
