// Package board holds a plan that a search changes. It finds improving moves from neighbour lists,
// and can undo its changes.
//
// Every route is a ring of links through a node of its own for the depot, so that each edge of the
// plan, also to and from the depot, lies between two nodes. Stops are numbered from 0, and the node
// for the depot of route r is n+r. Moves are found by symmetric distances: if distances depend on
// the direction, by the means of both directions. With symmetric distances, equal vehicles, one
// depot and one load, the distance is the cost, and the direction of a route has no meaning.
// Otherwise a fleet judges the moves: see fleet.
package board

import (
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// none is the route of a stop that is in no route.
const none = -1

// A Board is a plan and its cost, or the part of a plan that a lane may change: see Deal.
type Board struct {
	Lists *near.Lists // neighbours of each stop; depots may be among them
	Stop  []vrp.Stop

	n        int32
	space    space
	fleet    *fleet // nil if distances and one load are enough
	kinds    []kind
	demand   []int32 // what each stop receives in the first dimension
	lost     []int64 // cost of each stop that is in no route
	required []bool
	cost     int64 // of a lane: the change since Deal
	prized   bool
	needed   int // number of required stops in no route

	self  uint8   // lane
	owner []uint8 // lane that may change each node
	own   []int32 // stops of this lane

	next, prev []int32 // links of nodes
	leg        []int32 // distance of each node from the previous node
	route      []int32 // route of each node, or none
	at         []int32 // index of each stop in its route
	before     []int64 // load of the stops from the depot to a stop, itself included
	load       []int64 // of each route
	limit      []int64 // capacity of the vehicle of each route
	size       []int32 // number of stops in each route
	kind       []int32 // kind of vehicle of each route
	price      []int64 // cost of each route
	used       []int32 // routes with stops
	unused     []int32 // routes without stops; the last is used next
	routeAt    []int32 // index of each route in used or unused
	absent     []int32 // stops in no route
	absentAt   []int32 // index of each stop in absent, or none

	journal journal // routes as they were at the last Commit
	history journal // routes as they were at the last Mark
	changed journal // routes that have changed since the last call of Drain; without their stops

	staying []bool // of each stop, while routes are restored: whether it is in a saved route

	queue queue
	old   []int32              // a route before a change
	made  [2][]int32           // routes after a change
	parts [2][mostPieces]piece // routes after a move
}

// A kind is a type of vehicle.
type kind struct {
	capacity int64
	free     int // number of vehicles that are not used
}

// Cities returns the places of an instance in the order of nodes, the stops and then the depots,
// with symmetric distances.
func Cities(in *vrp.Instance) *tsp.Instance {
	oneWay := in.Distance.Pick(places(in))
	if oneWay.Symmetric() {
		return oneWay
	}
	means, err := tsp.FromFunc(oneWay.N(), true, oneWay.Scale(), func(i, j int) int64 {
		return (oneWay.Dist(int32(i), int32(j)) + oneWay.Dist(int32(j), int32(i))) / 2
	})
	if err != nil {
		return oneWay // impossible: oneWay has as many cities and the same scale
	}
	return means
}

func places(in *vrp.Instance) []int32 {
	order := make([]int32, 0, in.N()+len(in.Depots))
	for _, s := range in.Stops {
		order = append(order, s.Place)
	}
	for _, d := range in.Depots {
		order = append(order, d.Place)
	}
	return order
}

// New returns a board on which no stop is in a route. Lists are those of Cities.
func New(in *vrp.Instance, cities *tsp.Instance, lists *near.Lists) *Board {
	n := int32(in.N())
	b := &Board{
		Lists: lists, Stop: in.Stops, n: n, space: newSpace(cities, n), demand: make([]int32, n), lost: make([]int64, n), required: make([]bool, n),
		next: make([]int32, 2*n), leg: make([]int32, 2*n), prev: make([]int32, 2*n), route: make([]int32, 2*n), before: make([]int64, 2*n), at: make([]int32, 2*n),
		load: make([]int64, n), limit: make([]int64, n), size: make([]int32, n), kind: make([]int32, n), price: make([]int64, n), routeAt: make([]int32, n), absentAt: make([]int32, n), owner: make([]uint8, 2*n), own: make([]int32, n),
		journal: newJournal(n), history: newJournal(n), changed: newJournal(n), queue: newQueue(n), staying: make([]bool, n),
	}
	for _, t := range in.Fleet {
		b.kinds = append(b.kinds, kind{capacity: capacityOf(&t), free: int(t.Count)})
	}
	if !plain(in) {
		b.fleet = newFleet(in, &b.space)
	}
	b.clear(in)
	return b
}

// clear sets up the nodes without routes.
func (b *Board) clear(in *vrp.Instance) {
	n := b.n
	for i := range n {
		s := &in.Stops[i]
		if len(s.Deliver) > 0 {
			b.demand[i] = s.Deliver[0]
		}
		b.lost[i] = in.Missing()
		if b.required[i] = !s.Optional; s.Optional {
			b.prized, b.lost[i] = true, s.Prize
		}
		b.limit[i] = b.kinds[0].capacity
		b.route[n+i], b.at[n+i], b.own[i] = i, none, i
		b.next[n+i], b.prev[n+i] = n+i, n+i
		b.drop(i)
	}
	for r := n - 1; r >= 0; r-- {
		enlist(&b.unused, b.routeAt, r)
	}
}

// Cost returns the cost of the plan.
func (b *Board) Cost() int64 { return b.cost }

// Absent returns the stops that are in no route. The caller must not change them.
func (b *Board) Absent() []int32 { return b.absent }

// Needed returns the number of required stops that are in no route.
func (b *Board) Needed() int { return b.needed }

// Routes returns the number of routes with stops.
func (b *Board) Routes() int { return len(b.used) }

// Used returns the routes with stops, in no particular order. The caller must not change them.
func (b *Board) Used() []int32 { return b.used }

// Own returns the stops that belong to the board. The caller must not change them.
func (b *Board) Own() []int32 { return b.own }

// Route returns the route of a stop. It returns a negative number if the stop is in no route, or
// belongs to another lane.
func (b *Board) Route(s int32) int32 {
	if b.owner[s] != b.self {
		return none
	}
	return b.route[s]
}

// IsAbsent reports whether a stop belongs to the board and is in no route.
func (b *Board) IsAbsent(s int32) bool { return b.owner[s] == b.self && b.route[s] < 0 }

// At returns the index of a stop in its route.
func (b *Board) At(s int32) int { return int(b.at[s]) }

// Size returns the number of stops in a route.
func (b *Board) Size(r int32) int { return int(b.size[r]) }

// Kind returns the type of the vehicle of a route.
func (b *Board) Kind(r int32) int32 { return b.kind[r] }

// Stops appends the stops of a route to dst.
func (b *Board) Stops(dst []int32, r int32) []int32 {
	return b.walk(dst, r, b.next)
}

// enlist appends an entry to a list in which at contains the index of each entry.
func enlist(list *[]int32, at []int32, x int32) {
	at[x] = int32(len(*list))
	*list = append(*list, x)
}

// leave removes an entry from a list in which at contains the index of each entry.
func leave(list *[]int32, at []int32, x int32) {
	last := (*list)[len(*list)-1]
	(*list)[at[x]], at[last] = last, at[x]
	*list, at[x] = (*list)[:len(*list)-1], none
}
