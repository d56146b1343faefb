// Package lk improves tours by local search. For symmetric instances
// ([NewUndirected]) it has 2-opt, Or-opt, 3-opt and Lin-Kernighan over
// neighbour lists with a work queue. For asymmetric instances ([NewDirected])
// it has segment exchange, which reverses nothing.
//
// A tour is stored in an array or, if it is large, in a two-level list. The
// search is the same and finds the same tour. It is made for iterated local
// search: kick, descend from the few cities that the kick touched, then keep
// the result or undo it from a log ([Chain]). Several searches can change
// copies of one tour at the same time and merge their changes ([Peer]). The
// search does not allocate memory.
package lk

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Chain is a local search that can be kicked and undone, as iterated local
// search requires. Nothing is allocated between two kicks.
type Chain interface {
	// Descend processes queued cities until none is left or it has processed about
	// limit cities. It reports whether the tour is a local optimum, and fails only if
	// a device does the work.
	Descend(ctx context.Context, limit int) (done bool, err error)
	// Kick makes a double bridge that cuts the tour after city at and in three
	// more places, and queues the cities around the cuts. It reports whether it
	// changed the tour.
	Kick(s *rng.Stream, at int32, k Kick) bool
	// SetTour replaces the tour by a copy of t. Nothing is queued; QueueAll queues
	// all cities, Queue one.
	SetTour(t tsp.Tour)
	QueueAll()
	Queue(city int32)
	// Length returns the length of the tour in units of the instance.
	Length() int64
	// Commit keeps all changes so far. Undo reverts all changes since the last
	// Commit.
	Commit()
	Undo()
	// Tour appends the tour to dst.
	Tour(dst tsp.Tour) tsp.Tour
	// Record commits and saves the tour and the queue. Rewind restores them, even
	// after a Commit.
	Record()
	Rewind()
	// A chain is saved between Commit and the next change.
	search.Stateful
}

// A Kick specifies where the four cuts of a double bridge lie.
type Kick struct {
	Size     int32 // the most cities in a segment, or the steps of a walk
	Walk     bool  // cut at the ends of random walks, not along the tour
	Anywhere bool  // cut at random edges of the whole tour and ignore Size
}

// A Peer is a Chain that can work on a tour together with others of its kind.
// Each changes its own copy and keeps a journal. The first merges the changes
// of the others, and the others then adopt its tour.
type Peer interface {
	Chain
	ClearQueue()
	// Journal returns the journal, with one entry for each Commit since Record.
	Journal() *Journal
	// Merge applies the changes of a journal, except for those that conflict
	// with changes made here. It returns how many entries were applied, and how
	// many there are. Undo reverts them.
	Merge(j *Journal) (made, of int)
	// Join merges the changes of a peer that has descended at the same time. It
	// queues the cities of changes that conflict and those still queued there.
	Join(other Peer)
	// Waiting returns how many cities are queued. TakeQueue appends them to dst, in
	// order, and empties the queue.
	Waiting() int
	DrainQueue(dst []int32) []int32
	// Adopt copies the tour of other, which must be of the same kind and size,
	// and clears the journal.
	Adopt(other Peer)
	// Thorough sets whether Lin-Kernighan descents follow several openings of an
	// edge to full depth, instead of one with little patience. That takes several
	// times longer and pays off once, from a start tour. Later, kicks find the same
	// improvements.
	Thorough(yes bool)
	// Work returns how many cities all descents have processed: a measure of
	// time that is the same everywhere.
	Work() int
	// Size returns the number of cities.
	Size() int
	// Beside returns the two neighbours of a city on the tour, in no particular
	// order.
	Beside(city int32) (int32, int32)
	// Relocate moves a stretch of length cities between the adjacent cities a
	// and b, with first next to a. The stretch begins at first and extends away
	// from the k-th neighbour of first on the tour. All cities whose edges
	// change are queued. Relocate reports whether it changed the tour: the
	// stretch must contain neither a nor b, and an fixed edge is never
	// cut.
	Relocate(first int32, k int, length, a, b int32) bool
	// Mend breaks up long edges, which a descent cannot do. A descent considers only
	// pairs of cities in the neighbour lists. An edge that is longer than the lists
	// of its ends reach moves step by step and gets stuck where the lists contain no
	// city in the right direction. Mend moves cities that lie on the way into such
	// an edge if that makes the tour shorter, and queues all cities whose edges
	// change. It returns how many it has moved; if ctx ends early, more may be left.
	Mend(ctx context.Context) (moved int)
	// Note appends all changes since the last Commit to j as one entry.
	Note(j *Journal)
}

// A Journal records what a chain has changed, with one entry for each Commit.
type Journal struct {
	on      bool
	moves   [][4]int32
	entries []entry
}

type entry struct {
	end  int32 // of its moves in Journal.moves
	gain int64
}

// Clear empties the journal.
func (j *Journal) Clear() { j.moves, j.entries = j.moves[:0], j.entries[:0] }

// Add appends an entry: flips that belong together, and their gain. A flip
// replaces the edges (a, b) and (c, d) by (a, c) and (b, d).
func (j *Journal) Add(moves [][4]int32, gain int64) {
	if len(moves) > 0 {
		j.moves = append(j.moves, moves...)
		j.entries = append(j.entries, entry{int32(len(j.moves)), gain})
	}
}
