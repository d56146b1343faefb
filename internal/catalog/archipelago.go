package catalog

import (
	"context"
	"fmt"
	"strings"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/islands"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Builder is a search that becomes an archipelago during its preparation, because creating many
// islands can take longer than the time limit. Before that, it has only the first island.
type Builder[S any] struct {
	search.Searcher[S]                         // first island, or the archipelago
	whole              *islands.Archipelago[S] // nil until all islands exist

	entries []entry
	params  islands.Params
	seed    uint64
	threads int
	members []islands.Member[S]
	// create returns the search of the next island
	create func(r Row, seed uint64, threads int) (search.Searcher[S], error)
}

// newBuilder returns a builder with the first island. Each island has a different seed and a
// share of the threads.
func newBuilder[S any](among []Row, p *ArchipelagoParams, seed uint64, threads int,
	create func(r Row, seed uint64, threads int) (search.Searcher[S], error),
) (*Builder[S], error) {
	entries, err := roster(p.Members, among)
	if err != nil {
		return nil, err
	}
	s := &Builder[S]{entries: entries, params: p.Params, seed: seed, threads: threads, create: create}
	if err := s.addIsland(); err != nil {
		return nil, err
	}
	s.Searcher = s.members[0].Searcher
	return s, nil
}

// addIsland creates the next island and, after the last one, the archipelago.
func (s *Builder[S]) addIsland() (err error) {
	i := len(s.members)
	if i < len(s.entries) {
		e := s.entries[i]
		one, err := s.create(e.row, rng.Derive(s.seed, uint32(i)), max(1, s.threads/len(s.entries)))
		if err != nil {
			return fmt.Errorf("island %d (%s): %w", i+1, e.row.Name, err)
		}
		s.members = append(s.members, islands.Member[S]{Name: e.row.Name, Searcher: one, Steps: e.steps})
		return nil
	}
	if s.whole, err = islands.New(s.members, s.params, s.seed, s.threads); err != nil {
		return err
	}
	s.Searcher = s.whole
	return nil
}

// Prepare creates the next island, or performs a part of the preparation of an island.
func (s *Builder[S]) Prepare(ctx context.Context) (done bool, err error) {
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case s.whole == nil:
		return false, s.addIsland()
	}
	return s.whole.Prepare(ctx)
}

// Prepared reports whether all islands exist and are prepared.
func (s *Builder[S]) Prepared() bool { return s.whole != nil && s.whole.Prepared() }

// Preparing returns the name of the next part of the preparation, or "" if it is complete.
func (s *Builder[S]) Preparing() string {
	if s.whole == nil {
		return "islands"
	}
	return s.whole.Preparing()
}

// Unwrap returns the archipelago, or nil if it does not exist yet; see search.As.
func (s *Builder[S]) Unwrap() any {
	if s.whole == nil {
		return nil
	}
	return s.whole
}

// buildTours creates an archipelago with islands that share the neighbour lists and the start
// tour.
func buildTours(ctx context.Context, among []Row, p *ArchipelagoParams, j prepare.Job) (*islands.Archipelago[tsp.Tour], error) {
	s, err := newBuilder(among, p, j.Seed, j.Threads, func(r Row, seed uint64, threads int) (tourSearch, error) {
		own := j
		own.Seed, own.Threads = seed, threads
		return r.algorithm(ctx, own, knobsOf(r.Params(Size{N: j.Instance.N()})))
	})
	for err == nil && s.whole == nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		err = s.addIsland()
	}
	if err != nil {
		return nil, err
	}
	return s.whole, nil
}

// BeginMoves creates the search for a moves row.
func BeginMoves[S any](r Row, knobs params.Validator, o WalkOrder[S]) (search.Searcher[S], error) {
	p, ok := knobs.(*ArchipelagoParams)
	if !ok {
		return BeginWalks(r, knobs, o)
	}
	if o.Device != nil {
		return nil, fmt.Errorf("algorithm %s has %w: use the CPU", r.Name, device.ErrNoKernels)
	}
	if err := r.affordIslands(p, o.Size); err != nil {
		return nil, err
	}
	s := &islandMaker[S]{order: o, islands: 1 + strings.Count(p.Members, ",")}
	return newBuilder(r.members, p, o.Seed, o.Threads, s.create)
}

// An islandMaker creates islands for a moves row.
type islandMaker[S any] struct {
	order   WalkOrder[S]
	islands int // number of islands in the end
	created int
	bytes   float64 // memory of the islands
	// number of walks; all walks of all islands have different numbers, from which they derive random
	// numbers
	walks int
}

// create returns the search of the next island. It fails if the islands do not fit in memory.
func (s *islandMaker[S]) create(r Row, seed uint64, threads int) (search.Searcher[S], error) {
	o, knobs := s.order, r.Params(s.order.Size)[0].(local.Params)
	one, err := local.New(numbered(o.Landscape, s.walks), knobs, seed, local.Threads[S]{Count: threads})
	if err != nil {
		return nil, err
	}
	walks, _ := knobs.Extent()
	s.walks += walks
	// the parameters of the neighbourhood may have changed the number of attributes
	s.created, s.bytes = s.created+1, s.bytes+float64(walks)*walkBytes(Size{o.Size.N, one.Attributes()})
	return one, afford("members", s.islands, s.bytes/float64(s.created), fmt.Sprintf("for solutions of size %d", o.Size.N))
}

// numbered returns a landscape with walk numbers that start at first.
func numbered[S any](l local.Landscape[S], first int) local.Landscape[S] {
	around := l.Around
	l.Around = func(place S, walk int) ([]moves.Neighbourhood[S], error) { return around(place, first+walk) }
	return l
}
