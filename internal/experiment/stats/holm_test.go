package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestHolm(t *testing.T) {
	for _, c := range []struct {
		name     string
		ps, want []float64
	}{
		{"nothing", nil, []float64{}},
		{"one", []float64{0.3}, []float64{0.3}},
		// Wikipedia, "Holm-Bonferroni method", 2024: H4 and H1 are rejected at 0.05.
		{"four", []float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{"R's p.adjust", []float64{0.01, 0.02, 0.03, 0.04, 0.05}, []float64{0.05, 0.08, 0.09, 0.09, 0.09}},
		{"at most one", []float64{0.9, 0.8}, []float64{1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := Holm(c.ps); err != nil || !slices.EqualFunc(got, c.want, alike) {
				t.Errorf("%v, error %v; want %v", got, err, c.want)
			}
		})
	}
	for _, bad := range []float64{-0.1, 1.1, math.NaN()} {
		if _, err := Holm([]float64{0.5, bad}); err == nil {
			t.Errorf("%v accepted", bad)
		}
	}
}

// The adjusted values agree with Holm's original procedure: reject the smallest p as long as it is
// at most alpha divided by the number of remaining tests.
func TestHolmRejectsStepByStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ps := rapid.SliceOfN(rapid.Float64Range(0, 0.2), 1, 12).Draw(t, "ps")
		alpha := rapid.Float64Range(0.01, 0.5).Draw(t, "alpha")
		adjusted, err := Holm(ps)
		if err != nil {
			t.Fatal(err)
		}
		sorted, rejected := slices.Sorted(slices.Values(ps)), 0
		for rejected < len(sorted) && float64(len(sorted)-rejected)*sorted[rejected] <= alpha {
			rejected++
		}
		significant := 0
		for _, p := range adjusted {
			if p <= alpha {
				significant++
			}
		}
		if significant != rejected {
			t.Fatalf("%d are significant, want %d", significant, rejected)
		}
	})
}
