package moves

import (
	"context"
	"math"
)

// A Neighbourhood is a current solution and its moves 0 .. Len()-1. It is
// crossed once per batch: all deltas at a time, or wave by wave where there are
// more than memory holds, on whatever device.
type Neighbourhood[S any] interface {
	Len() int
	// Deltas scores len(dst) moves from first on: dst[i] = cost after move first+i -
	// cost now. It is Impossible for a move that must not be made, such as one that
	// leaves the solution unchanged, and never NaN. Several goroutines may call Deltas
	// at once between two changes of the solution, so temporary memory belongs to the
	// call or comes from a sync.Pool.
	Deltas(first int, dst []float64)
	Apply(move int, delta float64) // delta as computed by Deltas
	Cost() float64                 // of the current solution
	Snapshot() S                   // the current solution, immutable
	// Reset makes a copy of solution the current one, and costs it from scratch.
	//
	// Reset(Snapshot()) changes nothing: the cost and all deltas are the same to the
	// last bit. A search that goes back to a solution relies on it. Sums of whole
	// numbers below 2^53 keep it; where a cost is a sum of fractions, Apply does not
	// add delta to it, but computes it as Reset does.
	Reset(solution S)
}

// Impossible returns the delta of a move that must not be made: +Inf. No search makes such a
// move. A move that leaves the solution unchanged must be impossible: with a delta of 0
// tabu search would make it at every local optimum, and annealing would take it for
// progress. In a kernel the macro IMPOSSIBLE has the same meaning.
func Impossible() float64 { return math.Inf(1) }

// isPossible reports whether a move with this delta may be made. NaN is not possible.
func isPossible(delta float64) bool { return delta < math.Inf(1) }

// Attributed is a Neighbourhood whose solutions are made of attributes: a bit
// with its value, a facility with its place. A memory of attributes says more
// than one of moves, whose meaning changes with the solution. Where a
// neighbourhood offers none, each move is its own attribute.
type Attributed interface {
	Attributes() int        // how many there are, numbered from 0
	Touched(move int) Touch // by a move, of the current solution
}

// A Touch is what a move does to the attributes of the current solution: the
// first Count of Enters come in, those of Leaves go.
type Touch struct {
	Enters, Leaves [3]int32
	Count          int
}

// A Rule determines which moves may be picked. It is data, so that a device can hold it.
//
// A move is wanted if its delta is below Aspire, or if everything that it brings
// in has been out since before Long. It is allowed if something that it brings
// in may come in at Step. Wanted moves are picked before allowed ones, whatever
// their deltas [TAI91 §3].
//
// The search owns Until. While it is the same slice, it changes between two picks only at
// attributes that the moves applied in between have removed.
type Rule struct {
	Until  []int32 // of each attribute: the last step at which it must stay out; nil: no memory
	Step   int32
	Long   int32
	Aspire float64
}

// A Picker is a Neighbourhood that picks faster than by its Deltas: the move of the best
// class under r with the smallest delta, the lowest number on ties. If all moves are
// forbidden, Move is -1.
//
// It checks ctx every few milliseconds and returns its error once it has ended, without a
// change to the solution or its moves.
type Picker interface {
	Pick(ctx context.Context, r *Rule) (Choice, error)
}

// A RangePicker can pick among count moves from first on, so that several
// goroutines share a large neighbourhood.
type RangePicker interface {
	PickRange(r *Rule, first, count int) Choice
}

// Weighted is a Neighbourhood whose moves take long to score: about Weight nanoseconds
// each, by Deltas. It says how often a search looks at its context, and nothing else.
// Without it a search looks after about a thousand moves.
type Weighted interface {
	Weight() int
}

// A Renewer is a Neighbourhood that is a sample of something larger. Samples have
// numbers: the solution and the number of the sample say what the moves are, and nothing
// else does. Apply and Reset may go on to other numbers.
type Renewer interface {
	Renew()           // draws other moves of the same solution: the next sample
	Sample() uint32   // the number of the present one
	SetSample(uint32) // draws the one that has this number
}

// A Choice is a move that was picked. Move is -1 if all moves are forbidden.
type Choice struct {
	Move  int
	Delta float64
}

// The classes of a move under a rule, best first.
const (
	Wanted = iota
	Allowed
	Forbidden
)

// Class returns the class of a move under the rule. An impossible move is Forbidden.
func (r *Rule) Class(delta float64, t *Touch) int {
	if !isPossible(delta) {
		return Forbidden
	}
	if delta < r.Aspire {
		return Wanted
	}
	if r.Until == nil {
		return Allowed
	}
	latest, earliest := int32(math.MinInt32), int32(math.MaxInt32)
	for _, a := range t.Enters[:t.Count] {
		latest, earliest = max(latest, r.Until[a]), min(earliest, r.Until[a])
	}
	switch {
	case latest < r.Long:
		return Wanted
	case earliest < r.Step:
		return Allowed
	}
	return Forbidden
}

// Everything returns the rule without a memory: all possible moves are allowed.
func Everything() *Rule { return &Rule{Aspire: math.Inf(-1)} }
