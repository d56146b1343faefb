package local_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
)

var update = flag.Bool("update", false, "rewrite the golden trajectories")

// random returns a random instance with n facilities.
func random(n int) *qap.Instance {
	r := rng.At(11, uint32(n), 0)
	var m [2][]int64
	for x := range m {
		m[x] = make([]int64, n*n)
		for i := range n {
			for j := range i {
				v := int64(r.IntN(100))
				m[x][i*n+j], m[x][j*n+i] = v, v
			}
		}
	}
	in, err := qap.New("random", n, m[0], m[1])
	if err != nil {
		panic(err)
	}
	return in
}

// layouts returns a landscape of assignments with the neighbourhoods of swaps and of rotations.
func layouts(in *qap.Instance) local.Landscape[qap.Assignment] {
	return local.Landscape[qap.Assignment]{
		Random: func(r *rng.Stream) qap.Assignment { return qap.Random(in.N(), r) },
		Around: func(p qap.Assignment, _ int) ([]moves.Neighbourhood[qap.Assignment], error) {
			s, err := qap.NewSwaps(in, p)
			if err != nil {
				return nil, err
			}
			r, err := qap.NewRotations(in, p)
			return []moves.Neighbourhood[qap.Assignment]{s, r}, err
		},
		Check: in.Check,
	}
}

type walks = local.Search[qap.Assignment]

// algorithms contains all algorithms, some with several parameter settings.
var algorithms = map[string]func(c local.Common) local.Params{
	"climb": func(c local.Common) local.Params {
		p := local.ClimbDefaults()
		p.Common = c
		return p
	},
	"climb-first": func(c local.Common) local.Params {
		p := local.ClimbDefaults()
		p.Common, p.Improvement = c, "first"
		return p
	},
	"tabu": func(c local.Common) local.Params {
		p := local.TabuDefaults(12, 144)
		p.Common, p.Aspiration = c, 100
		return p
	},
	"vnd": func(c local.Common) local.Params {
		p := local.VNDDefaults()
		p.Common = c
		return p
	},
	"ils": func(c local.Common) local.Params {
		p := local.ILSDefaults()
		p.Common, p.Home = c, 5
		return p
	},
	"anneal": func(c local.Common) local.Params {
		p := local.AnnealDefaults(66)
		p.Common = c
		return p
	},
}

func create(t testing.TB, name string, in *qap.Instance, c local.Common, threads int) *walks {
	t.Helper()
	return begin(t, layouts(in), algorithms[name](c), 3, threads)
}

// begin returns a search that runs on threads.
func begin[S any](t testing.TB, l local.Landscape[S], p local.Params, seed uint64, threads int) *local.Search[S] {
	t.Helper()
	s, err := local.New(l, p, seed, local.Threads[S]{Count: threads})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTrajectories(t *testing.T) {
	in := random(12)
	for name := range algorithms {
		t.Run(name, func(t *testing.T) {
			s := create(t, name, in, local.Common{Walks: 2, Turns: 8}, 2)
			testkit.Golden(t, filepath.Join("testdata", name+".golden"), searchtest.Trajectory(t, s, true), *update)
		})
	}
}

// A single walk takes the same course as the first of many walks, because walks do not interact.
func TestWalksNeverMeet(t *testing.T) {
	in := random(15)
	for name := range algorithms {
		alone, many := create(t, name, in, local.Common{Walks: 1, Turns: 40}, 1), create(t, name, in, local.Common{Walks: 4, Turns: 40}, 2)
		for range 5 {
			_, _ = alone.Step(t.Context()), many.Step(t.Context())
		}
		if many.Cost() > alone.Cost() {
			t.Errorf("%s: four walks found %v, the first of them alone %v", name, many.Cost(), alone.Cost())
		}
	}
}

// Without restarts, hill climbing ends at a solution that no swap improves.
func TestClimbingEndsInALocalOptimum(t *testing.T) {
	in := random(20)
	for _, improvement := range []string{"best", "first"} {
		p := local.ClimbDefaults()
		p.Walks, p.Restarts, p.Improvement = 1, 0, improvement
		s, err := local.New(layouts(in), p, 1, local.Threads[qap.Assignment]{Count: 1})
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(t.Context(), in, s, search.AfterSteps(10_000))
		if err != nil {
			t.Fatal(err)
		}
		if r.Reason != search.Stall {
			t.Errorf("%s: ended for %q", improvement, r.Reason)
		}
		h, _ := qap.NewSwaps(in, r.Best)
		if c, err := h.(moves.Picker).Pick(t.Context(), moves.Everything()); err != nil || c.Delta < 0 {
			t.Errorf("%s: move %d improves by %v", improvement, c.Move, -c.Delta)
		}
	}
}

// VND ends at a solution that no rotation improves either.
func TestDescendingEndsInALocalOptimumOfAll(t *testing.T) {
	in := random(14)
	p := local.VNDDefaults()
	p.Walks, p.Turns = 1, 1
	s, err := local.New(layouts(in), p, 1, local.Threads[qap.Assignment]{Count: 1})
	if err != nil {
		t.Fatal(err)
	}
	before := s.Cost()
	for range 2000 {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	r, _ := qap.NewRotations(in, s.Best())
	deltas := make([]float64, r.Len())
	r.Deltas(0, deltas)
	for move, d := range deltas {
		if d < 0 {
			t.Fatalf("rotation %d improves by %v", move, -d)
		}
	}
	if s.Cost() >= before {
		t.Error("nothing was found")
	}
}

func TestStartIsNeverMadeWorse(t *testing.T) {
	in := random(12)
	good := create(t, "tabu", in, local.Common{Walks: 1, Turns: 2000}, 1)
	if err := good.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	start := good.Best()
	for name, params := range algorithms {
		l := layouts(in)
		l.Start = &start
		s := begin(t, l, params(local.Common{Walks: 2, Turns: 10}), 9, 1)
		if s.Cost() > in.Cost(start) {
			t.Errorf("%s: begins at %v, given was %v", name, s.Cost(), in.Cost(start))
		}
	}
}

func TestFaultsAreNamed(t *testing.T) {
	climb, vnd, ils := local.ClimbDefaults(), local.VNDDefaults(), local.ILSDefaults()
	climb.Restarts, climb.Improvement = -2, "worst"
	vnd.Levels, vnd.Kick = 0, 0
	ils.Home, ils.Patience = -1, 0
	for want, p := range map[string]local.Params{
		"improvement = \"worst\", expected best or first\nrestarts = -2, expected -1 or more": climb,
		"walks = 0, expected 1 to 1,000,000\nturns = -1, expected 0 or more\ntenure = 0, expected at least 1 and less than 268,435,456\nshape = 11, expected 0 to 10\naspiration = -1, expected 0 to 268,435,456": local.TabuParams{
			Common: local.Common{Turns: -1}, Shape: 11, Aspiration: -1,
		},
		"kick = 0, expected 1 or more\nlevels = 0, expected 1 or more":                                       local.Params(vnd),
		"patience = 0, expected 1 or more\nhome = -1, expected 0 or more":                                    ils,
		"walks = 0, expected 1 to 1,000,000\nheat = -1, expected 0 to 1,000\nsize = 0, expected more than 0": local.AnnealParams{Heat: -1},
	} {
		if err := p.Validate(); err == nil || err.Error() != want {
			t.Errorf("%T: %v, want %s", p, err, want)
		}
		if s, err := local.New(layouts(random(5)), p, 1, local.Threads[qap.Assignment]{Count: 1}); s != nil || err == nil || err.Error() != want {
			t.Errorf("%T: a search with these parameters: %v, want %s", p, err, want)
		}
	}
}

// A landscape without usable neighbourhoods is rejected with the reason, and errors of the
// landscape are passed on.
func TestFaultsOfALandscapeAreNamed(t *testing.T) {
	broken := errors.New("no map")
	for name, c := range map[string]struct {
		around []moves.Neighbourhood[[]int8]
		fault  error
		want   string
	}{
		"fault":             {nil, broken, "no map"},
		"no neighbourhoods": {nil, nil, "there are no neighbourhoods"},
		"too many": {[]moves.Neighbourhood[[]int8]{vast{}}, nil,
			"a memory for 268435457 attributes, expected at most 268435456: use hill climbing"},
	} {
		l := slowly(0)
		l.Around = func([]int8, int) ([]moves.Neighbourhood[[]int8], error) { return c.around, c.fault }
		s, err := local.New(l, local.TabuDefaults(1, 1), 1, local.Threads[[]int8]{Count: 1})
		if s != nil || err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// vast has one more move than a memory can have attributes.
type vast struct{}

func (vast) Len() int              { return 1<<28 + 1 }
func (vast) Deltas(int, []float64) {}
func (vast) Apply(int, float64)    {}
func (vast) Cost() float64         { return 0 }
func (vast) Snapshot() []int8      { return nil }
func (vast) Reset([]int8)          {}

// A turn without an improvement allocates nothing. A step allocates only the snapshot for an
// interruption and the loop over its walks.
func TestTurnsDoNotAllocate(t *testing.T) {
	in := random(12)
	for name := range algorithms {
		s := create(t, name, in, local.Common{Walks: 1, Turns: 1}, 1)
		for range 3000 {
			_ = s.Step(t.Context())
		}
		most := 3.0
		if name == "vnd" || name == "ils" || name == "climb" || name == "climb-first" {
			most = 4 // an occasional new home or start
		}
		if n := testing.AllocsPerRun(200, func() { _ = s.Step(t.Context()) }); n > most {
			t.Errorf("%s: %v allocations a step of one turn", name, n)
		}
	}
}

// Example runs robust tabu search on an assignment of twelve facilities.
func Example() {
	in := random(12)
	tabu, err := local.New(layouts(in), local.TabuDefaults(in.N(), in.N()*in.N()), 1, local.Threads[qap.Assignment]{Count: 2})
	if err != nil {
		panic(err)
	}
	fmt.Println("a random assignment:", tabu.Cost())
	r, err := search.Run(context.Background(), in, tabu, search.AfterSteps(20))
	if err != nil {
		panic(err)
	}
	fmt.Println("after", r.Step, "steps:", r.Cost, r.Best)
	// Output:
	// a random assignment: 271974
	// after 20 steps: 224072 [8 9 5 11 0 2 10 6 4 3 7 1]
}
