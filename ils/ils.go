// Package ils is iterated local search: descend into a local optimum, kick it
// a little, descend again from there, keep what is no worse, undo what is
// [MOF91], [LS13 §4.3, Algorithm 1].
//
// Deviation: [LS13] kicks anywhere and applies the best move of the whole
// neighbourhood again and again, as a GPU likes it. Here the kick stays within a
// short stretch and the descent takes the first improvement, starting from the
// cities that the kick touched, so that a kick costs microseconds however large
// the instance is.
//
// Instances of more than a piece are improved in several places at once: each
// step takes as many stretches of the tour as there are lanes and runs a chain
// on each. Lanes are part of the parameters and threads are not: any number of
// threads gives the same tour.
package ils

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
)

// chain is a local search that can be kicked and undone.
type chain interface {
	Descend(limit int) bool
	Kick(s *rng.Stream, longest int32) bool
	Length() int64
	Commit()
	Undo(length int64)
	Tour(dst tsp.Tour) tsp.Tour
}

// ILS is a search.Searcher over plain closed tours.
type ILS struct {
	in      *tsp.Instance
	lists   *near.Lists
	params  Params
	seed    uint64
	threads int

	step    uint32
	settled bool  // the descent from the start tour is done
	whole   chain // the one chain, while the instance is in one piece
	pieces  *pieces
	lanes   []*lk.Piece
	length  int64
}

// New starts from tour t. The lists are the neighbours that moves consider;
// threads changes the speed only.
func New(in *tsp.Instance, l *near.Lists, t tsp.Tour, p Params, seed uint64, threads int) (*ILS, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	s := &ILS{in: in, lists: l, params: p, seed: seed, threads: max(1, threads)}
	if in.Symmetric() {
		s.whole = lk.NewUndirected(in, l, t)
	} else {
		s.whole = lk.NewDirected(in, l, t)
	}
	s.length = s.whole.Length()
	return s, nil
}

// Work between two looks at the context: the metric decides how long it takes,
// but even a slow one keeps it to some milliseconds.
const (
	kicksAtOnce  = 20
	citiesAtOnce = 2000
)

// descent is how many times citiesAtOnce a step of the first descent looks at.
const descent = 25

// Step descends until the start tour is a local optimum, and kicks from then
// on.
func (s *ILS) Step(ctx context.Context) error {
	s.step++
	switch {
	case !s.settled:
		s.descend(ctx)
	case s.params.Kicks == 0:
		return search.ErrExhausted
	case s.pieces != nil:
		s.length -= s.improvePieces(ctx)
	default:
		stream := rng.At(s.seed, 0, s.step)
		s.kick(ctx, s.whole, &stream)
		s.length = s.whole.Length()
	}
	return nil
}

func (s *ILS) descend(ctx context.Context) {
	for i := 0; i < descent && !s.settled && ctx.Err() == nil; i++ {
		s.settled = s.whole.Descend(citiesAtOnce)
	}
	s.whole.Commit()
	s.length = s.whole.Length()
	if s.settled && s.in.Symmetric() && s.in.N() > 2*s.params.Piece {
		s.split()
	}
}

// kick runs a chain of kicks, each kept if the tour is no longer than before.
func (s *ILS) kick(ctx context.Context, c chain, random *rng.Stream) {
	for i := range s.params.Kicks {
		if i%kicksAtOnce == 0 && ctx.Err() != nil {
			return
		}
		before := c.Length()
		if !c.Kick(random, int32(s.params.Segment)) {
			continue
		}
		for !c.Descend(citiesAtOnce) && ctx.Err() == nil {
		}
		if c.Length() > before {
			c.Undo(before)
		} else {
			c.Commit()
		}
	}
}

// split begins the second phase of a large instance.
func (s *ILS) split() {
	s.pieces = newPieces(s.whole.Tour(nil), s.params)
	s.whole = nil
	s.lanes = make([]*lk.Piece, s.params.Lanes)
	for i := range s.lanes {
		s.lanes[i] = lk.NewPiece(s.in, s.lists)
	}
}

// improvePieces runs a chain on each of the next lanes' pieces and returns what
// the tour has become shorter by.
func (s *ILS) improvePieces(ctx context.Context) int64 {
	jobs := s.pieces.next()
	var wg sync.WaitGroup
	var gain atomic.Int64
	for thread := range min(s.threads, len(jobs)) {
		wg.Go(func() {
			for lane := thread; lane < len(jobs); lane += s.threads {
				gain.Add(s.improvePiece(ctx, lane, jobs[lane]))
			}
		})
	}
	wg.Wait()
	s.pieces.settle(jobs...)
	return gain.Load()
}

func (s *ILS) improvePiece(ctx context.Context, lane int, j job) int64 {
	stream := rng.At(s.seed, uint32(lane), s.step)
	piece := s.lanes[lane]
	piece.Load(j.path, s.pieces.at, j.from)
	before := piece.Length()
	s.kick(ctx, piece, &stream)
	piece.Store(j.path)
	return before - piece.Length()
}

// Cost is the cost of the best tour, which is the current one: nothing worse is
// ever kept.
func (s *ILS) Cost() float64 { return s.in.CostOf(s.length) }

// Best is a copy of the current tour.
func (s *ILS) Best() tsp.Tour {
	if s.pieces != nil {
		return append(tsp.Tour(nil), s.pieces.tour...)
	}
	return s.whole.Tour(nil)
}
