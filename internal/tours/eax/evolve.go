package eax

import (
	"cmp"
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// pairsAtOnce is the number of pairs that breed in one step. A pair does not see the heirs of the
// other pairs, so the result does not depend on the number of threads.
const pairsAtOnce = 16

// slowGenerations is the number of generations that the population mean may take, at the current
// pace, to reach the best member. If it would take longer, and if the best member has not improved
// for stillGenerations, blocks are better than single cycles.
const slowGenerations = 20

// stillGenerations is the number of generations without an improvement of the best member before
// blocks are used. At first the best member is far better than the mean, and all members still
// improve.
const stillGenerations = 3

// The purposes of random numbers.
const (
	forTours uint32 = iota << 28
	forPairs
	forOrder
	forKicks
)

func (s *EAX) random(purpose, number, step uint32) rng.Stream {
	return rng.At(rng.Derive(s.seed, s.at.epoch), purpose|number, step)
}

// evolve starts breeding in a complete population.
func (s *EAX) evolve() {
	s.at.stage, s.at.generation, s.at.pairs, s.at.since = breeding, 0, 0, 0
	s.measure()
	s.setChildren()
	s.prepareBreeding()
}

// prepareBreeding counts edges and allocates memory for breeding.
func (s *EAX) prepareBreeding() {
	s.counts = newFrequency(len(s.members))
	for i := range s.members {
		s.counts.enter(&s.members[i], 1)
	}
	s.heirs = make([]heir, min(pairsAtOnce, len(s.members)))
	s.breeders = make([]*breeder, min(s.threads, len(s.heirs)))
	for i := range s.breeders {
		b := newBreeder(s.space, s.lists, s.in.N())
		if s.params.Select == "entropy" {
			b.counts = s.counts
		}
		s.breeders[i] = b
	}
}

// breed constructs children for some pairs. A pair consists of a member and the next member in a
// random order. A child may replace its first parent [NK13 §2].
func (s *EAX) breed(ctx context.Context) error {
	s.shuffle()
	from := s.at.pairs
	count := min(pairsAtOnce, len(s.members)-from)
	err := parallel.Do(ctx, s.threads, count, 1, func(thread, i int) {
		random := s.random(forPairs, uint32(from+i), s.at.generation)
		s.mate(ctx, s.breeders[thread], from+i, &random, &s.heirs[i])
	})
	if err := cmp.Or(err, ctx.Err()); err != nil { // cancelled pairs may lack children
		return err
	}
	s.inherit(from, count)
	if s.at.pairs += count; s.at.pairs == len(s.members) {
		s.endGeneration()
	}
	return nil
}

// inherit replaces the first parents of pairs by their heirs.
func (s *EAX) inherit(from, count int) {
	for i := range s.heirs[:count] {
		if h := &s.heirs[i]; h.gain > 0 {
			s.counts.apply(h.changes)
			s.members[s.order[from+i]].apply(h.changes, h.gain)
		}
	}
}

// shuffle draws the order of the members in this generation.
func (s *EAX) shuffle() {
	s.order = tsp.Identity(len(s.members))
	random := s.random(forOrder, 0, s.at.generation)
	random.Shuffle(s.order)
}

// mate computes the heir of a pair.
func (s *EAX) mate(ctx context.Context, b *breeder, pair int, random *rng.Stream, h *heir) {
	b.children = s.competing()
	first, second := s.order[pair], s.order[(pair+1)%len(s.order)]
	if !b.compare(&s.members[first], &s.members[second], random, h) {
		return
	}
	switch {
	case s.at.stage == finishing:
		b.blocks(ctx, random, h)
	case s.params.Strategy == "rand":
		b.rand(ctx, random, h)
	default:
		b.single(ctx, random, h)
	}
}

// endGeneration finishes a generation and starts the next generation, stage or population.
func (s *EAX) endGeneration() {
	s.at.pairs = 0
	s.at.generation++
	best, total := s.members[s.shortest()].length, s.total()
	gain, excess := s.at.total-total, total-best*int64(len(s.members))
	s.at.total = total
	if s.at.since++; best < s.at.best {
		s.at.best, s.at.since = best, 0
	}
	late, last := s.at.since >= s.params.Patience, s.params.Last != "none"
	stuck := s.at.since >= stillGenerations && gain*slowGenerations < excess
	switch {
	case excess > 0 && last && s.at.stage == breeding && (late || stuck):
		s.at.stage, s.at.since = finishing, 0
		s.insertChampion()
	case excess == 0 || late || s.at.stage == finishing && gain == 0:
		s.renew()
	}
}

// total returns the sum of the lengths of all members.
func (s *EAX) total() (sum int64) {
	for i := range s.members {
		sum += s.members[i].length
	}
	return sum
}

// insertChampion replaces the worst member by the champion if the champion is better.
func (s *EAX) insertChampion() {
	if s.length >= s.members[s.worst()].length {
		return
	}
	s.replaceWorst(s.champion)
	s.measure()
}

// measure updates the shortest and the total length of the members.
func (s *EAX) measure() { s.at.best, s.at.total = s.members[s.shortest()].length, s.total() }

// worst returns the index of the longest member.
func (s *EAX) worst() int {
	worst := 0
	for i := range s.members {
		if s.members[i].length > s.members[worst].length {
			worst = i
		}
	}
	return worst
}

// replaceWorst replaces the worst member by the given tour.
func (s *EAX) replaceWorst(t tsp.Tour) {
	m := &s.members[s.worst()]
	s.counts.enter(m, -1)
	m.set(t, &s.space)
	s.counts.enter(m, 1)
}

// renew starts a new population and stores the best tour of this one.
func (s *EAX) renew() {
	if best := &s.members[s.shortest()]; best.length < s.length {
		s.champion, s.length = best.tour(s.champion[:0]), best.length
	}
	s.members = s.members[:0]
	s.counts, s.breeders, s.heirs = nil, nil, nil
	s.at = progress{epoch: s.at.epoch + 1, start: s.used, best: math.MaxInt64}
}

// The following constants determine the number of competing children. With more children, the
// members take longer to converge and are better when they do. Each additional child takes about
// effort times as long as constructing the members.
const (
	effort         = 0.6
	converged      = 0.85 // share of the budget after which the members should have converged
	fewestChildren = 4
)

// setChildren sets the number of competing children so that the members converge within the budget.
func (s *EAX) setChildren() {
	left := (converged - s.used) / (effort * max(s.used-s.at.start, 1e-6))
	s.at.children = int(min(max(left, fewestChildren), float64(s.params.Children)))
}

// competing returns the current number of competing children. If the members have not converged
// late in the budget, the number falls, and at the end all children with a gain are combined.
func (s *EAX) competing() int {
	const late, last = 0.6, 0.95
	share := min(max((last-s.used)/(last-late), 0), 1)
	return max(int(float64(s.at.children)*share), 1)
}
