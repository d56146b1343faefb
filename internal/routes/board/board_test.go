package board

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/routes/routestest"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
	"pgregory.net/rapid"
)

// A drawn board and its instance.
type drawn struct {
	*Board
	in *vrp.Instance
}

// draw returns an empty board with random stops: with all features, or with equal vehicles and one
// load.
func draw(t *rapid.T) drawn {
	n := rapid.IntRange(1, 25).Draw(t, "stops")
	random := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
	d := routestest.Data(&random, n)
	if rapid.IntRange(0, 3).Draw(t, "plain") == 0 {
		d = plainData(&random, n)
	}
	in, err := vrp.New(d)
	if err != nil {
		t.Fatal(err)
	}
	cities := Cities(in)
	lists, err := near.Nearest(context.Background(), cities, 12, 1)
	if err != nil {
		t.Fatal(err)
	}
	return drawn{New(in, cities, lists), in}
}

// plainData returns stops around a depot, and equal vehicles with one load.
func plainData(r *rng.Stream, n int) vrp.Data {
	d := vrp.Data{Name: "plain", Depots: []vrp.Depot{{}}, Fleet: []vrp.Type{{Count: 1 + r.IntN(int32(n)), Capacity: []int32{r.IntN(30)}, PerDistance: 1}}}
	for i := range int32(n + 1) {
		d.Points = append(d.Points, tsp.Point{float64(r.IntN(60)), float64(r.IntN(60))})
		if i > 0 {
			d.Stops = append(d.Stops, vrp.Stop{ID: int64(i), Place: i, Deliver: []int32{r.IntN(9)}, Optional: r.IntN(4) == 0, Prize: 30})
		}
	}
	d.Distance, _ = tsp.FromPoints(tsp.Euc2D, d.Points)
	return d
}

// plan returns the plan of the board, in which some routes have other stops.
func (d drawn) plan(other map[int32][]int32, kinds map[int32]int32) (p vrp.Plan) {
	for r := range d.n {
		stops, kind := d.Stops(nil, r), d.Kind(r)
		if changed, ok := other[r]; ok {
			stops, kind = changed, kinds[r]
		}
		if len(stops) > 0 {
			p = append(append(p, -1-kind), stops...)
		}
	}
	return p
}

// verify compares the plan with the referee, and everything that the board stores with its routes.
func (d drawn) verify(t *rapid.T) {
	t.Helper()
	p := d.plan(nil, nil)
	if err := d.in.Check(p); err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	if want := d.in.Units(p); d.cost != want {
		t.Fatalf("%v: cost %d, expected %d", p, d.cost, want)
	}
	used, served, needed := 0, 0, 0
	for r := range d.n {
		stops := d.Stops(nil, r)
		load, last := int64(0), d.n+r
		for i, s := range stops {
			load += int64(d.demand[s])
			if d.route[s] != r || d.before[s] != load || d.prev[s] != last || int64(d.leg[s]) != d.space.dist(last, s) || d.absentAt[s] >= 0 || int(d.at[s]) != i {
				t.Fatalf("route %d: stop %d is wrong", r, s)
			}
			last = s
		}
		if load != d.load[r] || int(d.size[r]) != len(stops) || d.list(r)[d.routeAt[r]] != r || d.prev[d.n+r] != last || d.limit[r] != d.kinds[d.kind[r]].capacity {
			t.Fatalf("route %d: %v, load %d of %d, size %d", r, stops, load, d.load[r], d.size[r])
		}
		if served += len(stops); len(stops) > 0 {
			used++
		}
	}
	for _, s := range d.absent {
		if d.required[s] {
			needed++
		}
	}
	if served+len(d.absent) != int(d.n) || used != len(d.used) || needed != d.needed {
		t.Fatalf("%d stops in routes, %d not; %d routes, expected %d", served, len(d.absent), len(d.used), used)
	}
}

// list returns the list in which a route is.
func (d drawn) list(r int32) []int32 {
	if d.size[r] > 0 {
		return d.used
	}
	return d.unused
}

// Costs and limits equal those of the referee after every change, moves improve the plan by as much
// as they promise, and changes can be undone.
func TestBoard(t *testing.T) {
	kinds := map[int]int{}
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t)
		random := rng.At(1, 2, 3)
		if rapid.Bool().Draw(t, "build") {
			if err := b.Build(t.Context()); err != nil {
				t.Fatal(err)
			}
			b.verify(t)
		}
		for _, s := range slices.Clone(b.Absent()) {
			b.Insert(s, rapid.Bool().Draw(t, "eager"), 0, &random)
			b.verify(t)
		}
		b.Mark()
		marked := fmt.Sprint(b.plan(nil, nil))
		for range 3 {
			before := fmt.Sprint(b.plan(nil, nil))
			b.kick(t, &random)
			b.Trim()
			b.verify(t)
			b.descend(t, kinds)
			b.tryMoves(t, &random)
			b.Retype()
			b.Turn()
			b.verify(t)
			if rapid.Bool().Draw(t, "undo") {
				if b.Undo(); fmt.Sprint(b.plan(nil, nil)) != before {
					t.Fatalf("%v\nexpected\n%s", b.plan(nil, nil), before)
				}
			} else {
				b.Commit()
			}
			b.verify(t)
		}
		if b.Rewind(); fmt.Sprint(b.plan(nil, nil)) != marked {
			t.Fatalf("%v\nexpected\n%s", b.plan(nil, nil), marked)
		}
		b.verify(t)
	})
	if len(kinds) < 5 {
		t.Errorf("kinds of moves: %v", kinds)
	}
}

// kick removes some strings of stops and inserts what is in no route.
func (d drawn) kick(t *rapid.T, random *rng.Stream) {
	for range rapid.IntRange(0, 3).Draw(t, "strings") {
		s := int32(rapid.IntRange(0, int(d.n)-1).Draw(t, "stop"))
		if r := d.Route(s); r >= 0 {
			d.Take(r, d.At(s), d.At(s)+rapid.IntRange(1, d.Size(r)-d.At(s)).Draw(t, "length"))
			d.verify(t)
		}
	}
	for _, s := range slices.Clone(d.Absent()) {
		d.Insert(s, s%3 == 0, 1<<30, random)
		d.verify(t)
	}
}

// descend makes the moves of a descent one by one.
func (d drawn) descend(t *rapid.T, kinds map[int]int) {
	for v, ok := d.queue.pop(); ok; v, ok = d.queue.pop() {
		for d.route[v] >= 0 {
			cost, m := d.cost, d.bestMove(v)
			if !d.improve(v) {
				break
			}
			d.verify(t)
			kinds[m.kind]++
			if d.cost != cost+m.delta || d.cost >= cost {
				t.Fatalf("%+v: the cost rose from %d to %d", m, cost, d.cost)
			}
		}
	}
}

// tryMoves compares the verdicts on random moves, also on bad ones, with those of the referee.
func (d drawn) tryMoves(t *rapid.T, random *rng.Stream) {
	for range 100 {
		m := move{
			kind: int(random.IntN(5)), v: random.IntN(d.n), w: random.IntN(d.n), mirrored: random.IntN(2) == 0, ahead: random.IntN(2) == 0, flip: random.IntN(2) == 0,
			a: 1 + int(random.IntN(longest)), b: 1 + int(random.IntN(longest-1)),
		}
		if d.fleet == nil || !d.legal(&m) {
			continue
		}
		x := d.view(m.mirrored)
		r, o := d.route[m.v], d.route[m.w]
		m.vehicle = d.kind[o]
		ok := x.judge(&m)
		one, two := d.pieces(&m)
		other, kinds := map[int32][]int32{r: d.collect(nil, one)}, map[int32]int32{r: d.kind[r], o: m.vehicle}
		if r != o {
			other[o] = d.collect(nil, two)
		}
		p := d.plan(other, kinds)
		err := d.in.Check(p)
		if err != nil && len(d.fleet.load) == 0 && strings.Contains(err.Error(), "exceeds the capacity") {
			continue // a search compares sums of demands with capacities before it judges a move
		}
		if (err == nil) != ok {
			t.Fatalf("%+v: %v, but the verdict is %v", m, err, ok)
		}
		if delta := d.in.Units(p) - d.cost; ok && delta != m.delta {
			t.Fatalf("%+v: the cost changes by %d", m, delta)
		}
		if len(d.in.Unserved(p)) != len(d.absent) {
			t.Fatalf("%+v loses stops", m)
		}
	}
}

// legal makes the fields of a random move consistent, and reports whether there is such a move.
func (d drawn) legal(m *move) bool {
	x := d.view(m.mirrored)
	if m.v == m.w || d.route[m.v] < 0 || d.route[m.w] < 0 || m.w == x.prev[m.v] {
		return false
	}
	same := d.route[m.v] == d.route[m.w]
	switch m.kind {
	case tails:
		m.ahead = true
		fallthrough
	case turned, reverse:
		m.a, m.b = 0, 0
		m.ahead = m.kind == tails
		return same == (m.kind == reverse)
	case relocate:
		m.b = 0
	}
	own := d.run(m.v, m.a, x.next)
	y, away := x.next[m.w], x.next
	if !m.ahead {
		y, away = x.prev[m.w], x.prev
	}
	other := d.run(y, m.b, away)
	if len(own) != m.a || len(other) != m.b || slices.Contains(own, m.w) || slices.Contains(own, y) {
		return false
	}
	return !slices.ContainsFunc(other, func(s int32) bool { return s == x.prev[m.v] || s == x.next[own[m.a-1]] || slices.Contains(own, s) })
}

// run returns up to count stops along links.
func (d drawn) run(s int32, count int, next []int32) (all []int32) {
	for ; len(all) < count && s < d.n; s = next[s] {
		all = append(all, s)
	}
	return all
}
