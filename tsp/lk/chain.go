// Package lk improves tours by local search: 2-opt, Or-opt, 3-opt and
// Lin-Kernighan over neighbour lists with a work queue, for symmetric instances
// ([NewUndirected]), and segment exchange, which reverses nothing, for asymmetric
// ones ([NewDirected]).
//
// A tour is kept in an array or, when it is large, in a two-level list; the search
// is the same and finds the same tour. It is made for iterated local search: kick,
// descend from the few cities that the kick touched, then keep the result or undo
// it from a log ([Chain]). Several searches can change copies of one tour at the
// same time and put their changes together ([Peer]). Nothing is allocated on the
// way.
package lk

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Chain is a local search that can be kicked and undone: what iterated local
// search needs. Nothing is allocated between two kicks.
type Chain interface {
	// Descend looks at queued cities until none is left or it has looked limit
	// times, and tells whether the tour is a local optimum. It fails only where
	// something else than this program does the work.
	Descend(ctx context.Context, limit int) (done bool, err error)
	// Kick makes a double bridge near city at and queues the cities around it.
	// It tells whether it did.
	Kick(s *rng.Stream, at int32, k Kick) bool
	// Take takes up another tour, which is copied. Nothing is queued; QueueAll queues
	// all cities, Queue one.
	Take(t tsp.Tour)
	QueueAll()
	Queue(city int32)
	// Length is the length of the tour in units of the instance.
	Length() int64
	// Commit keeps everything done so far, Undo takes back everything since the
	// last Commit.
	Commit()
	Undo()
	// Tour appends the tour to dst.
	Tour(dst tsp.Tour) tsp.Tour
	// Record commits, and remembers the tour and the queue. Rewind goes back to
	// them, whatever was committed since.
	Record()
	Rewind()
	// A chain is saved between Commit and the next change.
	search.Stateful
}

// A Kick says where the four cuts of a double bridge lie.
type Kick struct {
	Size int32 // cities that a segment may have, or steps of a walk
	Walk bool  // cut where random walks lead, not along the tour
}

// A Peer is a Chain that can work on a tour together with others of its kind:
// each changes its own copy and keeps a journal, the first makes the changes of
// the others its own, and the others begin again from there.
type Peer interface {
	Chain
	// ClearQueue empties the queue.
	ClearQueue()
	// Journal has an entry for every Commit since Record.
	Journal() *Journal
	// Merge makes the changes of a journal, except for those that what has
	// changed here leaves no room for, and returns how many of how many were
	// made. Undo takes them back.
	Merge(j *Journal) (made, of int)
	// Adopt takes over the tour of other, which must be of the same kind and
	// size, and clears the journal.
	Adopt(other Peer)
	// Size is the number of cities.
	Size() int
	// Beside are the two cities beside one, in no order.
	Beside(city int32) (int32, int32)
	// Relocate takes a stretch of so many cities, from first on and away from its
	// k-th city beside it, and puts it between a and b, which stand beside each
	// other, with first next to a. It queues all cities whose edges change, and
	// tells whether it did: a stretch has neither of the two in it, and an edge
	// that must stay is never cut.
	Relocate(first int32, k int, length, a, b int32) bool
	// Note adds everything since the last Commit to a journal of somebody's, as
	// one entry.
	Note(j *Journal)
}

// A Journal is what a chain has changed, one entry for each Commit.
type Journal struct {
	on      bool
	moves   [][4]int32
	entries []entry
}

type entry struct {
	end  int32 // of its moves
	gain int64
}

// Clear empties the journal.
func (j *Journal) Clear() { j.moves, j.entries = j.moves[:0], j.entries[:0] }

// Add adds an entry: flips that belong together, and what they gain. A flip makes
// the edges (a, b) and (c, d) into (a, c) and (b, d).
func (j *Journal) Add(moves [][4]int32, gain int64) {
	if len(moves) > 0 {
		j.moves = append(j.moves, moves...)
		j.entries = append(j.entries, entry{int32(len(j.moves)), gain})
	}
}
