package aco

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The tour that deposits is the best of the cycle in 10 % of the cycles, the best of all in 9 % and
// the best since the reset in 81 %.
func TestDepositShares(t *testing.T) {
	observed := make([]int, 3)
	for cycle := range uint32(20_000) {
		observed[drawSource(7, cycle)]++
	}
	if x, p, err := chiSquared(observed, []float64{ofCycle: 0.1, ofAll: 0.09, ofReset: 0.81}); err != nil || p < 0.001 {
		t.Errorf("chi squared %.1f, p = %.2g, %v; observed %v", x, p, err, observed)
	}
}

// witness is an engine that records which tour deposited last.
type witness struct {
	*Reference
	deposited tsp.Tour
	amount    float32
}

func (w *witness) Reinforce(ctx context.Context, d Deposit) error {
	t := w.best
	if d.Ant != Remembered {
		t = w.tours[d.Ant]
	}
	w.deposited, w.amount = slices.Clone(t), d.Amount
	return w.Reference.Reinforce(ctx, d)
}

// The drawn tour deposits the inverse of its cost: the best tour of the cycle, of all cycles or
// since the reset. Afterwards the engine again holds the best tour since the reset.
func TestAuthorsDeposits(t *testing.T) {
	in := generate(t, tsp.Uniform, 60)
	s := colony(t, in, with(func(p *MMASParams) {
		asAuthors(p)
		p.Ants, p.Patience = 4, 10
	}), 5, 1)
	e := &witness{Reference: s.engine.(*Reference)}
	s.engine = e
	shorter := func(a, b tsp.Tour) tsp.Tour {
		if b == nil || in.Length(a) < in.Length(b) {
			return slices.Clone(a)
		}
		return b
	}
	var ofAllCycles, sinceReset tsp.Tour
	resets, differ, unit := 0, 0, in.Length(nearest(t, in))
	for cycle := range uint32(300) {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		ofTheCycle := slices.MinFunc(e.tours, func(a, b tsp.Tour) int { return int(in.Length(a) - in.Length(b)) })
		ofAllCycles, sinceReset = shorter(ofTheCycle, ofAllCycles), shorter(ofTheCycle, sinceReset)
		random := rng.At(5, math.MaxUint32, cycle)
		u, v := random.Float64(), random.Float64()
		want := sinceReset
		if u < 0.1 {
			want = ofTheCycle
		} else if v < 0.1 {
			want = ofAllCycles
			if !slices.Equal(ofAllCycles, sinceReset) {
				differ++
			}
		}
		if !slices.Equal(e.deposited, want) {
			t.Fatalf("cycle %d: the tour of length %d deposits, want %d", cycle, in.Length(e.deposited), in.Length(want))
		}
		if amount := 0.1 * float64(unit) / float64(in.Length(want)); math.Abs(float64(e.amount)/amount-1) > 1e-5 {
			t.Fatalf("cycle %d: deposits %v, want %v", cycle, e.amount, amount)
		}
		if !slices.Equal(e.best, sinceReset) {
			t.Fatalf("cycle %d: the engine holds a different best tour", cycle)
		}
		if s.since == s.cycle {
			sinceReset, resets = nil, resets+1
		}
	}
	if resets < 3 || differ < 3 {
		t.Errorf("%d resets, %d deposits of a tour from before the reset: too few to test", resets, differ)
	}
}

// A colony saved after a reset continues with the best tour from before the reset.
func TestAuthorsStateHoldsTheBestTourOfAllCycles(t *testing.T) {
	in := generate(t, tsp.Uniform, 60)
	p := with(func(p *MMASParams) {
		asAuthors(p)
		p.Ants, p.Patience = 4, 10
	})
	s, other := colony(t, in, p, 5, 1), colony(t, in, p, 5, 1)
	for s.since == 0 || s.leader == s.shortest {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var w state.Writer
	s.Save(&w)
	if err := errors.Join(w.Err(), other.Restore(state.NewReader(w.Bytes()))); err != nil {
		t.Fatal(err)
	}
	for range 40 {
		if err := errors.Join(s.Step(t.Context()), other.Step(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(s.engine.(*Reference).trails.Levels, other.engine.(*Reference).trails.Levels) {
		t.Error("the restored colony has different trails")
	}
	other.global[0] = other.global[1]
	var damaged state.Writer
	other.Save(&damaged)
	if err := s.Restore(state.NewReader(damaged.Bytes())); err == nil {
		t.Error("accepted a best tour that visits a city twice")
	}
}

// scripted is an engine whose best ant has a given length in each cycle.
type scripted struct {
	Engine
	length func(cycle uint32) int64
	cycle  uint32
	laid   int
}

func (e *scripted) Lay(context.Context, float32) error { e.laid++; return nil }

func (e *scripted) Construct(_ context.Context, cycle uint32) error { e.cycle = cycle; return nil }

func (e *scripted) Improve(context.Context) error { return nil }

func (e *scripted) Fittest(context.Context) (int, int64, error) { return 0, e.length(e.cycle), nil }

func (e *scripted) Tour(_ int, dst tsp.Tour) error { copy(dst, tsp.Identity(len(dst))); return nil }

func (e *scripted) Remember(tsp.Tour) error { return nil }

func (e *scripted) Reinforce(context.Context, Deposit) error { return nil }

// Trails are reset in the cycles in which the authors' program resets them, which this test counts
// in the way of the program: a counter of equal comparisons, made in every tenth cycle.
func TestAuthorsResets(t *testing.T) {
	in := generate(t, tsp.Uniform, 8)
	for seed := range uint64(20) {
		for _, total := range []int{400, 3000} {
			random := rng.At(seed, 0, 0)
			lengths, last := make([]int64, total), int64(1_000_000)
			for i := range lengths { // improvements become rare; all lengths are different
				if random.IntN(int32(2+i%700)) == 0 {
					last -= 10_000
				}
				lengths[i] = 100*last + int64(i)
			}
			e := &scripted{length: func(cycle uint32) int64 { return lengths[cycle] }}
			s, err := NewMMAS(in, tsp.Identity(8), with(func(p *MMASParams) {
				asAuthors(p)
				p.Patience = 100
			}), e, seed)
			if err != nil {
				t.Fatal(err)
			}
			best, before, counter, reset := int64(math.MaxInt64), int64(0), 0, 0
			for iteration := range total {
				s.Pace(float64(iteration) / float64(total))
				laid := e.laid
				if err := s.Step(t.Context()); err != nil {
					t.Fatal(err)
				}
				best = min(best, lengths[iteration])
				if iteration%10 == 0 {
					if counter++; best != before {
						counter, before = 0, best
					}
				}
				resets := counter*10 >= 100 && iteration-reset <= total-iteration
				if resets {
					best, counter, reset = math.MaxInt64, 0, iteration
				}
				if got := e.laid > max(laid, 1); got != resets {
					t.Fatalf("seed %d, cycle %d of %d: reset %v, want %v", seed, iteration, total, got, resets)
				}
			}
		}
	}
}

// Without local search, the authors' program never resets trails, and the best ant of every cycle
// deposits, as in [MMAS20 Fig. 1].
func TestAuthorsWithoutLocalSearch(t *testing.T) {
	in := generate(t, tsp.Uniform, 40)
	paths := [2][]float32{}
	for i, change := range []func(*MMASParams){
		func(p *MMASParams) { p.Deposit, p.Patience, p.Reset = "authors", 1, "authors" },
		func(p *MMASParams) { p.Deposit, p.Patience = "iteration", 0 },
	} {
		s := colony(t, in, with(change), 1, 1)
		for range 30 {
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		paths[i] = s.engine.(*Reference).trails.Levels
	}
	if !slices.Equal(paths[0], paths[1]) {
		t.Error("the trails differ from those of deposits by the best ant of every cycle")
	}
}

// repeats returns the probability that an ant repeats a tour, in either direction, if the trails of
// the tour are at their upper limit and all others are at their lower limit. It is the mean over
// all starts of the product, over all steps, of the weight of the next city divided by the weights
// of all unvisited candidates [MMAS20 eq. 1]. Steps to a city that is no candidate do not count.
func repeats(t *Terrain, tour tsp.Tour, lo, hi float64) float64 {
	n, sum := len(tour), 0.0
	for start := range n {
		for _, way := range []int{1, n - 1} {
			visited, p, at := make([]bool, n), 1.0, start
			for range n - 1 {
				visited[tour[at]] = true
				next, last := tour[(at+way)%n], tour[(at+n-way)%n]
				all, taken := 0.0, 0.0
				for _, c := range t.City[int(tour[at])*t.Width:][:t.Candidates] {
					w := lo * float64(t.Heuristic[t.edge(tour[at], c)])
					if c == next || c == last {
						w *= hi / lo
					}
					if !visited[c] {
						all += w
					}
					if c == next {
						taken = w
					}
				}
				if taken > 0 {
					p *= taken / all
				}
				at = (at + way) % n
			}
			sum += p
		}
	}
	return sum / float64(n)
}

// With the floor of the candidates, ants repeat settled trails less often than with the floor of
// all cities, and as often as eq. 1 of [MMAS20] predicts.
func TestSettledTrailsAreRepeated(t *testing.T) {
	in := generate(t, tsp.Uniform, 100)
	const ants = 4000
	last := 0.0
	for _, floor := range []string{"candidates", "cities"} {
		p := with(func(p *MMASParams) {
			p.Floor, p.Pheromone, p.Ants, p.Candidates, p.PBest = floor, "full", ants, 16, 0.05
		})
		s := colonyFrom(t, in, short(t, in), p, 1, 2)
		tour, r := s.Best(), s.engine.(*Reference)
		settle(r, tour, s.limits)
		if err := errors.Join(r.trails.choose(t.Context()), r.Construct(t.Context(), 1)); err != nil {
			t.Fatal(err)
		}
		same := 0
		for _, length := range r.lengths {
			if length == in.Length(tour) {
				same++
			}
		}
		want := repeats(r.trails.Terrain, tour, float64(s.limits.lo), float64(s.limits.hi))
		got, sigma := float64(same)/ants, math.Sqrt(want*(1-want)/ants)
		if math.Abs(got-want) > 5*sigma || want <= last {
			t.Errorf("floor %s: %v of the ants repeat the tour, want %.3f±%.3f, more than %.3f", floor, got, want, sigma, last)
		}
		last = want
	}
}

// settle sets the trails on a tour to their upper limit and all others to their lower limit.
func settle(r *Reference, tour tsp.Tour, l limits) {
	for i := range r.trails.Levels {
		r.trails.Levels[i] = l.lo
	}
	for i, c := range tour {
		before, after := around(tour, i)
		r.trails.Levels[r.trails.edge(c, before)], r.trails.Levels[r.trails.edge(c, after)] = l.hi, l.hi
	}
}

// short returns a tour that Lin-Kernighan cannot improve.
func short(t testing.TB, in *tsp.Instance) tsp.Tour {
	t.Helper()
	tour := nearest(t, in)
	lk.NewImprover(in, quadrants(t, in), lk.LinKernighan).Improve(t.Context(), tour, 0, func(c lk.Chain) { c.QueueAll() })
	return tour
}

// BenchmarkSettled reports, for both floors, the probability that an ant repeats a tour on which
// the trails have settled, and the probability if all candidates were equally near and half of them
// were visited.
//
//	go test ./internal/tours/aco -run '^$' -bench Settled -benchtime 1x
func BenchmarkSettled(b *testing.B) {
	for _, name := range []string{"rat783", "pr1002"} {
		in := tsplib(b, name)
		tour := short(b, in)
		for _, floor := range []string{"candidates", "cities"} {
			b.Run(name+"/"+floor, func(b *testing.B) {
				p := MMASPaper(in.N())
				p.Floor, p.Rho, p.Ants = floor, 0.9, 1
				for b.Loop() {
					s := colonyFrom(b, in, tour, p, 1, 1)
					lo, hi := float64(s.limits.lo), float64(s.limits.hi)
					report(b, repeats(s.engine.(*Reference).trails.Terrain, tour, lo, hi), "repeated")
					report(b, math.Pow(1+(float64(p.Candidates)/2-1)*lo/hi, -float64(in.N())), "nominal")
				}
			})
		}
	}
}
