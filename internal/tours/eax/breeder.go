package eax

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// A breeder constructs children on one thread.
type breeder struct {
	*assembly
	cycles   *cycles
	block    *block
	counts   *frequency // nil if children are compared by length alone
	children int
	picks    []int32 // cycles to try
	found    []find
}

// A find is a cycle, or the index of a stored block, that yields a better tour.
type find struct {
	cycle int32
	value float64
}

// An heir is the child that replaces its first parent. An heir without changes leaves the parent
// unchanged.
type heir struct {
	changes []change
	gain    int64
	value   float64
}

func newBreeder(s lk.Space, l *near.Lists, n int) *breeder {
	return &breeder{assembly: newAssembly(s, l, n), cycles: newCycles(n), block: newBlock(n)}
}

// compare prepares to breed two parents and reports whether they differ. Children are derived from
// the first parent.
func (b *breeder) compare(first, second *member, random *rng.Stream, h *heir) bool {
	h.changes, h.gain, h.value = h.changes[:0], 0, 0
	b.cycles.find(first.links, second.links, &b.Space, random)
	if b.cycles.count() == 0 {
		return false
	}
	b.load(first)
	return true
}

// single constructs children with one AB-cycle each [NK13 §3.1].
//
// A pair of large tours has AB-cycles in many places, and exchanging one of them gains little. So
// single tries all cycles with a gain and chooses the best children, one for every b.children
// children that it constructs. The heir combines the cycles of the chosen children.
func (b *breeder) single(ctx context.Context, random *rng.Stream, h *heir) {
	tries := b.pick(random)
	b.found = b.found[:0]
	for _, c := range b.picks[:tries] {
		if ctx.Err() != nil {
			return
		}
		b.startChild()
		b.exchange(c)
		if value := b.finish(h); value > 0 {
			b.found = append(b.found, find{c, value})
		}
		b.undo()
	}
	if winners := min(tries/b.children, len(b.found)); winners > 1 {
		b.combine(winners, h)
	}
}

// pick shuffles the cycles with a gain and returns the number to try. If they are too few, it
// appends the other cycles, which may yield a gain when subtours are joined.
func (b *breeder) pick(random *rng.Stream) (tries int) {
	b.picks = b.picks[:0]
	for i, gain := range b.cycles.gain {
		if gain > 0 {
			b.picks = append(b.picks, int32(i))
		}
	}
	gaining := len(b.picks)
	random.Shuffle(b.picks)
	if gaining < b.children {
		for i, gain := range b.cycles.gain {
			if gain <= 0 {
				b.picks = append(b.picks, int32(i))
			}
		}
		random.Shuffle(b.picks[gaining:])
	}
	return max(gaining, min(b.children, len(b.picks)))
}

// combine constructs one child with the cycles of the best finds.
func (b *breeder) combine(winners int, h *heir) {
	b.rank()
	b.startChild()
	for _, f := range b.found[:winners] {
		b.exchange(f.cycle)
	}
	b.keepCombined(h)
}

// rank sorts the finds, best first.
func (b *breeder) rank() {
	slices.SortFunc(b.found, func(x, y find) int {
		return cmp.Or(cmp.Compare(y.value, x.value), cmp.Compare(x.cycle, y.cycle))
	})
}

// keepCombined joins the subtours of the child that combines several finds. The child becomes the
// heir if it gains more than the current heir.
func (b *breeder) keepCombined(h *heir) {
	b.trace()
	if b.join() && b.gain > h.gain {
		b.keep(h)
	}
	b.undo()
}

// rand constructs children that exchange each AB-cycle with probability one half [NK13 §2.1].
func (b *breeder) rand(ctx context.Context, random *rng.Stream, h *heir) {
	for range b.children {
		if ctx.Err() != nil {
			return
		}
		b.startChild()
		for c := range b.cycles.count() {
			if random.Uint32()>>31 == 0 {
				b.exchange(int32(c))
			}
		}
		b.finish(h)
		b.undo()
	}
}

// exchange replaces the edges of the first parent on a cycle by the edges of the second parent.
func (b *breeder) exchange(cycle int32) {
	b.assembly.exchange(b.cycles.of(cycle), b.cycles.gain[cycle])
}

// finish joins the subtours of the child. The child becomes the heir if it has the highest value so
// far. finish returns the value, or 0 if the child is no better than its parent.
func (b *breeder) finish(h *heir) float64 {
	if len(b.cuts) == 0 {
		return 0
	}
	b.trace()
	if !b.join() || b.gain <= 0 {
		return 0
	}
	value := b.value()
	if value > h.value {
		h.value = value
		b.keep(h)
	}
	return value
}

// value returns the gain of a child in length per unit of entropy that the population loses [NK13
// §2.3]. If counts is nil, it returns the gain.
func (b *breeder) value() float64 {
	b.noteChanges()
	if b.counts == nil {
		return float64(b.gain)
	}
	if loss := b.counts.loss(b.changes); loss > 0 {
		return float64(b.gain) / float64(loss)
	}
	return float64(b.gain) * math.MaxInt32
}

// noteChanges records the child's links at the changed cities.
func (b *breeder) noteChanges() {
	for i := range b.changes {
		c := &b.changes[i]
		c.now = b.links[c.city].sorted()
	}
}

// keep makes the child the heir.
func (b *breeder) keep(h *heir) {
	b.noteChanges()
	h.changes, h.gain = append(h.changes[:0], b.changes...), b.gain
}
