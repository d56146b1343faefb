package catalog

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/islands"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/suggest"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// ArchipelagoParams lists the algorithms of the islands. They use their default parameters.
type ArchipelagoParams struct {
	Members string `json:"members" text:"names of algorithms, separated by commas" usage:"algorithms of the islands, separated by commas; ils:8 makes 8 steps for each step of the others"`
	islands.Params
}

// Validate reports every fault except unknown members, which depend on the problem.
func (p ArchipelagoParams) Validate() error { return params.Validate(p) }

// archipelago returns the row of the islands algorithm for a problem. Its members come from rows.
func archipelago(problem string, rows []Row) Row {
	r := Row{
		Problem: problem, Name: "islands", Engines: cpuOnly,
		Summary: "several searches in parallel, with the same or different algorithms, that exchange their best solutions",
		members: slices.DeleteFunc(slices.Clone(rows), Row.alone),
	}
	if problem == Moves {
		r.Params = func(Size) params.Group { return params.Group{archipelagoOf("tabu,tabu,ils,ils")} }
		return r
	}
	r.Params = func(s Size) params.Group {
		p := prepare.Defaults("greedy", s.N)
		return params.Group{&p, archipelagoOf("ils,ils,ils,ils")}
	}
	r.algorithm = func(ctx context.Context, j prepare.Job, p params.Validator) (tourSearch, error) {
		return searcher(settleTours(ctx, r.members, p.(*ArchipelagoParams), j))
	}
	return r
}

func archipelagoOf(members string) *ArchipelagoParams {
	return &ArchipelagoParams{members, islands.Defaults()}
}

// alone reports whether an algorithm cannot use tours from other islands, because it creates one
// tour and finishes.
func (r Row) alone() bool {
	return r.Problem == Tours && r.algorithm == nil || r.Most > 0 || r.once
}

// settleTours creates an archipelago with islands that share the neighbour lists and the start
// tour.
func settleTours(ctx context.Context, among []Row, p *ArchipelagoParams, j prepare.Job) (*islands.Archipelago[tsp.Tour], error) {
	return settle(among, p, j.Seed, j.Threads, func(r Row, seed uint64, threads int) (tourSearch, error) {
		own := j
		own.Seed, own.Threads = seed, threads
		return r.algorithm(ctx, own, knobsOf(r.Params(Size{N: j.Instance.N()})))
	})
}

// settle creates an archipelago. Each island has a different seed and a share of the threads.
func settle[S any](among []Row, p *ArchipelagoParams, seed uint64, threads int,
	create func(r Row, seed uint64, threads int) (search.Searcher[S], error),
) (*islands.Archipelago[S], error) {
	entries, err := roster(p.Members, among)
	if err != nil {
		return nil, err
	}
	members := make([]islands.Member[S], len(entries))
	for i, e := range entries {
		s, err := create(e.row, rng.Derive(seed, uint32(i)), max(1, threads/len(entries)))
		if err != nil {
			return nil, fmt.Errorf("island %d (%s): %w", i+1, e.row.Name, err)
		}
		members[i] = islands.Member[S]{Name: e.row.Name, Searcher: s, Steps: e.steps}
	}
	return islands.New(members, p.Params, seed, threads)
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
	// first walk number of an island; all walks have different numbers, from which they derive
	// random numbers
	first := 0
	return settle(r.members, p, o.Seed, o.Threads, func(r Row, seed uint64, threads int) (search.Searcher[S], error) {
		knobs := r.Params(o.Size)[0].(local.Params)
		l := numbered(o.Landscape, first)
		walks, _ := knobs.Extent()
		first += walks
		return local.New(l, knobs, seed, local.Threads[S]{Count: threads})
	})
}

// numbered returns a landscape with walk numbers that start at first.
func numbered[S any](l local.Landscape[S], first int) local.Landscape[S] {
	around := l.Around
	l.Around = func(place S, walk int) ([]moves.Neighbourhood[S], error) { return around(place, first+walk) }
	return l
}

// mostSteps is the maximum number of steps that a member makes in one step of the archipelago.
const mostSteps = 1000

// An entry is an algorithm for an island.
type entry struct {
	row   Row
	steps int // number of steps in a step of the archipelago
}

// roster parses a list of members, for example ils:8,faco.
func roster(members string, among []Row) ([]entry, error) {
	var all []entry
	for text := range strings.SplitSeq(members, ",") {
		name, number, several := strings.Cut(strings.TrimSpace(text), ":")
		steps := 1
		if several {
			var err error
			if steps, err = strconv.Atoi(number); err != nil || steps < 1 || steps > mostSteps {
				return nil, unfit(members, among, fmt.Sprintf("%q: expected a number of steps from 1 to %d after the colon", text, mostSteps))
			}
		}
		i := slices.IndexFunc(among, func(r Row) bool { return r.Name == name })
		if i < 0 {
			return nil, unfit(members, among, unknown(name, among))
		}
		all = append(all, entry{among[i], steps})
	}
	return all, nil
}

// unfit returns the error for an invalid list of members.
func unfit(members string, among []Row, why string) error {
	return &params.Error{
		Name: "members", Value: strconv.Quote(members),
		Expected: fmt.Sprintf("one or more of %s, separated by commas: %s", strings.Join(Names(among), ", "), why),
	}
}

// unknown returns a message about an unknown name, with the most similar known name.
func unknown(name string, among []Row) string {
	text := fmt.Sprintf("%q cannot be a member", name)
	if like, ok := suggest.Nearest(strings.ToLower(name), Names(among)); ok {
		text += fmt.Sprintf("; did you mean %q?", like)
	}
	return text
}
