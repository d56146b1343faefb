package board

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// drawn returns a problem with random stops.
func drawn(t *rapid.T) Problem {
	n := rapid.IntRange(1, 25).Draw(t, "stops")
	points := make([]tsp.Point, n+1)
	for i := range points {
		points[i] = tsp.Point{float64(rapid.IntRange(0, 60).Draw(t, "x")), float64(rapid.IntRange(0, 60).Draw(t, "y"))}
	}
	in, err := tsp.FromPoints(tsp.Euc2D, points)
	if err != nil {
		t.Fatal(err)
	}
	lists, err := near.Nearest(context.Background(), in, 12, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := Problem{Cities: in, Lists: lists, Capacity: int64(rapid.IntRange(1, 30).Draw(t, "capacity")), Missing: 100_000}
	p.Vehicles = rapid.IntRange(1, n).Draw(t, "vehicles")
	for range n {
		p.Demand = append(p.Demand, int32(rapid.IntRange(0, 9).Draw(t, "demand")))
	}
	return p
}

// verify compares everything that a board stores with its routes.
func verify(t *rapid.T, b *Board) {
	cost, used, seen := int64(0), 0, map[int32]bool{}
	for r := range b.n {
		stops := b.Stops(nil, r)
		load, last := int64(0), b.n+r
		for _, s := range stops {
			load += int64(b.Demand[s])
			cost += int64(b.space.dist(last, s))
			if seen[s] || b.route[s] != r || b.before[s] != load || b.prev[s] != last || b.absentAt[s] >= 0 {
				t.Fatalf("route %d: stop %d is wrong", r, s)
			}
			seen[s], last = true, s
		}
		cost += int64(b.space.dist(last, b.n))
		if load != b.load[r] || load > b.Capacity || int(b.size[r]) != len(stops) || (b.unusedAt[r] >= 0) != (len(stops) == 0) || b.prev[b.n+r] != last {
			t.Fatalf("route %d: %v, load %d of %d, size %d", r, stops, load, b.load[r], b.size[r])
		}
		if len(stops) > 0 {
			used++
		}
	}
	if cost += int64(len(b.absent)) * b.Missing; cost != b.cost || len(seen)+len(b.absent) != int(b.n) || used != b.used || used > b.Vehicles {
		t.Fatalf("cost %d, expected %d; %d stops in routes, %d not; %d routes, expected %d of %d", b.cost, cost, len(seen), len(b.absent), b.used, used, b.Vehicles)
	}
}

// text shows a plan.
func text(b *Board) (all string) {
	for r := range b.n {
		if stops := b.Stops(nil, r); len(stops) > 0 {
			all += fmt.Sprintln(stops)
		}
	}
	return all + fmt.Sprint(b.cost)
}

// The stored cost and loads equal those of the routes after every change, no capacity is exceeded,
// moves improve the plan, and changes can be undone.
func TestBoard(t *testing.T) {
	kinds := map[int]int{}
	rapid.Check(t, func(t *rapid.T) {
		b := New(drawn(t))
		random := rng.At(1, 2, 3)
		for s := range b.n {
			b.Insert(s, 0, &random)
			verify(t, b)
		}
		b.Mark()
		marked := text(b)
		for range 3 {
			before := text(b)
			for range rapid.IntRange(0, 3).Draw(t, "strings") {
				s := int32(rapid.IntRange(0, int(b.n)-1).Draw(t, "stop"))
				if r := b.Route(s); r >= 0 {
					at := slices.Index(b.Stops(nil, r), s)
					b.Take(r, at, at+rapid.IntRange(1, int(b.size[r])-at).Draw(t, "length"))
					verify(t, b)
				}
			}
			for _, s := range slices.Clone(b.Absent()) {
				b.Insert(s, 1<<30, &random)
				verify(t, b)
			}
			for {
				v, ok := b.queue.pop()
				if !ok {
					break
				}
				for b.route[v] >= 0 {
					cost, m := b.cost, b.bestMove(v)
					if !b.improve(v) {
						break
					}
					verify(t, b)
					kinds[m.kind]++
					if b.cost != cost+int64(m.delta) || b.cost >= cost {
						t.Fatalf("the cost rose from %d to %d", cost, b.cost)
					}
				}
			}
			if rapid.Bool().Draw(t, "undo") {
				if b.Undo(); text(b) != before {
					t.Fatalf("%s\nexpected\n%s", text(b), before)
				}
			} else {
				b.Commit()
			}
			verify(t, b)
		}
		if b.Rewind(); text(b) != marked {
			t.Fatalf("%s\nexpected\n%s", text(b), marked)
		}
		verify(t, b)
	})
	if len(kinds) < 5 {
		t.Errorf("kinds of moves: %v", kinds)
	}
}
