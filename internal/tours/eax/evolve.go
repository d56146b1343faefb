package eax

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// pairsAtOnce is how many pairs of parents have children in a step. A pair does not see
// the heirs of the others, so any number of threads makes the same members.
const pairsAtOnce = 16

// If the mean of the population would take more than slowGenerations at the present pace to
// reach the best member, blocks do better than single cycles …
const slowGenerations = 20

// … provided that the best has not improved for stillGenerations. At first it is far better
// than the mean, and all members improve.
const stillGenerations = 3

// Purposes of random numbers.
const (
	forTours uint32 = iota << 28
	forPairs
	forOrder
	forKicks
)

func (s *EAX) random(purpose, number, step uint32) rng.Stream {
	return rng.At(rng.Derive(s.seed, s.at.epoch), purpose|number, step)
}

// evolve starts the evolution of a complete population.
func (s *EAX) evolve() {
	s.at.stage, s.at.generation, s.at.pairs, s.at.since = breeding, 0, 0, 0
	s.at.best, s.at.total = s.members[s.shortest()].length, s.total()
	s.setChildren()
	s.prepareBreeding()
}

// prepareBreeding counts the edges and allocates the memory for breeding.
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

// breed makes children of some pairs: each member and the next one in a random order. A
// child may replace its first parent [NK13 §2].
func (s *EAX) breed(ctx context.Context) error {
	s.shuffle()
	from := s.at.pairs
	count := min(pairsAtOnce, len(s.members)-from)
	err := parallel.Do(ctx, s.threads, count, 1, func(thread, i int) {
		random := s.random(forPairs, uint32(from+i), s.at.generation)
		s.mate(ctx, s.breeders[thread], from+i, &random, &s.heirs[i])
	})
	if err == nil {
		err = ctx.Err() // children may be missing
	}
	if err != nil {
		return err
	}
	for i := range s.heirs[:count] {
		if h := &s.heirs[i]; h.gain > 0 {
			s.counts.apply(h.changes)
			s.members[s.order[from+i]].apply(h.changes, h.gain)
		}
	}
	if s.at.pairs += count; s.at.pairs == len(s.members) {
		s.endGeneration()
	}
	return nil
}

// shuffle draws the order of the members in this generation.
func (s *EAX) shuffle() {
	s.order = s.order[:0]
	for i := range s.members {
		s.order = append(s.order, int32(i))
	}
	random := s.random(forOrder, 0, s.at.generation)
	random.Shuffle(s.order)
}

// mate finds the heir of a pair.
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

// endGeneration starts the next generation, stage or population.
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
	case excess == 0:
		s.renew()
	case last && s.at.stage == breeding && (late || stuck):
		s.at.stage, s.at.since = finishing, 0
		s.insertChampion()
	case late || s.at.stage == finishing && gain == 0:
		s.renew()
	}
}

// total returns the length of all members together.
func (s *EAX) total() (sum int64) {
	for i := range s.members {
		sum += s.members[i].length
	}
	return sum
}

// insertChampion replaces the worst member by the best tour of earlier populations if that
// is better.
func (s *EAX) insertChampion() {
	if s.length >= s.members[s.worst()].length {
		return
	}
	s.replaceWorst(s.champion)
	s.at.best, s.at.total = s.members[s.shortest()].length, s.total()
}

// worst returns the longest member.
func (s *EAX) worst() int {
	worst := 0
	for i := range s.members {
		if s.members[i].length > s.members[worst].length {
			worst = i
		}
	}
	return worst
}

// replaceWorst replaces the worst member by a tour.
func (s *EAX) replaceWorst(t tsp.Tour) {
	m := &s.members[s.worst()]
	s.counts.enter(m, -1)
	m.set(t, &s.space)
	s.counts.enter(m, 1)
}

// renew starts a new population and keeps the best tour of this one.
func (s *EAX) renew() {
	if best := &s.members[s.shortest()]; best.length < s.length {
		s.champion, s.length = best.tour(s.champion[:0]), best.length
	}
	s.members = s.members[:0]
	s.counts, s.breeders, s.heirs = nil, nil, nil
	s.at = progress{epoch: s.at.epoch + 1, start: s.used, best: math.MaxInt64}
}

// The number of competing children. With more of them, it takes longer until the members
// are alike, and these are better then. Each takes about effort times as long as making
// the members.
const (
	effort         = 0.6
	converged      = 0.85 // the share of the budget after which the members should be alike
	fewestChildren = 4
)

// setChildren sets how many children compete, so that the budget suffices.
func (s *EAX) setChildren() {
	left := (converged - s.used) / (effort * max(s.used-s.at.start, 1e-6))
	s.at.children = int(min(max(left, fewestChildren), float64(s.params.Children)))
}

// competing returns how many children compete now. If the members are not alike late in the
// budget, there are fewer, and in the end all that gain are combined.
func (s *EAX) competing() int {
	const late, last = 0.6, 0.95
	share := min(max((last-s.used)/(last-late), 0), 1)
	return max(int(float64(s.at.children)*share), 1)
}
