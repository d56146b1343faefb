package islands_test

import (
	"flag"
	"path/filepath"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/islands"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ils"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

var update = flag.Bool("update", false, "rewrite the golden trajectories")

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A sea is a problem and the members of archipelagos for it.
type sea[S any] struct {
	problem search.Problem[S]
	members func() []islands.Member[S]
}

// tours returns a sea with one island of iterated local search and two ant colonies, one of which
// is focused.
func tours(t *testing.T, n int) sea[tsp.Tour] {
	in := must(tsp.Generate(tsp.Uniform, n, 1))
	lists, start := must(near.Nearest(t.Context(), in, 8, 1)), tsp.Identity(n)
	return sea[tsp.Tour]{in, func() []islands.Member[tsp.Tour] {
		p := ils.Defaults(n)
		p.Kicks = 10
		focused, builders := aco.FocusedDefaults(n), aco.MMASDefaults(n)
		focused.Ants, builders.Ants = 12, 6
		terrain := must(aco.NewTerrain(t.Context(), in, focused.Rules(), 1))
		ground := must(aco.NewTerrain(t.Context(), in, builders.Rules(), 1))
		engine := aco.NewReference(in, ground, aco.NewImprover(in, lists, builders.Rules().Builder, 1), builders.Ants, 3, 1)
		return []islands.Member[tsp.Tour]{
			{Name: "ils", Steps: 3, Searcher: must(ils.New(in, lists, start, p, 1, ils.Executor{Threads: 1}))},
			{Name: "faco", Steps: 2, Searcher: must(aco.NewFocused(in, terrain, lists, start, focused, 2, 1))},
			{Name: "mmas", Searcher: must(aco.NewMMAS(in, start, builders, engine, 3))},
		}
	}}
}

// offices returns a sea with four kinds of walks. One of them stops in a local optimum until an
// immigrant arrives.
func offices(n int) sea[qap.Assignment] {
	r, a, b := rng.At(5, 0, 0), make([]int64, n*n), make([]int64, n*n)
	for i := range a {
		a[i], b[i] = int64(r.IntN(100)), int64(r.IntN(100))
	}
	in := must(qap.New("random", n, a, b))
	space := local.Landscape[qap.Assignment]{
		Random: func(r *rng.Stream) qap.Assignment { return qap.Random(n, r) },
		Around: func(p qap.Assignment, _ int) ([]moves.Neighbourhood[qap.Assignment], error) {
			s, err := qap.NewSwaps(in, p)
			return []moves.Neighbourhood[qap.Assignment]{s}, err
		},
		Check: in.Check,
	}
	return sea[qap.Assignment]{in, func() []islands.Member[qap.Assignment] {
		common := local.Common{Walks: 2, Turns: 9}
		tabu, climb, kicks, anneal := local.TabuDefaults(n, n*n), local.ClimbDefaults(), local.ILSDefaults(), local.AnnealDefaults(n*n)
		tabu.Common, climb.Common, kicks.Common, anneal.Common = common, common, common, common
		climb.Restarts, kicks.Home = 0, 3
		var all []islands.Member[qap.Assignment]
		for i, p := range []local.Params{tabu, climb, kicks, anneal} {
			s := must(local.New(space, p, uint64(i), local.Threads[qap.Assignment]{Count: 1}))
			all = append(all, islands.Member[qap.Assignment]{Name: "walks", Searcher: s, Steps: i % 3})
		}
		return all
	}}
}

func (s sea[S]) begin(topology string, threads int) search.Searcher[S] {
	return must(islands.New(s.members(), islands.Params{Topology: topology, Period: 2}, 7, threads))
}

func (s sea[S]) conforms(t *testing.T, topology string) {
	with := func(threads int) func() search.Searcher[S] {
		return func() search.Searcher[S] { return s.begin(topology, threads) }
	}
	searchtest.Searcher(t, s.problem, 9, with(2), with(1), with(3))
}

func TestConforms(t *testing.T) {
	for _, topology := range []string{"ring", "random", "best"} {
		if testkit.Race && topology != "random" {
			continue // topologies differ only between steps, where one thread runs
		}
		t.Run("tours/"+topology, func(t *testing.T) { tours(t, 60).conforms(t, topology) })
		t.Run("offices/"+topology, func(t *testing.T) { offices(12).conforms(t, topology) })
	}
}

// The trajectory of a seed does not change between versions, nor with the number of threads.
func TestGoldenTrajectories(t *testing.T) {
	for _, topology := range []string{"ring", "random", "best"} {
		for _, threads := range []int{1, 2, 5} {
			s := offices(40).begin(topology, threads)
			testkit.Golden(t, filepath.Join("testdata", topology+".golden"), searchtest.Trajectory(t, s, true), *update)
		}
	}
}
