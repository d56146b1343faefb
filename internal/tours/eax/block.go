package eax

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// The search for a block stops after idleRounds rounds without an improvement. A cycle that has
// moved may not move again for a random number of rounds, up to longestTabu.
const (
	idleRounds  = 20
	longestTabu = 10
)

// A block is a set of AB-cycles that are close to each other. A child that exchanges all of them
// inherits a whole region of the second parent.
type block struct {
	// one or two cycles of each city; a single cycle is stored twice, and -1 means no cycle
	on     [][2]int32
	spots  []int32 // places on A of the cities that are on a cycle, ascending
	cycles []int32 // cycles in the block
	inside []bool  // whether each cycle is in the block
	border int     // number of cities on both a cycle in the block and a cycle outside
	kept   []int32 // cycles of the best block

	stored []int32 // blocks of all children, concatenated
	first  []int32 // start of each block in stored, and the end of the last

	around []int32 // cycles that a round may move
	listed []bool  // whether each cycle is in around
	until  []int32 // round in which each cycle may move again
}

// A cost ranks blocks by the number of subtours and then by the length of the border. Less is
// better.
type cost struct{ subtours, border int }

func (c cost) less(d cost) bool {
	return c.subtours < d.subtours || c.subtours == d.subtours && c.border < d.border
}

func newBlock(n int) *block {
	k := &block{on: make([][2]int32, n)}
	for c := range k.on {
		k.on[c] = [2]int32{-1, -1}
	}
	return k
}

// blocks constructs children with one block of AB-cycles each [NK13 §3.3]. As in single, it chooses
// the best children, one for every b.children children that it constructs, and the heir combines
// the blocks of the chosen children.
//
// Deviation: in [NK13] the heir has one block. Large tours differ in many places and would need a
// generation for each place.
func (b *breeder) blocks(ctx context.Context, random *rng.Stream, h *heir) {
	k := b.block
	b.index()
	b.found, k.stored, k.first = b.found[:0], k.stored[:0], append(k.first[:0], 0)
	tries := b.pickCentres(random)
	for _, c := range b.picks[:tries] {
		if ctx.Err() != nil {
			break
		}
		b.gather(c, random)
		b.startChild()
		for _, d := range k.kept {
			b.exchange(d)
		}
		if value := b.finish(h); value > 0 {
			b.found = append(b.found, find{int32(len(b.found)), value})
			k.stored = append(k.stored, k.kept...)
			k.first = append(k.first, int32(len(k.stored)))
		}
		b.undo()
	}
	if winners := min(tries/b.children, len(b.found)); winners > 1 {
		b.assemble(winners, h)
	}
	b.clearIndex()
}

// manyCycles is the number of cycles, as a multiple of the children per pair, from which all cycles
// are tried. If all of fewer cycles were tried, the population would lose diversity too soon.
const manyCycles = 4

// pickCentres shuffles the cycles around which blocks are built and returns the number to try.
func (b *breeder) pickCentres(random *rng.Stream) (tries int) {
	b.picks = b.picks[:0]
	for c := range int32(b.cycles.count()) {
		b.picks = append(b.picks, c)
	}
	random.Shuffle(b.picks)
	if len(b.picks) >= manyCycles*b.children {
		return len(b.picks)
	}
	return min(len(b.picks), b.children)
}

// assemble constructs one child with the best blocks that share no cycle.
func (b *breeder) assemble(winners int, h *heir) {
	k := b.block
	b.rank()
	b.startChild()
	for _, f := range b.found {
		cycles := k.stored[k.first[f.cycle]:k.first[f.cycle+1]]
		if slices.ContainsFunc(cycles, func(c int32) bool { return k.inside[c] }) {
			continue
		}
		for _, c := range cycles {
			k.inside[c] = true
			b.exchange(c)
		}
		if winners--; winners == 0 {
			break
		}
	}
	b.keepCombined(h)
}

// index finds the cycles of each city.
func (b *breeder) index() {
	k, count := b.block, b.cycles.count()
	k.spots = k.spots[:0]
	for c := range int32(count) {
		for _, v := range b.cycles.of(c) {
			if k.on[v][0] < 0 {
				k.on[v][0] = c
				k.spots = append(k.spots, b.place[v])
			}
			k.on[v][1] = c
		}
	}
	slices.Sort(k.spots)
	k.inside, k.listed, k.until = cleared(k.inside, count), cleared(k.listed, count), cleared(k.until, count)
}

// cleared returns a slice of count zeros that reuses the memory of s.
func cleared[T any](s []T, count int) []T {
	s = slices.Grow(s[:0], count)[:count]
	clear(s)
	return s
}

// clearIndex clears the index.
func (b *breeder) clearIndex() {
	for _, v := range b.cycles.city {
		b.block.on[v] = [2]int32{-1, -1}
	}
}

// gather finds a block around a cycle by tabu search. Each round adds a nearby cycle, or removes a
// cycle other than the centre.
//
// Deviation: [NK13] also takes into account the subtours that a move creates when it chooses the
// move. Counting them only after the move is four times as fast and gives equally good blocks.
func (b *breeder) gather(centre int32, random *rng.Stream) cost {
	k := b.block
	k.cycles, k.border = k.cycles[:0], 0
	clear(k.until)
	b.move(centre)
	k.until[centre] = math.MaxInt32
	least := cost{b.subtours(), k.border}
	k.kept = append(k.kept[:0], k.cycles...)
	for round, idle := int32(0), 0; idle < idleRounds; round++ {
		c := b.choose(round, random)
		if c < 0 {
			break
		}
		b.move(c)
		k.until[c] = round + 2 + random.IntN(longestTabu)
		idle++
		if now := (cost{b.subtours(), k.border}); now.less(least) {
			least, idle = now, 0
			k.kept = append(k.kept[:0], k.cycles...)
		}
	}
	for _, c := range k.cycles {
		k.inside[c] = false
	}
	return least
}

// move adds a cycle to the block, or removes it if it is already there.
func (b *breeder) move(c int32) {
	k := b.block
	k.border += b.longer(c)
	if k.inside[c] = !k.inside[c]; k.inside[c] {
		k.cycles = append(k.cycles, c)
		return
	}
	at := slices.Index(k.cycles, c)
	k.cycles = slices.Delete(k.cycles, at, at+1)
}

// longer returns the number of cities by which moving a cycle lengthens the border.
func (b *breeder) longer(c int32) (by int) {
	k := b.block
	for _, v := range b.cycles.of(c) {
		x, y := k.on[v][0], k.on[v][1]
		switch {
		case x == y:
		case k.inside[x] == k.inside[y]:
			by++
		default:
			by--
		}
	}
	return by
}

// subtours returns the number of subtours that the block creates.
func (b *breeder) subtours() int {
	b.startChild()
	for _, c := range b.block.cycles {
		b.exchange(c)
	}
	b.trace()
	b.undo()
	return len(b.sizes)
}

// choose returns the cycle whose move leaves the shortest border, or -1 if no cycle may move. It
// resolves ties at random.
func (b *breeder) choose(round int32, random *rng.Stream) int32 {
	k := b.block
	b.surround()
	best, least, ties := int32(-1), math.MaxInt, int32(0)
	for _, c := range k.around {
		k.listed[c] = false
		if k.until[c] > round {
			continue
		}
		switch by := b.longer(c); cmp.Compare(by, least) {
		case -1:
			best, least, ties = c, by, 1
		case 0:
			if ties++; random.IntN(ties) == 0 {
				best = c
			}
		}
	}
	return best
}

// surround lists the nearby cycles. A cycle is nearby if one of its cities is on a cycle of the
// block, or in a subtour other than the largest, because the cycle might join that subtour.
func (b *breeder) surround() {
	k := b.block
	k.around = k.around[:0]
	for _, c := range k.cycles {
		for _, v := range b.cycles.of(c) {
			k.list(v)
		}
	}
	largest := int32(slices.Index(b.sizes, slices.Max(b.sizes)))
	for s, id := range b.subtour {
		if id == largest {
			continue
		}
		if first, last := b.ends(int32(s)); first <= last {
			b.scan(first, last)
		} else {
			b.scan(first, int32(len(b.order)))
			b.scan(0, last)
		}
	}
}

// scan lists the cycles that have a city in a range of places.
func (b *breeder) scan(first, last int32) {
	spots := b.block.spots
	from, _ := slices.BinarySearch(spots, first)
	for _, at := range spots[from:] {
		if at > last {
			return
		}
		b.block.list(b.order[at])
	}
}

// list adds the cycles of a city to around.
func (k *block) list(city int32) {
	for _, c := range k.on[city] {
		if !k.listed[c] {
			k.listed[c] = true
			k.around = append(k.around, c)
		}
	}
}
