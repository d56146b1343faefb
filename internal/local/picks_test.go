package local

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"pgregory.net/rapid"
)

// weights is a bit string with a weight for each bit. Its cost is the sum of the weights of the set
// bits, and a move flips one bit.
type weights struct {
	weight []float64
	set    []bool
}

func (w *weights) Len() int { return len(w.weight) }
func (w *weights) Deltas(first int, dst []float64) {
	for i := range dst {
		dst[i] = w.delta(first + i)
	}
}
func (w *weights) delta(move int) float64 {
	if w.set[move] {
		return -w.weight[move]
	}
	return w.weight[move]
}
func (w *weights) Apply(move int, _ float64) { w.set[move] = !w.set[move] }
func (w *weights) Snapshot() []bool          { return slices.Clone(w.set) }
func (w *weights) Reset(set []bool)          { copy(w.set, set) }
func (w *weights) Cost() (sum float64) {
	for i, set := range w.set {
		if set {
			sum += w.weight[i]
		}
	}
	return sum
}

// ranged is a neighbourhood of weights that implements moves.RangePicker.
type ranged struct{ weights }

func (w *ranged) PickRange(r *moves.Rule, first, count int) moves.Choice {
	return w.pick(r, first, count)
}

// pick returns the move that every implementation must pick from count moves, starting with first:
// the best class, then the smallest delta, then the lowest number.
func (w *weights) pick(r *moves.Rule, first, count int) moves.Choice {
	best, class := moves.Choice{Move: -1}, moves.Forbidden
	for move := first; move < first+count; move++ {
		touch := moves.Touch{Enters: [3]int32{int32(move)}, Count: 1}
		c, d := r.Class(w.delta(move), &touch), w.delta(move)
		if c < class || c == class && c < moves.Forbidden && d < best.Delta {
			best, class = moves.Choice{Move: move, Delta: d}, c
		}
	}
	return best
}

// A pick is the same for any number of threads and any wave size, with or without ties, and with or
// without a memory.
func TestPicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 2, 3, 40, 1023, 1024, 1025, 9000}).Draw(t, "moves")
		random := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
		w := weights{make([]float64, n), make([]bool, n)}
		most := rapid.SampledFrom([]int32{1, 3, 1 << 20}).Draw(t, "weights")
		for i := range w.weight {
			w.weight[i] = float64(random.IntN(2*most+1) - most)
		}
		r := moves.Everything()
		if rapid.Bool().Draw(t, "aspiration") {
			r.Aspire = float64(random.IntN(2*most+1) - most)
		}
		if rapid.Bool().Draw(t, "memory") {
			r.Until, r.Step, r.Long = make([]int32, n), 5, 2
			latest := rapid.SampledFrom([]int32{4, 8, 1000}).Draw(t, "latest")
			for i := range r.Until {
				r.Until[i] = random.IntN(latest)
			}
		}
		want := w.pick(r, 0, n)
		wave := rapid.SampledFrom([]int{1, 7, far}).Draw(t, "wave")
		for threads := 1; threads <= 3; threads++ {
			byDeltas, byRanges := newPicks[[]bool](&w, threads), newPicks[[]bool](&ranged{w}, threads)
			byRanges.wave = min(byRanges.wave, wave)
			for name, p := range map[string]*picks[[]bool]{"deltas": byDeltas, "ranges": byRanges} {
				for range 2 { // the second pick must not depend on the first
					if got, err := p.best(context.Background(), r); err != nil || got != want {
						t.Fatalf("%s, %d threads: %+v, %v, want %+v", name, threads, got, err, want)
					}
				}
			}
		}
	})
}

// All threads share a large neighbourhood, and one thread scans a small one.
func TestThreadsShareLargeNeighbourhoods(t *testing.T) {
	for n, want := range map[int]int{sharedWork - 1: 1, sharedWork: 4} {
		if got := newPicks[[]bool](&weights{make([]float64, n), make([]bool, n)}, 4).threads; got != want {
			t.Errorf("%d moves: %d threads, want %d", n, got, want)
		}
	}
}

// An interrupted pick returns an error and no move.
func TestAPickIsCutShort(t *testing.T) {
	const n = 20 * oftenWork
	w := &weights{make([]float64, n), make([]bool, n)}
	for _, threads := range []int{1, 2} {
		for _, looks := range []int{1, 5} {
			c, err := newPicks[[]bool](w, threads).best(testkit.Ending(t.Context(), looks), moves.Everything())
			if err == nil || c.Move != -1 {
				t.Errorf("%d threads, cut at look %d: %+v, %v", threads, looks, c, err)
			}
		}
	}
}

// from returns a landscape of weights in which all walks start with no bit set.
func from(weight ...float64) Landscape[[]bool] {
	return Landscape[[]bool]{
		Random: func(*rng.Stream) []bool { return make([]bool, len(weight)) },
		Around: func(set []bool, _ int) ([]moves.Neighbourhood[[]bool], error) {
			return []moves.Neighbourhood[[]bool]{&weights{weight, slices.Clone(set)}}, nil
		},
	}
}

// walkFrom returns a search with one walk that starts with no bit set.
func walkFrom(t *testing.T, p Params, weight ...float64) *Search[[]bool] {
	t.Helper()
	s, err := New(from(weight...), p, 1, Threads[[]bool]{Count: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func step(t *testing.T, s *Search[[]bool]) {
	t.Helper()
	if err := s.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
}

var oneTurn = Common{Walks: 1, Turns: 1}

// Tabu search makes the best move, wherever the move is in the neighbourhood and even if it makes
// the solution worse. An attribute that a move removed stays forbidden for its tenure.
func TestTabuGoesOn(t *testing.T) {
	p := TabuParams{Common: oneTurn, Tenure: 3, Shape: 0}
	s := walkFrom(t, p, -9, 5, 7)
	var at []int
	for range 6 {
		step(t, s)
		moves := s.walks[0].Journal.Moves
		if len(moves) == 0 {
			at = append(at, -1)
			continue
		}
		at = append(at, moves...)
	}
	// Bits 0, 1 and 2 are set one after another, and each then stays out for three more turns. Bit
	// 0 may flip back at turn 5, but bit 1 only at turn 6.
	if want := []int{0, 1, 2, -1, 0, 1}; !slices.Equal(at, want) {
		t.Errorf("flips %v, want %v", at, want)
	}
	if s.Cost() != -9 || !slices.Equal(s.Best(), []bool{true, false, false}) {
		t.Errorf("cost %v, best %v", s.Cost(), s.Best())
	}
}

// A move that leads to a new best solution is made even if it is forbidden.
func TestTabuAspires(t *testing.T) {
	s := walkFrom(t, TabuParams{Common: oneTurn, Tenure: 100, Shape: 0}, 2, 50)
	step(t, s) // flips bit 0, for a cost of 2
	w := s.walks[0]
	if w.cost = 1; w.Rule().Aspire != -1 {
		t.Errorf("wants moves below %v, the best is 1 below", w.Rule().Aspire)
	}
	w.cost = 3 // now flipping bit 0 back would also give a new best
	step(t, s)
	if got := w.Journal.Moves; !slices.Equal(got, []int{0}) {
		t.Errorf("flips %v, want the way back", got)
	}
}

// An attribute that has been out for longer than the aspiration is brought back. An aspiration of 0
// disables this.
func TestTabuBringsBack(t *testing.T) {
	for aspiration, want := range map[int]int32{0: math.MinInt32, 7: 1 - 7} {
		s := walkFrom(t, TabuParams{Common: oneTurn, Tenure: 3, Aspiration: aspiration}, 1, 2)
		if got := s.walks[0].Rule().Long; got != want {
			t.Errorf("aspiration %d: long is before %d, want %d", aspiration, got, want)
		}
	}
}

// Long tenures are rare: a tenure is proportional to a power of a number from 0 to 1.
func TestTenures(t *testing.T) {
	for _, c := range []struct {
		shape int
		u     float64
		want  int32
	}{{0, 0.5, 80}, {1, 0.5, 40}, {2, 0.5, 20}, {3, 0.5, 10}, {2, 0, 0}, {2, 0.999, 79}} {
		if got := (&TabuParams{Tenure: 80, Shape: c.shape}).time(c.u); got != c.want {
			t.Errorf("shape %d at %v: %d turns, want %d", c.shape, c.u, got, c.want)
		}
	}
}

// Hill climbing makes the best or the first improving move (the lowest on ties), and ends when no
// move improves the solution. With first improvement, it ends after a complete scan without an
// improvement.
func TestClimbing(t *testing.T) {
	for improvement, want := range map[string][]int{best: {2, 4, 0, 3}, first: {0, 2, 3, 4}} {
		p := ClimbDefaults()
		p.Common, p.Improvement, p.Restarts = oneTurn, improvement, 0
		s := walkFrom(t, p, -1, 3, -8, -1, -8)
		var flips []int
		for range 100 {
			err := s.Step(t.Context())
			if flips = append(flips, s.walks[0].Journal.Moves...); err != nil {
				break
			}
			s.walks[0].Journal = Journal{}
		}
		if !slices.Equal(flips, want) || !s.walks[0].Done() {
			t.Errorf("%s: flips %v, want %v, done %v", improvement, flips, want, s.walks[0].Done())
		}
	}
}

// A climber restarts as often as allowed and then makes no further turn, for any number of turns
// per step.
func TestRestartsAreCounted(t *testing.T) {
	for _, restarts := range []int{0, 1, 3} {
		for _, turns := range []int{1, 3, 50} {
			starts := 0
			l := from(-1, 2)
			l.Random = func(*rng.Stream) []bool { starts++; return make([]bool, 2) }
			p := ClimbDefaults()
			p.Common, p.Restarts = Common{Walks: 1, Turns: turns}, restarts
			s, err := New(l, p, 1, Threads[[]bool]{Count: 1})
			if err != nil {
				t.Fatal(err)
			}
			for steps := 0; steps < 100 && s.Step(t.Context()) == nil; steps++ {
			}
			if starts != 1+restarts || s.Turns() != 2*(1+restarts) {
				t.Errorf("%d restarts, %d turns a step: %d starts, %d turns", restarts, turns, starts, s.Turns())
			}
		}
	}
}

// sampled is a neighbourhood of weights that is a sample of a larger one.
type sampled struct {
	weights
	sample uint32
}

func (s *sampled) Renew()             { s.sample++ }
func (s *sampled) Sample() uint32     { return s.sample }
func (s *sampled) SetSample(n uint32) { s.sample = n }

// If moves are a sample, a walk examines patience samples before it gives up, and starts counting
// again after an improvement.
func TestPatience(t *testing.T) {
	// With first improvement a sample takes two turns: one to its end, and one from its start.
	for improvement, turns := range map[string]int{best: 1, first: 2} {
		for _, patience := range []int{1, 2, 5} {
			h := &sampled{weights: weights{[]float64{-4, 2, 3}, make([]bool, 3)}}
			l := from(1)
			l.Around = func([]bool, int) ([]moves.Neighbourhood[[]bool], error) {
				return []moves.Neighbourhood[[]bool]{h}, nil
			}
			p := ClimbDefaults()
			p.Common, p.Restarts, p.Improvement, p.Patience = oneTurn, 0, improvement, patience
			s, err := New(l, p, 1, Threads[[]bool]{Count: 1})
			if err != nil {
				t.Fatal(err)
			}
			for steps := 0; steps < 100 && s.Step(t.Context()) == nil; steps++ {
			}
			if !s.walks[0].Done() || int(h.sample) != patience-1 || s.Turns() != 1+turns*patience {
				t.Errorf("%s, patience %d: done %v after %d samples and %d turns", improvement, patience, s.walks[0].Done(), 1+h.sample, s.Turns())
			}
		}
	}
}

// A step takes about the same amount of work, whatever a turn of the strategy costs.
func TestWorkOfATurn(t *testing.T) {
	picker := func(n int) moves.Neighbourhood[[]bool] { return &ranged{weights{make([]float64, n), make([]bool, n)}} }
	sample := func(n int) moves.Neighbourhood[[]bool] {
		return &sampled{weights: weights{make([]float64, n), make([]bool, n)}}
	}
	descending := func(improvement string) strategy[[]bool] {
		p := ClimbDefaults()
		p.Improvement = improvement
		return newStrategy[[]bool](p)
	}
	for name, c := range map[string]struct {
		strategy strategy[[]bool]
		h        moves.Neighbourhood[[]bool]
		want     int
	}{
		"best":             {descending(best), picker(1000), 1000},
		"best of a sample": {descending(best), sample(10), 10 * sampleWork},
		"first":            {descending(first), picker(1000), portionWork},
		"first of few":     {descending(first), picker(10), 10},
		"first, a sample":  {descending(first), sample(1000), portionWork / sampleWork * sampleWork},
		"tabu":             {newStrategy[[]bool](TabuDefaults(9, 9)), picker(1000), 1000},
		"annealing":        {newStrategy[[]bool](AnnealDefaults(9)), picker(1000), portionWork * aloneWork},
	} {
		if got := c.strategy.work(c.h); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	for _, c := range []struct{ walks, work, want int }{
		{1, 1000, stepWork / 1000}, {4, 1000, stepWork / 4000}, {1, 1, stepWork / leastWork}, {1, 1 << 30, 1}, {2, stepWork, 1},
	} {
		w := &Walk[[]bool]{work: []int{c.work - c.work/3, c.work / 3}}
		if got := turnsOfAStep(w, c.walks); got != c.want {
			t.Errorf("%+v: %d turns", c, got)
		}
	}
}

func TestTabuDefaults(t *testing.T) {
	for _, c := range []struct {
		n, attributes, aspiration int
		tenure                    float64
	}{{1, 1, 10, 4}, {4, 16, 160, 4}, {60, 3600, 36_000, 60}, {60, 1 << 27, 1 << 28, 60}} {
		p := TabuDefaults(c.n, c.attributes)
		if p.Tenure != c.tenure || p.Aspiration != c.aspiration || p.Validate() != nil {
			t.Errorf("%+v: %+v, %v", c, p, p.Validate())
		}
	}
}

// If Check is nil, slices are compared by length, and all other solutions are accepted.
func TestSolutionsWithoutACheck(t *testing.T) {
	var lists Landscape[[]int8]
	if err := lists.check([]int8{1}, []int8{2}); err != nil {
		t.Error(err)
	}
	if err := lists.check([]int8{1}, nil); err == nil || err.Error() != "got a solution of length 1, expected 0" {
		t.Error(err)
	}
	var others Landscape[struct{ X int }]
	if err := others.check(struct{ X int }{1}, struct{ X int }{2}); err != nil {
		t.Error(err)
	}
}

// Turns returns the total number of turns of all walks.
func (s *Search[S]) Turns() (sum int) {
	for _, w := range s.walks {
		sum += w.turn
	}
	return sum
}

// Choose returns the best of all moves under a rule, the first one on ties, and ends if its context
// does.
func TestChoose(t *testing.T) {
	deltas := make([]float64, 50_000)
	for i := range deltas {
		deltas[i] = float64((i * 7919) % 40_009)
	}
	deltas[40_000], deltas[45_000] = -3, -3
	untouched := func(int) moves.Touch { return moves.Touch{} }
	rule := &moves.Rule{Aspire: -1}
	if c, err := Choose(t.Context(), rule, deltas, untouched); err != nil || c != (moves.Choice{Move: 40_000, Delta: -3}) {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := Choose(t.Context(), rule, nil, untouched); err != nil || c.Move >= 0 {
		t.Errorf("no moves: %+v, %v", c, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Choose(ctx, rule, deltas, untouched); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
