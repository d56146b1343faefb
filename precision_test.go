package tourmaline_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// spread draws a matrix of 3 to 9 cities with entries from 1e-6 to 1e6. The matrix is symmetric or
// asymmetric, its entries have few digits or full precision, and some entries may be forbidden.
func spread(seed uint64) (n int, values []float64) {
	s := rng.At(seed, 7, 0)
	n = 3 + int(s.IntN(7))
	if seed%4 > 0 {
		n = min(n, 8) // paths have more possible orders
	}
	mirror, digits, forbid := s.IntN(2) == 0, s.IntN(3), s.IntN(4) == 0
	values = make([]float64, n*n)
	for k := range values {
		v := math.Pow(10, 12*s.Float64()-6)
		if digits > 0 {
			step := math.Pow(10, math.Floor(math.Log10(v))-float64(digits))
			v = math.Round(v/step) * step
		}
		if forbid && s.IntN(5) == 0 {
			v = 1e9
		}
		if i, j := k/n, k%n; mirror && j < i {
			v = values[j*n+i]
		}
		values[k] = v
	}
	return n, values
}

// cheapest returns the optimum. It compares the tours that float64 cannot distinguish from the
// shortest one without rounding.
func cheapest(in *tsp.Instance, values []float64) *big.Rat {
	n, least, close := in.N(), math.Inf(1), []tsp.Tour(nil)
	tour := tsp.Identity(n)
	var try func(at int, sum float64)
	try = func(at int, sum float64) {
		if at == n && !in.Open() {
			sum += values[int(tour[n-1])*n+int(tour[0])]
		}
		if sum > least*(1+1e-12) {
			return
		}
		if at == n {
			if in.Check(tour) == nil {
				least = math.Min(least, sum)
				close = append(close, append(tsp.Tour(nil), tour...))
			}
			return
		}
		for i := at; i < n; i++ {
			tour[at], tour[i] = tour[i], tour[at]
			if step := 0.0; at > 0 || i == 0 || in.Open() {
				if at > 0 {
					step = values[int(tour[at-1])*n+int(tour[at])]
				}
				try(at+1, sum+step)
			}
			tour[at], tour[i] = tour[i], tour[at]
		}
	}
	try(0, 0)
	var best *big.Rat
	for _, t := range close {
		if c := exactCost(in, values, t); best == nil || c.Cmp(best) < 0 {
			best = c
		}
	}
	return best
}

// exactCost returns the length of a tour, summed without rounding.
func exactCost(in *tsp.Instance, values []float64, t tsp.Tour) *big.Rat {
	sum, n := new(big.Rat), len(t)
	for k := range t {
		if k+1 < n || !in.Open() {
			sum.Add(sum, new(big.Rat).SetFloat64(values[int(t[k])*n+int(t[(k+1)%n])]))
		}
	}
	return sum
}

// A target is compared with the unrounded cost, not with the rounded one.
func TestTargetsAreReachedWithoutRounding(t *testing.T) {
	n, values := 20, make([]float64, 400)
	r := rng.At(1, 0, 0)
	for k := range values {
		values[k] = 0.1 + r.Float64()
	}
	values[1], values[2] = 1e9/3, 2e9/3 // so large that the other distances are rounded to 0
	in, err := tsp.FromMatrix(n, values)
	if err != nil {
		t.Fatal(err)
	}
	got, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{Limits: tourmaline.Limits{Target: new(1.0), Steps: 3}})
	if err != nil {
		t.Fatal(err)
	}
	if got.Termination == search.Target || got.Cost < 2 || got.Rounding.CostError < 1 {
		t.Errorf("cost %v, %s, error %v: no tour costs 1", got.Cost, got.Termination, got.Rounding.CostError)
	}
}

// A cost of 0 is no proof of optimality if distances can be negative.
func TestZeroIsNoBoundForFunctions(t *testing.T) {
	in, err := tsp.FromFunc(40, true, 1, func(i, j int) int64 {
		if (i-j)*(i-j) == 1 || i+j == 39 && i*j == 0 {
			return -1
		}
		return 0
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{Limits: tourmaline.Limits{Steps: 20}, Params: map[string]string{"start": "random"}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Termination == search.Optimal || r.Cost >= 0 {
		t.Errorf("cost %v, %s: expected a negative cost that nobody has proven", r.Cost, r.Termination)
	}
}

// A run that is resumed from a checkpoint with a proven tour returns that tour, even if rounding
// makes other tours seem shorter.
func TestProvenToursAreSaved(t *testing.T) {
	for seed := range uint64(40) {
		s, values := rng.At(seed, 3, 0), make([]float64, 36)
		for k := range values {
			values[k] = 3 + 5*s.Float64() // rounded to 0 or 10
		}
		values[1], values[2] = 1e9/3, 2e9/3
		in, err := tsp.FromMatrix(6, values)
		if err != nil {
			t.Fatal(err)
		}
		p, cfg := tourmaline.Tours(in), tourmaline.Config{Algorithm: "exact", Seed: seed}
		whole := solve(t, in, cfg)
		for at := range 2 {
			if r := resumed(t, p, cfg, stopped(t, p, cfg, at)); r.Cost != whole.Cost || r.Termination != search.Optimal || whole.Termination != search.Optimal {
				t.Errorf("seed %d, stopped at step %d: cost %v, %s, unbroken %v", seed, at, r.Cost, r.Termination, whole.Cost)
			}
		}
	}
}

// The trace of a proven result has no cost below the lower bound and ends with the cost of the
// result, even if rounding made an earlier tour seem shorter. The cities are almost on a line, so
// many tours differ only by rounding.
func TestNoTracedCostIsBelowAProvenBound(t *testing.T) {
	proven := 0
	for seed := range uint64(500) {
		in := almostOnALine(5+int(seed%4), seed)
		r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{Threads: 1, Seed: seed})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if r.Termination != search.Optimal {
			continue
		}
		proven++
		for _, p := range r.Trace {
			if p.Cost < *r.LowerBound {
				t.Errorf("seed %d: the trace contains %v, but the lower bound is %v", seed, p.Cost, *r.LowerBound)
			}
		}
		if last := r.Trace[len(r.Trace)-1].Cost; last != r.Cost || *r.LowerBound > r.Cost {
			t.Errorf("seed %d: cost %v, the trace ends with %v, the lower bound is %v", seed, r.Cost, last, *r.LowerBound)
		}
	}
	if proven < 400 {
		t.Errorf("only %d proven results", proven)
	}
}

// almostOnALine returns n cities near the equator, with distances in metres.
func almostOnALine(n int, seed uint64) *tsp.Instance {
	r, all := rng.At(seed, 0, 0), make([]tsp.Point, n)
	for k := range all {
		all[k] = tsp.Point{0.001 * r.Float64(), 120 * r.Float64()}
	}
	return must(tsp.FromPoints(tsp.Haversine, all))
}
