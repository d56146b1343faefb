// Package board holds a plan that a search changes: one kind of vehicle, one depot, one load. It
// finds improving moves from neighbour lists, and can undo its changes.
//
// Every route is a ring of links through a node of its own for the depot, so that each edge of the
// plan, also to and from the depot, lies between two nodes. Stops are numbered from 0, and the node
// for the depot of route r is n+r. Distances are symmetric, so the direction of a route has no
// meaning.
package board

import (
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Problem describes the stops. City n of the instance is the depot.
type Problem struct {
	Cities   *tsp.Instance
	Lists    *near.Lists // neighbours of each stop; the depot may be among them
	Demand   []int32
	Capacity int64
	Vehicles int   // maximum number of routes
	Missing  int64 // cost of a stop in no route
}

// none is the route of a stop that is in no route.
const none = -1

// A Board is a plan and its cost.
type Board struct {
	Problem
	n     int32
	space space
	cost  int64
	used  int // number of routes with stops

	next, prev []int32 // links of nodes
	leg        []int32 // distance of each node from the previous node
	route      []int32 // route of each node, or none
	before     []int64 // load of the stops from the depot to a stop, itself included
	load       []int64 // of each route
	size       []int32 // number of stops in each route
	unused     []int32 // routes without stops; the last is used next
	unusedAt   []int32 // index of each route in unused, or none
	absent     []int32 // stops in no route
	absentAt   []int32 // index of each stop in absent, or none

	journal journal // routes as they were at the last Commit
	history journal // routes as they were at the last Mark
	changed journal // routes that have changed since the last call of Drain; without their stops

	queue     queue
	old, made [2][]int32 // routes before and after a move
}

// New returns a board on which no stop is in a route.
func New(p Problem) *Board {
	n := int32(p.Cities.N() - 1)
	b := &Board{
		Problem: p, n: n, space: newSpace(p.Cities), cost: int64(n) * p.Missing,
		next: make([]int32, 2*n), leg: make([]int32, 2*n), prev: make([]int32, 2*n), route: make([]int32, 2*n), before: make([]int64, 2*n),
		load: make([]int64, n), size: make([]int32, n), unusedAt: make([]int32, n), absentAt: make([]int32, n),
		journal: newJournal(n), history: newJournal(n), changed: newJournal(n), queue: newQueue(n),
	}
	for i := range n {
		b.route[i], b.route[n+i], b.unusedAt[i] = none, i, none
		b.next[n+i], b.prev[n+i] = n+i, n+i
		b.prev[i], b.absentAt[i] = none, i
		b.absent = append(b.absent, i)
	}
	for r := n - 1; r >= 0; r-- {
		b.shelve(r)
	}
	return b
}

// Cost returns the cost of the plan.
func (b *Board) Cost() int64 { return b.cost }

// Absent returns the stops that are in no route. The caller must not change them.
func (b *Board) Absent() []int32 { return b.absent }

// Routes returns the number of routes with stops.
func (b *Board) Routes() int { return b.used }

// Route returns the route of a stop, or a negative number.
func (b *Board) Route(s int32) int32 { return b.route[s] }

// Stops appends the stops of a route to dst.
func (b *Board) Stops(dst []int32, r int32) []int32 { return b.walk(dst, r, b.next) }

// walk appends the stops of a route in the direction of the given links.
func (b *Board) walk(dst []int32, r int32, next []int32) []int32 {
	for s := next[b.n+r]; s < b.n; s = next[s] {
		dst = append(dst, s)
	}
	return dst
}

func (b *Board) shelve(r int32) {
	b.unusedAt[r] = int32(len(b.unused))
	b.unused = append(b.unused, r)
}

// leave removes an entry from a list in which at contains the index of each entry.
func leave(list *[]int32, at []int32, x int32) {
	last := (*list)[len(*list)-1]
	(*list)[at[x]], at[last] = last, at[x]
	*list, at[x] = (*list)[:len(*list)-1], none
}

// Set replaces the stops of a route, which must not be in other routes. Stops of the old route that
// are in none of the new routes must be removed by Take.
func (b *Board) Set(r int32, stops []int32) {
	b.note(r)
	b.use(r, len(stops) > 0)
	last, load := b.n+r, int64(0)
	for _, s := range stops {
		b.link(last, s)
		load += int64(b.Demand[s])
		b.route[s], b.before[s] = r, load
		if b.absentAt[s] >= 0 {
			leave(&b.absent, b.absentAt, s)
		}
		last = s
	}
	b.link(last, b.n+r)
	b.load[r], b.size[r] = load, int32(len(stops))
}

// use records whether a route has stops from now on.
func (b *Board) use(r int32, stops bool) {
	switch {
	case stops && b.size[r] == 0:
		leave(&b.unused, b.unusedAt, r)
		b.used++
	case !stops && b.size[r] > 0:
		b.shelve(r)
		b.used--
	}
}

// link makes z the next node after a.
func (b *Board) link(a, z int32) {
	b.next[a] = z
	if b.prev[z] != a {
		b.prev[z], b.leg[z] = a, int32(b.space.dist(a, z))
	}
}

// drop records that a stop is in no route.
func (b *Board) drop(s int32) {
	b.route[s] = none
	b.absentAt[s] = int32(len(b.absent))
	b.absent = append(b.absent, s)
}

// note saves a route before it changes.
func (b *Board) note(r int32) {
	b.journal.save(b, r)
	b.history.save(b, r)
	b.changed.touch(r)
}
