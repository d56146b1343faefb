package ils

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/anneal"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// From 10,000 to 200,000 cities, the first descent is thorough and is not preceded by sweeps.
func TestWhereDescentsAreThorough(t *testing.T) {
	for n, want := range map[int]string{1000: quick, 9_999: quick, 10_000: thorough, 199_999: thorough, 200_000: quick} {
		if p := Defaults(n); p.Descent != want || (p.Sweeps == 0) != (want == thorough) {
			t.Errorf("%d cities: %s after %d sweeps, want %s", n, p.Descent, p.Sweeps, want)
		}
	}
}

// The number of lanes grows with the number of cities. All lanes together make n/75 kicks in a
// step, but each lane makes at least five. A single lane makes a hundred.
func TestDefaults(t *testing.T) {
	for n, lanes := range map[int]int{1: 1, 499: 1, 500: 2, 9_999: 2, 10_000: 4, 49_999: 4, 50_000: 8, 1_000_000: 8} {
		if got := Defaults(n).Lanes; got != lanes {
			t.Errorf("%d cities: %d lanes, want %d", n, got, lanes)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 2_000_000).Draw(t, "n")
		p := Defaults(n)
		switch all := p.Kicks * p.Lanes; {
		case p.Lanes == 1:
			if p.Kicks != 100 {
				t.Fatalf("%d kicks", p.Kicks)
			}
		case p.Kicks > 5 && (all > n/75 || all <= n/75-p.Lanes), p.Kicks < 5, p.Kicks == 5 && n/75 >= 6*p.Lanes:
			t.Fatalf("%d kicks in %d lanes", p.Kicks, p.Lanes)
		}
	})
}

// inSteps returns a search of n cities in lanes with only the fields that determine the number of
// kicks.
func inSteps(t *testing.T, n, count int, p Params, sweeps bool) (*ILS, *lanes) {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &ILS{in: in, params: p, op: operator{sweeps: sweeps}}, &lanes{others: make([]lk.Peer, count-1)}
}

// The number of kicks in a step is that of the parameters, unless sweeps are long or the rounds are
// nearly complete. In the last step, the lanes share the remaining kicks.
func TestKicksOfAStep(t *testing.T) {
	for _, c := range []struct {
		n, lanes, kicks, made int
		rounds                float64
		sweeps                bool
		want                  int
	}{
		{n: 100, lanes: 2, kicks: 40, want: 40},
		{n: 100, lanes: 2, kicks: 40, made: 1 << 30, want: 40},
		{n: 1000, lanes: 1, kicks: 40, sweeps: true, want: 20},
		{n: 100, lanes: 1, kicks: 40, sweeps: true, want: 40},
		{n: 500, lanes: 1, kicks: 40, sweeps: true, want: 40},
		{n: 30_000, lanes: 1, kicks: 40, sweeps: true, want: 1},
		{n: 100, lanes: 1, kicks: 40, rounds: 1.5, made: 0, want: 40},
		{n: 100, lanes: 1, kicks: 40, rounds: 1.5, made: 120, want: 30},
		{n: 100, lanes: 1, kicks: 40, rounds: 1.5, made: 150, want: 0},
		{n: 100, lanes: 4, kicks: 40, rounds: 1.5, made: 148, want: 1},
		{n: 100, lanes: 4, kicks: 40, rounds: 1.5, made: 145, want: 2},
		{n: 100, lanes: 4, kicks: 40, rounds: 1.5, made: 142, want: 2},
		{n: 100, lanes: 4, kicks: 40, rounds: 1.5, made: 150, want: 0},
		{n: 100, lanes: 4, kicks: 40, rounds: 1.5, made: 153, want: 0},
		{n: 100, lanes: 4, kicks: 40, rounds: 1.5, made: 190, want: 0},
		{n: 100, lanes: 1, kicks: 40, rounds: 0.001, made: 0, want: 1},
	} {
		s, l := inSteps(t, c.n, c.lanes, Params{Kicks: c.kicks, Rounds: c.rounds}, c.sweeps)
		s.kicks = c.made
		if got := l.share(s); got != (share{kicks: c.want}) {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// A search with a number of rounds makes all its kicks. It exceeds this number by less than the
// number of lanes, because the lanes share the last kicks equally.
func TestRoundsAreCounted(t *testing.T) {
	const n = 200
	in, err := tsp.Generate(tsp.Uniform, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	lists, err := near.Nearest(t.Context(), in, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, count := range []int{1, 2, 3, 4, 7} {
		for _, rounds := range []float64{0.005, 1, 1.5, 2.013} {
			t.Run(fmt.Sprint(count, rounds), func(t *testing.T) {
				p := Params{Operator: "2opt", Kick: "segment", Accept: "better", Segment: 50, Descent: "quick", Third: "t4", Pairs: "closer", Kicks: 11, Rounds: rounds, Lanes: count}
				s, err := New(in, lists, tsp.Identity(n), p, 1, Executor{})
				if err != nil {
					t.Fatal(err)
				}
				for err == nil {
					err = s.Step(t.Context())
				}
				if !errors.Is(err, search.ErrExhausted) {
					t.Fatal(err)
				}
				if want := int(math.Ceil(rounds * n)); s.kicks < want || s.kicks >= want+count {
					t.Errorf("%d kicks, want %d", s.kicks, want)
				}
			})
		}
	}
}

// Every city belongs to the region of exactly one lane.
func TestSharesArePartitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "n")
		count := rapid.IntRange(1, 9).Draw(t, "lanes")
		random := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
		owner := make([]int, n)
		for _, r := range divide(n, count, &random) {
			if int(r.size) < n/count || int(r.size) > n/count+1 {
				t.Fatalf("a share of %d of %d cities for %d lanes", r.size, n, count)
			}
			for i := range r.size {
				owner[(r.from+i)%int32(n)]++
			}
		}
		for c, owners := range owner {
			if owners != 1 {
				t.Fatalf("city %d belongs to %d lanes", c, owners)
			}
		}
	})
}

// Kicks pass through a region from start to end and never leave it.
func TestDrawsGoThroughTheRegion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.Int32Range(1, 500).Draw(t, "cities")
		r := region{rapid.Int32Range(0, of-1).Draw(t, "from"), rapid.Int32Range(1, of).Draw(t, "size"), of}
		kicks := rapid.IntRange(1, 60).Draw(t, "kicks")
		random := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
		all := rapid.IntRange(1, 10_000).Draw(t, "work")
		for done := range all {
			c := r.draw(done, all, kicks, &random)
			inside := int((c - r.from + of) % of)
			from, each := int(r.size)*done/all, max(int(r.size)/kicks, 1)
			if c < 0 || c >= of || inside < from || inside >= min(from+each, int(r.size)) {
				t.Fatalf("%d of %d done with %d kicks in %+v: city %d", done, all, kicks, r, c)
			}
		}
	})
}

// A third of the long kicks have the longest segments. Kicks other than segment kicks ignore the
// share of long kicks.
func TestKindsOfKicks(t *testing.T) {
	random := rng.At(1, 0, 0)
	count := map[int32]int{}
	for range 10_000 {
		count[Params{Kick: "segment", Segment: 10}.kick(&random, 0.3).Size]++
	}
	for size, want := range map[int32]int{10: 7000, 30: 2000, 90: 1000} {
		if got := count[size]; math.Abs(float64(got-want)) > 4*math.Sqrt(float64(want)) {
			t.Errorf("%d of 10,000 kicks have size %d, want %d", got, size, want)
		}
	}
	before := random
	for _, c := range []struct {
		p    Params
		long float64
		want lk.Kick
	}{
		{Params{Kick: "segment", Segment: 10}, 0, lk.Kick{Size: 10}},
		{Params{Kick: "walk", Segment: 10}, 0.4, lk.Kick{Size: 10, Walk: true}},
		{Params{Kick: "close", Segment: 10}, 0.4, lk.Kick{Size: 3, Walk: true}},
		{Params{Kick: "anywhere", Segment: 10}, 0.4, lk.Kick{Anywhere: true}},
	} {
		if got := c.p.kick(&random, c.long); got != c.want || random != before {
			t.Errorf("%s: %+v, want %+v, without a random number", c.p.Kick, got, c.want)
		}
	}
}

// If the descent undoes more than half of the kicks, some kicks become longer, up to four in ten.
func TestLongKicksComeWhereShortOnesAreUndone(t *testing.T) {
	for same, want := range map[int]float64{0: 0, 100: 0, 150: 0.2, 300: 0.4, 900: 0.4} {
		var a anneal.Schedule
		random := rng.At(1, 0, 0)
		j := a.Judge()
		for range 100 {
			j.Accepts(1, &random)
		}
		for range same {
			j.Accepts(0, &random)
		}
		a.Learn(&j, 1)
		if got := long(&a); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d of %d undone: %v long", same, 100+same, got)
		}
	}
}

func TestWorkForAnEngine(t *testing.T) {
	for _, c := range []struct {
		operator string
		sweeps   int
		want     bool
	}{{"lk", 0, false}, {"lk", 2, true}, {"2opt-sweep", 0, true}, {"3opt-sweep", 1, true}, {"none", 1, false}} {
		if got := (Params{Operator: c.operator, Sweeps: c.sweeps}).OnEngine(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// Paper returns the search of [LS13 §4.3, Algorithm 1]: the best 3-opt move of the whole tour with
// the third edge from the neighbours of t3, a double bridge at any four edges, every tour accepted,
// one lane, ten kicks per city.
func TestPaper(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 1000} {
		p := Paper(n)
		if err := p.Validate(); err != nil {
			t.Errorf("%d cities: %v", n, err)
		}
		want := Params{
			Operator: "3opt-sweep", Moves: 1, Kick: "anywhere", Accept: "always",
			Segment: max(n, 1), Descent: "quick", Kicks: 100, Lanes: 1, Rounds: 10, Third: "t3", Pairs: "closer",
		}
		if p != want || !p.OnEngine() {
			t.Errorf("%d cities: %+v", n, p)
		}
	}
}

// A first descent that lanes share has the same result on any number of threads, finds a tour about
// as good as with one lane, and can be saved and restored.
func TestLanesShareTheDescent(t *testing.T) {
	const n = 2 * sharedFrom
	in, err := tsp.Generate(tsp.Uniform, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	lists, err := near.Quadrant(t.Context(), in, 2, 8, 2)
	if err != nil {
		t.Fatal(err)
	}
	greedy, err := start.Greedy(t.Context(), in, lists, 1)
	if err != nil {
		t.Fatal(err)
	}
	descend := func(lanes, threads int, restart bool) (best int64, steps int) {
		p := Defaults(n)
		p.Lanes, p.Kicks, p.Sweeps, p.Descent = lanes, 0, 0, quick
		s, err := New(in, lists, greedy, p, 1, Executor{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		for ; !errors.Is(err, search.ErrExhausted); steps++ {
			if err = s.Step(t.Context()); err != nil && !errors.Is(err, search.ErrExhausted) {
				t.Fatal(err)
			}
			if restart && steps == 1 {
				var w state.Writer
				s.Save(&w)
				if s, err = New(in, lists, greedy, p, 1, Executor{Threads: threads}); err != nil {
					t.Fatal(err)
				}
				if err := s.Restore(state.NewReader(w.Bytes())); err != nil {
					t.Fatal(err)
				}
			}
		}
		return in.Length(s.Best()), steps
	}
	alone, _ := descend(1, 1, false)
	shared, steps := descend(4, 1, false)
	if steps < 3 {
		t.Errorf("%d steps: nothing was shared", steps)
	}
	if two, _ := descend(4, 2, false); two != shared {
		t.Errorf("%d on two threads, %d on one", two, shared)
	}
	if restored, _ := descend(4, 2, true); restored != shared {
		t.Errorf("%d after a state was restored, %d without", restored, shared)
	}
	if float64(shared) > 1.003*float64(alone) {
		t.Errorf("lanes end at %d, one at %d", shared, alone)
	}
}
