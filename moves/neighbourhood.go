package moves

import (
	"context"
	"math"
)

// A Neighbourhood is a current solution and its moves 0 .. Len()-1. A search requests deltas in
// batches, on any device: all deltas together, or wave by wave if memory cannot hold all of them.
type Neighbourhood[S any] interface {
	Len() int
	// Deltas scores len(dst) moves from first on: dst[i] = cost after move first+i - cost now. The
	// delta is Impossible for a move that must not be made, such as one that leaves the solution
	// unchanged, and it is never NaN. Several goroutines may call Deltas concurrently between two
	// changes of the solution, so temporary memory must belong to the call or come from a
	// sync.Pool.
	Deltas(first int, dst []float64)
	Apply(move int, delta float64) // delta as computed by Deltas
	Cost() float64                 // cost of the current solution
	Snapshot() S                   // current solution, immutable
	// Reset sets the current solution to a copy of solution and computes its cost from scratch.
	//
	// Reset(Snapshot()) changes nothing: the cost and all deltas are identical to the last bit. A
	// search that returns to a solution relies on this. A cost that is a sum of whole numbers below
	// 2^53 satisfies this condition. If a cost is a sum of fractions, Apply must not add delta to
	// it but must recompute it as Reset does.
	Reset(solution S)
}

// Impossible returns the delta of a move that must not be made: +Inf. No search makes such a move.
// A move that leaves the solution unchanged must be impossible: with a delta of 0, tabu search
// would make it at every local optimum, and annealing would count it as progress. In a kernel, the
// macro IMPOSSIBLE has the same meaning.
func Impossible() float64 { return math.Inf(1) }

// Attributed is a Neighbourhood whose solutions consist of attributes, such as a bit with its value
// or a facility with its place. A memory of attributes is more informative than a memory of moves,
// because the meaning of a move changes with the solution. In a Neighbourhood that is not
// Attributed, each move is its own attribute.
type Attributed interface {
	Attributes() int        // number of attributes, which are numbered from 0
	Touched(move int) Touch // effect of a move on the attributes of the current solution
}

// A Touch describes the effect of a move on the attributes of the current solution: the first Count
// of Enters are added, and the first Count of Leaves are removed.
type Touch struct {
	Enters, Leaves [3]int32
	Count          int
}

// A Rule determines which moves may be picked. It consists of plain data, so that a device can hold
// it.
//
// A move is wanted if its delta is below Aspire, or if every attribute that it adds has an Until
// before Long. It is allowed if at least one attribute that it adds has an Until before Step.
// Wanted moves are picked before allowed ones, regardless of their deltas [TAI91 §3].
//
// The search owns Until. As long as Until is the same slice, its elements change between two picks
// only for attributes that the moves applied in between have removed.
type Rule struct {
	Until  []int32 // last step at which each attribute must stay out; nil means no memory
	Step   int32
	Long   int32
	Aspire float64
}

// A Picker is a Neighbourhood that can pick a move faster than a search can with Deltas. Among the
// moves of the best class under r, it picks the one with the smallest delta, and the lowest number
// on ties. If all moves are forbidden, Move is -1.
//
// Pick checks ctx every few milliseconds. Once ctx is cancelled, it returns the error of ctx
// without changing the solution or its moves.
type Picker interface {
	Pick(ctx context.Context, r *Rule) (Choice, error)
}

// A RangePicker can pick among count moves from first on, so that several goroutines can share a
// large neighbourhood.
type RangePicker interface {
	PickRange(r *Rule, first, count int) Choice
}

// Weighted is a Neighbourhood whose moves are slow to score with Deltas: each takes about Weight
// nanoseconds. Weight determines only how often a search checks its context. Without it, a search
// checks after about a thousand moves.
type Weighted interface {
	Weight() int
}

// A Renewer is a Neighbourhood that is a sample of a larger one. Samples are numbered, and the
// moves depend only on the solution and the sample number. Apply and Reset may change the sample
// number.
type Renewer interface {
	Renew()           // draws the next sample of moves of the same solution
	Sample() uint32   // number of the current sample
	SetSample(uint32) // draws the sample with the given number
}

// A Choice is a picked move. Move is -1 if all moves are forbidden.
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
	switch {
	case !(delta < math.Inf(1)): // also if delta is NaN
		return Forbidden
	case delta < r.Aspire:
		return Wanted
	case r.Until == nil:
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

// Everything returns a rule that has no memory and allows all possible moves.
func Everything() *Rule { return &Rule{Aspire: math.Inf(-1)} }
