package lk

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

var allOperators = []Operator{TwoOpt, OrOpt, ThreeOpt, ThreeOptBest, LinKernighan}

// At every step, every operator on each tour structure reports the correct gain, and every change
// makes the tour shorter.
func TestEveryImprovementIsClaimedRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := cities(t, rapid.SampledFrom(symmetricMetrics).Draw(t, "metric"), rapid.IntRange(1, 50).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
		l := must(near.Nearest(t.Context(), in, rapid.IntRange(1, 8).Draw(t, "k"), 1))
		if rapid.Bool().Draw(t, "symmetric") {
			l = must(l.Symmetric(t.Context(), 1))
		}
		tour := start.Random(in.N(), 1)
		for _, build := range builders {
			for _, op := range allOperators {
				stepByStep(t, in, build(in, l, tour, op))
			}
			thorough := build(in, l, tour, LinKernighan)
			thorough.Thorough(true)
			stepByStep(t, in, thorough)
		}
	})
}

func stepByStep(t failer, in *tsp.Instance, c Chain) {
	for done := false; !done; {
		length, tour := c.Length(), c.Tour(nil)
		done = look(c, 1)
		sound(t, in, c)
		if c.Length() > length {
			t.Fatalf("from %d to %d", length, c.Length())
		}
		if c.Length() == length && !sameCircle(c.Tour(nil), tour) {
			t.Fatal("another tour of the same length")
		}
	}
}

// waking is a chain whose cities can all be queued again.
type waking interface {
	Chain
	QueueAll()
}

// settle descends until a pass over all cities finds no improvement. A single descent may miss a
// move whose first city was not queued when its other edges changed.
func settle(c waking) tsp.Tour {
	for {
		length := c.Length()
		c.QueueAll()
		if descend(c); c.Length() == length {
			return c.Tour(nil)
		}
	}
}

// settled runs an operator on both tour structures and several instances, and checks the results.
func settled(t *testing.T, op Operator, check func(t *testing.T, in *tsp.Instance, l *near.Lists, tour tsp.Tour)) {
	for name, build := range builders {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(5) {
				in := cities(t, tsp.Euc2D, 150, seed)
				l := must(near.Nearest(t.Context(), in, 6, 1))
				check(t, in, l, settle(build(in, l, start.Random(150, 1), op).(waking)))
			}
		})
	}
}

// No improvement is possible by moving up to three cities, in either orientation, next to a near
// neighbour that is closer than the saving from removing the cities.
func TestNoOrOptMoveIsLeft(t *testing.T) {
	settled(t, OrOpt, func(t *testing.T, in *tsp.Instance, l *near.Lists, tour tsp.Tour) {
		for range 2 { // in both directions
			for at := range tour {
				for size := 1; size <= 3; size++ {
					noPlaceFor(t, in, l, rotate(tour, at), size)
				}
			}
			slices.Reverse(tour)
		}
	})
}

func rotate(tour tsp.Tour, at int) tsp.Tour {
	return append(slices.Clone(tour[at:]), tour[:at]...)
}

// noPlaceFor removes the first size cities of the tour and tries every position in which the last
// of them is adjacent to a neighbour. It fails the test if a position makes the tour shorter.
func noPlaceFor(t *testing.T, in *tsp.Instance, l *near.Lists, tour tsp.Tour, size int) {
	segment, rest := tour[:size], tour[size:]
	turned := slices.Clone(segment)
	slices.Reverse(turned)
	length := in.Length(tour)
	end, saved := segment[size-1], length-in.Length(rest)
	for k := range size - 1 {
		saved -= in.Dist(segment[k], segment[k+1])
	}
	for _, c := range l.Of(end) {
		at := slices.Index(rest, c)
		if at < 0 || in.Dist(end, c) >= saved {
			continue
		}
		places := []tsp.Tour{slices.Concat(rest[:at], segment, rest[at:])} // … end c …
		// Otherwise the segment stays in place, which is a 2-opt move.
		if at < len(rest)-1 {
			places = append(places, slices.Concat(rest[:at+1], turned, rest[at+1:])) // … c end …
		}
		for _, moved := range places {
			if gain := length - in.Length(moved); gain > 0 {
				t.Fatalf("moving %v next to %d gains %d", segment, c, gain)
			}
		}
	}
}

// No improvement is possible by a sequential exchange of two or three edges along the neighbour
// lists that has a gain at every step.
func TestNoThreeOptMoveIsLeft(t *testing.T) {
	for _, op := range []Operator{ThreeOpt, ThreeOptBest, LinKernighan} {
		t.Run(op.String(), func(t *testing.T) {
			settled(t, op, func(t *testing.T, in *tsp.Instance, l *near.Lists, tour tsp.Tour) {
				e := newExchanges(in, l, tour)
				for t1 := range int32(in.N()) {
					for _, t2 := range e.beside[t1] {
						e.open(t1, t2)
					}
				}
				if e.closed < 100 {
					t.Fatalf("only %d exchanges were closed", e.closed)
				}
				if len(e.gains) > 0 {
					t.Fatalf("%d exchanges gain, such as %v", len(e.gains), e.gains[0])
				}
			})
		})
	}
}

// exchanges finds sequential exchanges by brute force.
type exchanges struct {
	in     *tsp.Instance
	lists  *near.Lists
	beside [][]int32 // neighbours on the tour
	closed int       // number of exchanges examined
	gains  [][]int32 // exchanges with a gain, each as t1, t2, …
}

func newExchanges(in *tsp.Instance, l *near.Lists, tour tsp.Tour) *exchanges {
	e := &exchanges{in: in, lists: l, beside: make([][]int32, len(tour))}
	for i, c := range tour {
		next := tour[(i+1)%len(tour)]
		e.beside[c], e.beside[next] = append(e.beside[c], next), append(e.beside[next], c)
	}
	return e
}

// open removes (t1, t2) and continues from t2.
func (e *exchanges) open(t1, t2 int32) {
	for _, t3 := range e.lists.Of(t2) {
		g1 := e.in.Dist(t1, t2) - e.in.Dist(t2, t3)
		if g1 <= 0 || slices.Contains(e.beside[t2], t3) {
			continue
		}
		for _, t4 := range e.beside[t3] {
			if t4 == t1 {
				continue // t1 would lose both of its edges
			}
			e.close(g1+e.in.Dist(t3, t4), t1, t2, t3, t4)
			e.deepen(g1+e.in.Dist(t3, t4), t1, t2, t3, t4)
		}
	}
}

// deepen continues from t4.
func (e *exchanges) deepen(g int64, t1, t2, t3, t4 int32) {
	for _, t5 := range e.lists.Of(t4) {
		g2 := g - e.in.Dist(t4, t5)
		if g2 <= 0 || t5 == t1 || slices.Contains(e.beside[t4], t5) {
			continue
		}
		for _, t6 := range e.beside[t5] {
			e.close(g2+e.in.Dist(t5, t6), t1, t2, t3, t4, t5, t6)
		}
	}
}

// close records an exchange that has a gain and yields a tour.
func (e *exchanges) close(open int64, t ...int32) {
	e.closed++
	if open > e.in.Dist(t[len(t)-1], t[0]) && e.isTour(t) {
		e.gains = append(e.gains, slices.Clone(t))
	}
}

// isTour reports whether the exchange yields a tour, by applying it and following the edges.
func (e *exchanges) isTour(t []int32) bool {
	beside := make([][]int32, len(e.beside))
	for c := range beside {
		beside[c] = slices.Clone(e.beside[c])
	}
	for i := 0; i < len(t); i += 2 {
		for _, d := range [2][2]int32{{t[i], t[i+1]}, {t[i+1], t[i]}} {
			at := slices.Index(beside[d[0]], d[1])
			if at < 0 {
				return false // the same edge was removed twice
			}
			beside[d[0]] = slices.Delete(beside[d[0]], at, at+1)
		}
	}
	for i := 1; i < len(t); i += 2 {
		a, b := t[i], t[(i+1)%len(t)]
		beside[a], beside[b] = append(beside[a], b), append(beside[b], a)
	}
	steps, before, at := 1, int32(0), beside[0][0]
	for ; at != 0 && steps <= len(beside); steps++ {
		next := beside[at][0]
		if next == before {
			next = beside[at][1]
		}
		before, at = at, next
	}
	return steps == len(beside)
}

// Better operators give shorter tours on average, and Lin-Kernighan comes within 4 % of the
// optimum. The optimum is about 2.5 % longer than the estimate; see RandomTourEstimate.
func TestBetterOperatorsAreBetter(t *testing.T) {
	const instances = 5
	var mean [len(operators)]float64
	for seed := range uint64(instances) {
		in, l, tour := uniform(t, 1000, seed)
		for _, op := range allOperators {
			c := NewUndirected(in, l, tour, op)
			descend(c)
			excess := in.CostOf(c.Length()) / (1.025 * places.RandomTourEstimate(in))
			if op == LinKernighan && (excess > 1.04 || excess < 0.97) {
				t.Errorf("instance %d: %v times as long as a shortest tour should be", seed, excess)
			}
			mean[op] += excess / instances
		}
	}
	for _, pair := range [][2]Operator{
		{TwoOpt, OrOpt}, {OrOpt, ThreeOpt}, {OrOpt, ThreeOptBest}, {ThreeOpt, LinKernighan}, {ThreeOptBest, LinKernighan},
	} {
		if worse, better := mean[pair[0]], mean[pair[1]]; worse < better {
			t.Errorf("%v comes to %.4f, but %v to %.4f", pair[0], worse, pair[1], better)
		}
	}
}

// uniform returns a random instance, its neighbour lists and a greedy tour.
func uniform(t *testing.T, n int, seed uint64) (*tsp.Instance, *near.Lists, tsp.Tour) {
	in, err := tsp.Generate(tsp.Uniform, n, seed)
	if err != nil {
		t.Fatal(err)
	}
	l := quadrants(in)
	return in, l, must(start.Greedy(t.Context(), in, l, 1))
}
