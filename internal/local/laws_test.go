package local_test

import (
	"bytes"
	"errors"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

var common = local.Common{Walks: 3, Turns: 30}

func TestConforms(t *testing.T) {
	quadratic, cut, function := random(12), graph(t, 40), rastrigin(t)
	for _, name := range slices.Sorted(maps.Keys(algorithms)) {
		p := algorithms[name](common)
		t.Run(name+"/qap", func(t *testing.T) { conforms(t, quadratic, layouts(quadratic), p) })
		if testkit.Race {
			continue // walks run on threads in the same way for every problem
		}
		t.Run(name+"/maxcut", func(t *testing.T) { conforms(t, cut, cuts(cut), p) })
		t.Run(name+"/continuous", func(t *testing.T) { conforms(t, function, crowns(function), p) })
	}
}

// conforms checks a search, and restores its state with different numbers of threads.
func conforms[S any](t *testing.T, in search.Problem[S], l local.Landscape[S], p local.Params) {
	var create []func() search.Searcher[S]
	for _, threads := range []int{1, 2, 5} {
		create = append(create, func() search.Searcher[S] { return begin(t, l, p, 3, threads) })
	}
	searchtest.Searcher(t, in, 10, create...)
}

func rastrigin(t *testing.T) *continuous.Instance {
	t.Helper()
	f, err := continuous.Find("rastrigin")
	if err != nil {
		t.Fatal(err)
	}
	in, err := continuous.New(f, 3)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// crowns returns a landscape with two sampled neighbourhoods that differ only in their seeds.
func crowns(in *continuous.Instance) local.Landscape[continuous.Solution] {
	return local.Landscape[continuous.Solution]{
		Random: func(r *rng.Stream) continuous.Solution { return continuous.Random(in, r) },
		Around: func(place continuous.Solution, walk int) ([]moves.Neighbourhood[continuous.Solution], error) {
			p := continuous.Defaults(in)
			p.Neighbours = 40
			a, err := continuous.NewCrowns(in, p, place, 1, uint32(walk))
			if err != nil {
				return nil, err
			}
			b, err := continuous.NewCrowns(in, p, place, 2, uint32(walk))
			return []moves.Neighbourhood[continuous.Solution]{a, b}, err
		},
		Check: in.Check,
	}
}

// A device that receives only changes passes all conformance tests, and states can move from the
// device to threads and back.
func TestADeviceConforms(t *testing.T) {
	in := graph(t, 40)
	for _, name := range []string{"tabu", "climb", "vnd", "ils"} {
		t.Run(name, func(t *testing.T) {
			p := algorithms[name](common)
			onMirror := func() search.Searcher[maxcut.Sides] {
				s, err := local.New(cuts(in), p, 3, local.OnDevice(newMirror(in, common.Walks), cutKernels()))
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
			onThreads := func() search.Searcher[maxcut.Sides] { return begin(t, cuts(in), p, 3, 2) }
			searchtest.Searcher(t, in, 10, onMirror, onThreads)
			searchtest.Searcher(t, in, 10, onThreads, onMirror)
		})
	}
}

// slow is a bit string whose deltas take a long time to compute.
type slow struct{ bits []int8 }

func (s *slow) Len() int { return len(s.bits) }
func (s *slow) Deltas(first int, dst []float64) {
	for i := range dst {
		for began := time.Now(); time.Since(began) < 10*time.Microsecond; {
		}
		dst[i] = 1 - 2*float64(s.bits[first+i])
	}
}
func (s *slow) Apply(move int, _ float64) { s.bits[move] ^= 1 }
func (s *slow) Cost() float64             { return slowBits{}.Cost(s.bits) }
func (s *slow) Snapshot() []int8          { return slices.Clone(s.bits) }
func (s *slow) Reset(bits []int8)         { copy(s.bits, bits) }

// slowBits is the problem of minimising the number of set bits.
type slowBits struct{}

func (slowBits) Check([]int8) error { return nil }
func (slowBits) Cost(bits []int8) float64 {
	sum := 0
	for _, b := range bits {
		sum += int(b)
	}
	return float64(sum)
}

func slowly(n int) local.Landscape[[]int8] {
	return local.Landscape[[]int8]{
		Random: func(r *rng.Stream) []int8 {
			bits := make([]int8, n)
			for i := range bits {
				bits[i] = int8(r.IntN(2))
			}
			return bits
		},
		Around: func(b []int8, _ int) ([]moves.Neighbourhood[[]int8], error) {
			return []moves.Neighbourhood[[]int8]{&slow{slices.Clone(b)}}, nil
		},
	}
}

// A search respects its time limit even if moves are slow or a step would never finish.
func TestTimeLimitsHold(t *testing.T) {
	const limit, tolerance = 150 * time.Millisecond, 150 * time.Millisecond
	for name, params := range algorithms {
		for _, c := range []struct{ moves, turns int }{{500, 0}, {500, 1 << 30}, {50_000, 0}} {
			took := testkit.Quickest(limit+tolerance, func() time.Duration {
				s := begin(t, slowly(c.moves), params(local.Common{Walks: 2, Turns: c.turns}), 1, 1)
				began := time.Now()
				if _, err := search.Run(t.Context(), slowBits{}, s, search.After(limit)); err != nil {
					t.Fatal(err)
				}
				return time.Since(began)
			})
			if took > limit+tolerance {
				t.Errorf("%s, %d moves, %d turns a step: %v, the limit is %v", name, c.moves, c.turns, took, limit)
			}
		}
	}
}

// A kick of any strength can be interrupted and then has no effect.
func TestAKickEndsWithItsContext(t *testing.T) {
	in := graph(t, 40)
	p := local.ILSDefaults()
	p.Walks, p.Kick = 1, math.MaxInt
	s := begin(t, cuts(in), p, 1, 1)
	for looks := range 50 {
		before := saved(t, s)
		err := s.Step(testkit.Ending(t.Context(), looks))
		if err == nil {
			continue
		}
		if !search.Ended(err) || !bytes.Equal(saved(t, s), before) {
			t.Fatalf("%d looks: %v, and the search is another", looks, err)
		}
	}
}

// The first step creates most of the walks. It can be interrupted between any two of them and then
// has no effect, and the next step creates the same walks.
func TestTheCreationOfWalksEndsWithItsContext(t *testing.T) {
	in, created := graph(t, 10), 0
	l := cuts(in)
	around := l.Around
	l.Around = func(place maxcut.Sides, walk int) ([]moves.Neighbourhood[maxcut.Sides], error) {
		created++
		return around(place, walk)
	}
	p := algorithms["tabu"](local.Common{Walks: 40, Turns: 3})
	s, whole := begin(t, l, p, 1, 1), begin(t, cuts(in), p, 1, 1)
	if created != 2 {
		t.Errorf("%d walks before the first step, expected 2", created)
	}
	before := saved(t, s)
	for looks := range 38 {
		if err := s.Step(testkit.Ending(t.Context(), looks)); !search.Ended(err) || !bytes.Equal(saved(t, s), before) {
			t.Fatalf("%d looks: %v, and the state has changed", looks, err)
		}
	}
	if err := errors.Join(s.Step(t.Context()), whole.Step(t.Context())); err != nil {
		t.Fatal(err)
	}
	if created != 40 || !bytes.Equal(saved(t, s), saved(t, whole)) {
		t.Errorf("%d walks, and the state differs from that of a search without interruptions", created)
	}
}

// saved returns the saved state of a search, without its best solution.
func saved(t *testing.T, s search.Searcher[maxcut.Sides]) []byte {
	t.Helper()
	var w state.Writer
	s.(search.Stateful).Save(&w)
	if w.Err() != nil {
		t.Fatal(w.Err())
	}
	return w.Bytes()
}

// A step is short, so that a schedule that cools at each step has many steps.
func TestStepsAreShort(t *testing.T) {
	const most = 300 * time.Millisecond
	took := testkit.Quickest(most, func() time.Duration {
		s := begin(t, slowly(500), algorithms["anneal"](local.Common{Walks: 2}), 1, 1)
		began := time.Now()
		for range 3 {
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		return time.Since(began)
	})
	if took > most {
		t.Errorf("three steps of annealing took %v", took)
	}
}

// A solution of the wrong length is rejected even if the problem has no Check.
func TestWrongLengthsAreRefused(t *testing.T) {
	long, short := begin(t, slowly(9), algorithms["climb"](common), 1, 1), begin(t, slowly(7), algorithms["climb"](common), 1, 1)
	if taken, err := short.Immigrate(make([]int8, 9)); taken || err == nil {
		t.Errorf("9 bits instead of 7: taken %v, error %v", taken, err)
	}
	var w state.Writer
	long.Save(&w)
	if err := short.Restore(state.NewReader(w.Bytes())); err == nil {
		t.Error("a state of 9 bits was taken for one of 7")
	}
}

// The walk with the worst solution accepts an immigrant, and an exhausted search continues.
func TestAnImmigrantWakesAWalk(t *testing.T) {
	in := random(20)
	p := local.ClimbDefaults()
	p.Walks, p.Restarts = 3, 0
	s := begin(t, layouts(in), p, 1, 1)
	for s.Step(t.Context()) == nil {
	}
	better := create(t, "tabu", in, local.Common{Walks: 1, Turns: 3000}, 1)
	if err := better.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	if better.Cost() >= s.Cost() {
		t.Fatal("there is nothing to take")
	}
	if taken, err := s.Immigrate(better.Best()); !taken || err != nil {
		t.Fatalf("taken %v, error %v", taken, err)
	}
	turns := s.Turns()
	for s.Step(t.Context()) == nil {
	}
	if s.Turns() == turns {
		t.Error("no walk has moved since")
	}
}

// broken panics when a move is applied.
type broken struct{ slow }

func (*broken) Apply(int, float64) { panic("broken") }

// A panic in a problem reaches the caller of Step, even from another thread.
func TestPanicsReachTheCaller(t *testing.T) {
	l := slowly(9)
	l.Around = func(b []int8, _ int) ([]moves.Neighbourhood[[]int8], error) {
		return []moves.Neighbourhood[[]int8]{&broken{slow{slices.Clone(b)}}}, nil
	}
	s := begin(t, l, algorithms["anneal"](local.Common{Walks: 4}), 1, 3)
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_ = s.Step(t.Context())
}
