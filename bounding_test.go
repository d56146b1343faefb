package tourmaline_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A requested bound is in the result with a certificate that proves it, and survives a round trip
// through JSON.
func TestBounds(t *testing.T) {
	closed := generate(t, 200)
	path, err := closed.Path(3, -1)
	if err != nil {
		t.Fatal(err)
	}
	oneWay, err := tsp.FromFunc(60, false, 1, func(i, j int) int64 { return int64(10 + (i*7+j*13)%97) })
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]*tsp.Instance{"closed": closed, "path": path, "asymmetric": oneWay} {
		r := solve(t, in, tourmaline.Config{Bound: true, Limits: tourmaline.Limits{Steps: 3}})
		if r.LowerBound == nil || *r.LowerBound > r.Cost || *r.LowerBound < 0.9*r.Cost || r.ProvenGapPercent == nil {
			t.Fatalf("%s: cost %v, bound %v, gap %v", name, r.Cost, r.LowerBound, r.ProvenGapPercent)
		}
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		again, err := tourmaline.Tours(in).ReadResult(data)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Certificate.Check(t.Context(), in); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		again.Certificate.Bound *= 1.01
		if err := again.Certificate.Check(t.Context(), in); err == nil || !strings.Contains(err.Error(), "prove only") {
			t.Errorf("%s: a certificate of a higher bound: %v", name, err)
		}
	}
}

// A target gap ends the search even if no best known cost is on record.
func TestTargetGapToABound(t *testing.T) {
	in := generate(t, 300)
	r := solve(t, in, tourmaline.Config{Limits: tourmaline.Limits{TargetGap: new(3.0), Steps: 1000}})
	if r.Termination != search.Target || *r.ProvenGapPercent > 3 || r.Certificate != nil {
		t.Errorf("%s at %v %%, certificate %v", r.Termination, r.ProvenGapPercent, r.Certificate)
	}
}

// A search ends when its cost reaches the bound.
func TestTheBoundEndsTheSearch(t *testing.T) {
	in, err := tsp.FromPoints(tsp.Euc2D, circle(40))
	if err != nil {
		t.Fatal(err)
	}
	r := solve(t, in, tourmaline.Config{Algorithm: "ils", Bound: true, Limits: tourmaline.Limits{Steps: 1000}})
	if r.Termination != search.Optimal || *r.LowerBound != r.Cost || r.Steps > 10 {
		t.Errorf("%s after %d steps, cost %v, bound %v", r.Termination, r.Steps, r.Cost, *r.LowerBound)
	}
}

// circle returns points on a convex curve.
func circle(n int) (points []tsp.Point) {
	for i := range n {
		x := float64(i - n/2)
		points = append(points, tsp.Point{100 * x, 100 * x * x})
	}
	return points
}

func TestOnlyToursHaveBounds(t *testing.T) {
	p := tourmaline.Assignments(facilities(5, true))
	if _, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Bound: true}); err == nil || !strings.Contains(err.Error(), "only for tours") {
		t.Errorf("a bound of another problem: %v", err)
	}
}
