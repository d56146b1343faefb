package eax

import "math"

// Joints are tried only to the nearest neighbours of a city. On a long segment they are tried only
// within margin cities of its ends.
const (
	nearest = 8
	margin  = 100
)

// A joint joins two subtours. It replaces the edge (v, w) of one subtour and the edge (x, y) of the
// other by (v, x) and (w, y).
type joint struct {
	v, w, x, y int32
	gain       int64
	to         int32 // other subtour, or -1 if there is no joint
}

// join joins the subtours into a single tour. It repeatedly joins the smallest subtour to another
// one by the best exchange of two edges [NK13 §2.1]. It reports whether that was possible.
func (a *assembly) join() bool {
	for left := len(a.sizes); left > 1; left-- {
		least := a.smallest()
		j := a.search(least)
		if j.to < 0 {
			return false
		}
		a.replace(j.v, j.w, j.x)
		a.replace(j.w, j.v, j.y)
		a.replace(j.x, j.y, j.v)
		a.replace(j.y, j.x, j.w)
		a.gain += j.gain
		a.unite(least, j.to)
	}
	return true
}

// smallest returns the subtour with the fewest cities.
func (a *assembly) smallest() int32 {
	least := int32(-1)
	for id, size := range a.sizes {
		if size > 0 && (least < 0 || size < a.sizes[least]) {
			least = int32(id)
		}
	}
	return least
}

// unite assigns the segments of one subtour to another.
func (a *assembly) unite(from, to int32) {
	for s := range a.subtour {
		if a.subtour[s] == from {
			a.subtour[s] = to
		}
	}
	a.sizes[to] += a.sizes[from]
	a.sizes[from] = 0
}

// search returns the best joint of a subtour with any other subtour.
func (a *assembly) search(id int32) joint {
	best := joint{gain: math.MinInt64, to: -1}
	for s := range a.subtour {
		if a.subtour[s] == id {
			a.searchSegment(int32(s), &best)
		}
	}
	return best
}

// searchSegment tries the joints of the cities of a segment.
func (a *assembly) searchSegment(s int32, best *joint) {
	n := int32(len(a.order))
	first, size := a.extent(s)
	for i := int32(0); i < size; i++ {
		if i == margin && size > 2*margin {
			i = size - margin
		}
		at := first + i
		if at >= n {
			at -= n
		}
		a.searchCity(a.order[at], s, first, size, best)
	}
}

// searchCity tries the joints with an edge from v to a city in its neighbour list. The city v is in
// segment s.
func (a *assembly) searchCity(v, s, first, size int32, best *joint) {
	from := a.lists.First[v]
	to := min(a.lists.First[v+1], from+nearest)
	for i := from; i < to; i++ {
		x := a.lists.City[i]
		at := a.place[x]
		away := at - first
		if away < 0 {
			away += int32(len(a.order))
		}
		if away < size {
			continue
		}
		if other := a.subtour[a.segment(at)]; other != a.subtour[s] {
			a.searchJoints(v, x, int64(a.lists.Dist[i]), other, best)
		}
	}
}

// searchJoints tries the joints with the edge (v, x) of length d.
func (a *assembly) searchJoints(v, x int32, d int64, other int32, best *joint) {
	for k, y := range a.links[x].city {
		if a.links[x].dist[k] == tied {
			continue
		}
		open := int64(a.links[x].dist[k]) - d
		for k, w := range a.links[v].city {
			g := open + int64(a.links[v].dist[k])
			if g <= best.gain || a.links[v].dist[k] == tied {
				continue
			}
			if g -= a.Dist(w, y); g > best.gain {
				*best = joint{v, w, x, y, g, other}
			}
		}
	}
}
