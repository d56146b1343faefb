package stats

import (
	"math"
	"strings"
	"testing"
)

// Critical values for the Nemenyi test [DEM06 Table 5a]: the difference over
// √(k(k+1)/6N), from 2 classifiers to 10.
func TestCriticalDifference(t *testing.T) {
	for alpha, row := range map[float64][]float64{
		0.05: {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164},
		0.10: {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920},
	} {
		for i, want := range row {
			k := i + 2
			difference, err := CriticalDifference(alpha, k, 14)
			got := difference / math.Sqrt(float64(k*(k+1))/(6*14))
			// The paper divides quantiles of three digits by √2.
			if err != nil || math.Abs(got-want) > 1e-3 {
				t.Errorf("%v of %d: %v, want %v; error %v", alpha, k, got, want, err)
			}
		}
	}
	// The differences of four classifiers on 14 data sets [DEM06 §3.2].
	for alpha, want := range map[float64]float64{0.05: 1.25, 0.10: 1.12} {
		if got, err := CriticalDifference(alpha, 4, 14); err != nil || math.Abs(got-want) > 5e-3 {
			t.Errorf("%v: %v, want %v; error %v", alpha, got, want, err)
		}
	}
}

// C4.5 against its variants [DEM06 §3.2]: z as printed, and p of the two small ones;
// the third follows from its z. Holm's method multiplies the smallest p by 3, and no
// other may be below.
func TestAgainstControl(t *testing.T) {
	pairs, err := AgainstControl(classifiers, 0)
	if err != nil {
		t.Fatal(err)
	}
	smallest := pairs[2].P
	for i, want := range []Pair{
		{Second: 1, Z: 2.342, P: 0.019, Holm: 3 * smallest},
		{Second: 2, Z: 0.512, P: 0.608, Holm: pairs[1].P},
		{Second: 3, Z: 2.416, P: 0.016, Holm: 3 * smallest},
	} {
		got := pairs[i]
		if got.First != 0 || got.Second != want.Second || math.Abs(got.Z-want.Z) > 2e-3 || math.Abs(got.P-want.P) > 5e-4 || !alike(got.Holm, want.Holm) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func TestPairwise(t *testing.T) {
	pairs, err := Pairwise(classifiers)
	if err != nil || len(pairs) != 6 {
		t.Fatalf("%d pairs, error %v", len(pairs), err)
	}
	control, _ := AgainstControl(classifiers, 3)
	if got, want := pairs[2], control[0]; got.Second != 3 || !alike(got.Z, -want.Z) || got.P != want.P || !alike(got.Holm, 6*got.P) {
		t.Errorf("%+v among all pairs, %+v against the control", got, want)
	}
}

func TestPairsRefused(t *testing.T) {
	nan := math.NaN()
	for want, call := range map[string]func() error{
		"control is treatment -1 of 4": func() error { _, err := AgainstControl(classifiers, -1); return err },
		"control is treatment 4 of 4":  func() error { _, err := AgainstControl(classifiers, 4); return err },
		"1 treatments":                 func() error { _, err := AgainstControl([][]float64{{1}}, 0); return err },
		"0 treatments, expected":       func() error { _, err := Pairwise(nil); return err },
		"result 1 is NaN":              func() error { _, err := Pairwise([][]float64{{nan}, {1}}); return err },
		"alpha is 0":                   func() error { _, err := CriticalDifference(0, 3, 3); return err },
		"alpha is 1":                   func() error { _, err := CriticalDifference(1, 3, 3); return err },
		"alpha is NaN":                 func() error { _, err := CriticalDifference(nan, 3, 3); return err },
		"1 treatments and 3 blocks":    func() error { _, err := CriticalDifference(0.05, 1, 3); return err },
		"3 treatments and 0 blocks":    func() error { _, err := CriticalDifference(0.05, 3, 0); return err },
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}
