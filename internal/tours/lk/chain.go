// Package lk improves tours by local search. For symmetric instances ([NewUndirected]) it provides
// 2-opt, Or-opt, 3-opt and Lin-Kernighan over neighbour lists with a work queue. For asymmetric
// instances ([NewDirected]) it provides segment exchange, which reverses nothing.
//
// A tour is stored in an array or, if it is large, in a two-level list. The search is the same on
// both and finds the same tour. It is designed for iterated local search: kick, descend from the
// few cities that the kick touched, then keep the result or undo it from a log ([Chain]). Several
// searches can change copies of one tour concurrently and merge their changes ([Peer]). The search
// does not allocate memory.
package lk

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// turnsAtOnce is the number of cities that Descend processes between two checks of the context. On
// a random tour of 30,000 cities, a city takes up to a millisecond.
const turnsAtOnce = 16

// A Chain is a local search that supports kicks and undo, as iterated local search requires. It
// allocates nothing between two kicks.
type Chain interface {
	// Descend processes queued cities until the queue is empty or it has processed about limit
	// cities. It reports whether the tour is a local optimum. It can fail only if a device does the
	// work. If ctx is cancelled, it processes only a few cities.
	Descend(ctx context.Context, limit int) (done bool, err error)
	// Kick applies a double bridge that cuts the tour after city at and in three more places, and
	// queues the cities around the cuts. It reports whether it changed the tour.
	Kick(s *rng.Stream, at int32, k Kick) bool
	// SetTour replaces the tour with a copy of t and empties the queue. QueueAll queues all cities,
	// and Queue queues one city.
	SetTour(t tsp.Tour)
	QueueAll()
	Queue(city int32)
	// Length returns the length of the tour in units of the instance.
	Length() int64
	// Commit accepts all changes so far. Undo reverts all changes since the last Commit.
	Commit()
	Undo()
	// Tour appends the tour to dst.
	Tour(dst tsp.Tour) tsp.Tour
	// Record calls Commit and saves the tour and the queue. Rewind restores them, even after a
	// Commit.
	Record()
	Rewind()
	// A chain may be saved only between a Commit and the next change.
	search.Stateful
}

// A Kick specifies where the four cuts of a double bridge lie.
type Kick struct {
	Size     int32 // maximum number of cities in a segment, or number of steps of a walk
	Walk     bool  // cut at the ends of random walks instead of along the tour
	Anywhere bool  // cut at random edges of the whole tour and ignore Size
}

// A Peer is a Chain that can work on a tour together with other peers. Each peer changes its own
// copy and keeps a journal. The first peer merges the changes of the others, and the others then
// adopt its tour.
type Peer interface {
	Chain
	ClearQueue()
	// Journal returns the journal, with one entry for each Commit since Record.
	Journal() *Journal
	// Merge applies the changes of a journal, except for those that conflict with the changes of
	// this peer. It returns the number of applied entries and the total number of entries. Undo
	// reverts the applied changes.
	Merge(j *Journal) (made, of int)
	// Join merges the changes of a peer that has descended concurrently. It queues the cities of
	// conflicting changes and the cities that are still in the queue of the other peer.
	Join(other Peer)
	// Waiting returns the number of queued cities. DrainQueue appends them to dst, in order, and
	// empties the queue.
	Waiting() int
	DrainQueue(dst []int32) []int32
	// Adopt copies the tour of other, which must have the same type and size, and clears the
	// journal.
	Adopt(other Peer)
	// Thorough sets whether Lin-Kernighan descents follow several openings of an edge to full
	// depth, instead of one opening with little patience. A thorough descent takes several times
	// longer and is worthwhile once, from a start tour. Later, kicks find the same improvements.
	Thorough(yes bool)
	// Work returns the number of cities that all descents have processed. It is a measure of time
	// that does not depend on the machine.
	Work() int
	// Size returns the number of cities.
	Size() int
	// Beside returns the two neighbours of a city on the tour, in no particular order.
	Beside(city int32) (int32, int32)
	// Relocate moves a stretch of length cities between the adjacent cities a and b, with first
	// next to a. The stretch starts at first and extends away from the k-th neighbour of first on
	// the tour. Relocate queues all cities whose edges change. It reports whether it changed the
	// tour: the stretch must contain neither a nor b, and a fixed edge is never cut.
	Relocate(first int32, k int, length, a, b int32) bool
	// Mend breaks up long edges, which a descent cannot do. A descent considers only pairs of
	// cities in the neighbour lists. An edge that is longer than the reach of the lists of its ends
	// moves step by step and gets stuck where the lists contain no city in the right direction.
	// Mend moves nearby cities into such an edge if that makes the tour shorter, and queues all
	// cities whose edges change. It returns the number of moved cities. If ctx is done early, some
	// edges may not have been examined.
	Mend(ctx context.Context) (moved int)
	// Note appends all changes since the last Commit to j as one entry.
	Note(j *Journal)
}

// A Journal records the changes of a chain, with one entry for each Commit.
type Journal struct {
	on      bool
	moves   [][4]int32
	entries []entry
}

type entry struct {
	end  int32 // end of its moves in Journal.moves
	gain int64
}

// Clear empties the journal.
func (j *Journal) Clear() { j.moves, j.entries = j.moves[:0], j.entries[:0] }

// Add appends an entry: flips that belong together, and their gain. A flip replaces the edges (a,
// b) and (c, d) with (a, c) and (b, d).
func (j *Journal) Add(moves [][4]int32, gain int64) {
	if len(moves) > 0 {
		j.moves = append(j.moves, moves...)
		j.entries = append(j.entries, entry{int32(len(j.moves)), gain})
	}
}
