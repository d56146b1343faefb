package eax

import (
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// The two kinds of edges on an AB-cycle.
const (
	edgesA = iota
	edgesB
)

// cycles holds the AB-cycles of two tours A and B [NK13 §2.1]: closed walks that alternate between
// edges of A and of B. Together they contain every edge that only one of the tours has, exactly
// once. After the edges of a cycle are exchanged in A, every city still has two edges.
type cycles struct {
	city  []int32 // cities of all cycles, concatenated; each cycle starts with an edge of A
	first []int32 // start of each cycle in city, and the end of the last
	gain  []int64 // amount by which exchanging each cycle shortens A

	differ []int32       // cities at which the tours differ
	open   [][2][2]int32 // other ends of the edges that are not yet in a cycle, by city and kind
	left   [][2]uint8    // number of valid ends in open
	path   []int32
	at     [][2]int32 // even and odd place of each city on the path, or -1
}

func newCycles(n int) *cycles {
	c := &cycles{open: make([][2][2]int32, n), left: make([][2]uint8, n), at: make([][2]int32, n)}
	for i := range c.at {
		c.at[i] = [2]int32{-1, -1}
	}
	return c
}

// count returns the number of cycles.
func (c *cycles) count() int { return len(c.gain) }

// of returns the cities of a cycle.
func (c *cycles) of(i int32) []int32 { return c.city[c.first[i]:c.first[i+1]] }

// find decomposes the edges in which a and b differ into AB-cycles by a random walk.
func (c *cycles) find(a, b []link, dist *lk.Space, random *rng.Stream) {
	c.city, c.first, c.gain = c.city[:0], append(c.first[:0], 0), c.gain[:0]
	c.compare(a, b)
	for len(c.differ) > 0 {
		i := random.IntN(int32(len(c.differ)))
		v := c.differ[i]
		if c.left[v][edgesA] == 0 {
			last := len(c.differ) - 1
			c.differ[i] = c.differ[last]
			c.differ = c.differ[:last]
			continue
		}
		c.walk(v, dist, random)
	}
}

// compare lists the edges that only one of the tours has.
func (c *cycles) compare(a, b []link) {
	c.differ = c.differ[:0]
	for v := range a {
		x, y := a[v].city, b[v].city
		if x == y {
			continue
		}
		c.differ = append(c.differ, int32(v))
		c.left[v] = [2]uint8{
			only(x, y, &c.open[v][edgesA]),
			only(y, x, &c.open[v][edgesB]),
		}
	}
}

// only stores the cities of x that are not in y and returns their number.
func only(x, y [2]int32, dst *[2]int32) (count uint8) {
	for _, city := range x {
		if city != y[0] && city != y[1] {
			dst[count] = city
			count++
		}
	}
	return count
}

// walk follows edges of A and B alternately from v. It extracts a cycle whenever the path closes
// one. It returns when the path is back at v and v has no edge left.
func (c *cycles) walk(v int32, dist *lk.Space, random *rng.Stream) {
	c.path = append(c.path[:0], v)
	c.at[v][0] = 0
	for {
		end := len(c.path) - 1
		next := c.leave(c.path[end], end&1, random)
		place := end + 1
		back := c.at[next][place&1]
		if back < 0 {
			c.at[next][place&1] = int32(place)
			c.path = append(c.path, next)
			continue
		}
		c.extract(int(back), dist)
		if back == 0 && c.left[v][edgesA] == 0 {
			c.at[v][0] = -1
			return
		}
	}
}

// leave removes a random edge of the given kind at v and returns its other end.
func (c *cycles) leave(v int32, kind int, random *rng.Stream) int32 {
	i := 0
	if c.left[v][kind] == 2 {
		i = int(random.Uint32() >> 31)
	}
	next := c.open[v][kind][i]
	c.remove(v, next, kind)
	c.remove(next, v, kind)
	return next
}

func (c *cycles) remove(v, x int32, kind int) {
	o := &c.open[v][kind]
	if o[0] == x {
		o[0] = o[1]
	}
	c.left[v][kind]--
}

// extract moves the part of the path from index from to the end into a new cycle.
func (c *cycles) extract(from int, dist *lk.Space) {
	first := len(c.city)
	for i := from + from&1; i < len(c.path); i++ {
		c.city = append(c.city, c.path[i])
	}
	if from&1 == 1 { // the path at from starts with an edge of B
		c.city = append(c.city, c.path[from])
	}
	for i := from + 1; i < len(c.path); i++ {
		c.at[c.path[i]][i&1] = -1
	}
	c.path = c.path[:from+1]
	c.first = append(c.first, int32(len(c.city)))
	c.gain = append(c.gain, gainOf(c.city[first:], dist))
}

// gainOf returns the length of the A edges of a cycle minus the length of its B edges.
func gainOf(cycle []int32, dist *lk.Space) (gain int64) {
	for i := 0; i < len(cycle); i += 2 {
		after := cycle[0]
		if i+2 < len(cycle) {
			after = cycle[i+2]
		}
		gain += dist.Dist(cycle[i], cycle[i+1]) - dist.Dist(cycle[i+1], after)
	}
	return gain
}
