package tsp

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// A town consists of streets from west to east and from north to south. About half of the streets
// are one-way, in alternating directions. The outermost streets lead both ways, so that every
// crossing can be reached.
type town struct {
	width   int        // number of streets in each direction
	streets [2][]block // streets from west to east, and from north to south
	widest  int32      // maximum seconds of a block
}

// A block describes one street: the seconds that a car takes from one crossing to the next, which
// depend on the speed and on the distance between the crossing streets.
type block struct {
	pace     int32 // seconds per 10 metres
	gap      int32 // distance to the next parallel street in 10 metres
	forward  bool  // whether cars may go east or south
	backward bool
}

func newTown(n int, seed uint64) *town {
	t := &town{width: 2 + int(math.Ceil(2*math.Sqrt(float64(n))))}
	for way := range t.streets {
		t.streets[way] = make([]block, t.width)
		for k := range t.streets[way] {
			s := rng.At(seed, uint32(k), forStreet+uint32(way)<<8)
			b := block{pace: 1 + s.IntN(3), gap: 5 + s.IntN(16), forward: true, backward: true}
			if inside := k > 0 && k < t.width-1; inside && s.IntN(2) == 0 {
				b.forward, b.backward = k%2 == 0, k%2 == 1
			}
			t.streets[way][k] = b
			t.widest = max(t.widest, 3*b.gap)
		}
	}
	return t
}

// neighbours calls visit for each crossing that can be reached from crossing at by one block.
func (t *town) neighbours(at int32, visit func(to, seconds int32)) {
	width := int32(t.width)
	x, y := at%width, at/width
	row, column := &t.streets[0][y], &t.streets[1][x]
	if x+1 < width && row.forward {
		visit(at+1, row.pace*t.streets[1][x].gap)
	}
	if x > 0 && row.backward {
		visit(at-1, row.pace*t.streets[1][x-1].gap)
	}
	if y+1 < width && column.forward {
		visit(at+width, column.pace*t.streets[0][y].gap)
	}
	if y > 0 && column.backward {
		visit(at-width, column.pace*t.streets[0][y-1].gap)
	}
}

// unreached is the driving time to a crossing before a way is found.
const unreached = math.MaxInt32

// drive returns the shortest driving times from a crossing to all crossings. It is Dijkstra's
// algorithm with one bucket for each second, which are reused in a circle.
func (t *town) drive(from int32) []int32 {
	times := make([]int32, t.width*t.width)
	for i := range times {
		times[i] = unreached
	}
	buckets := make([][]int32, t.widest+1)
	reach := func(at, time int32) {
		if time < times[at] {
			times[at] = time
			b := &buckets[time%int32(len(buckets))]
			*b = append(*b, at)
		}
	}
	reach(from, 0)
	for now, empty := int32(0), 0; empty < len(buckets); now++ {
		b := &buckets[now%int32(len(buckets))]
		if empty++; len(*b) > 0 {
			empty = 0
		}
		for _, at := range *b { // a block takes from 1 to widest seconds, so b does not grow
			if times[at] == now {
				t.neighbours(at, func(to, seconds int32) { reach(to, now+seconds) })
			}
		}
		*b = (*b)[:0]
	}
	return times
}

// drivingTimes places the cities at different random crossings of a town with four times as many
// crossings.
func drivingTimes(n int, seed uint64) func(i int, row []float64) {
	t := newTown(n, seed)
	keys := rng.At(seed, 0, forCrossing)
	order := newShuffle(t.width*t.width, keys.Uint64())
	return func(i int, row []float64) {
		times := t.drive(int32(order.at(i)))
		for j := range row {
			row[j] = float64(times[order.at(j)])
		}
	}
}
