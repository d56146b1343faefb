package stats

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// The 27 equally likely samples of three from 0, 1 and 5 have ten different sums. Each sum must
// occur in proportion to its number of samples.
func TestReplicatesAreDrawnAlike(t *testing.T) {
	values := []float64{0, 1, 5}
	ways := map[float64]int{}
	for _, a := range values {
		for _, b := range values {
			for _, c := range values {
				ways[(a+b+c)/3]++
			}
		}
	}
	_, replicates, err := Bootstrap{Seed: 1, Resamples: 27_000, Level: 0.9}.replicate(values, Mean)
	if err != nil || len(ways) != 10 {
		t.Fatalf("%d sums, error %v", len(ways), err)
	}
	seen := map[float64]int{}
	for _, r := range replicates {
		seen[r]++
	}
	chiSquared, all := 0.0, 0
	for sum, n := range ways {
		off := float64(seen[sum] - 1000*n)
		chiSquared += off * off / float64(1000*n)
		all += seen[sum]
	}
	if p := ChiSquaredTail(chiSquared, len(ways)-1); p < 0.001 || all != 27_000 {
		t.Errorf("seen %v for %v: p = %v", seen, ways, p)
	}
}

func TestBootstrapIsThatOfItsSeed(t *testing.T) {
	values := []float64{3, 1, 4, 1, 5, 9, 2, 6}
	b := Bootstrap{Seed: 7, Resamples: 500, Level: 0.95}
	first, err := b.BCa(values, Mean)
	second, err2 := b.BCa(values, Mean)
	if err != nil || err2 != nil || first != second {
		t.Errorf("%v and %v, errors %v, %v", first, second, err, err2)
	}
	b.Seed = 8
	if third, _ := b.BCa(values, Mean); third == first {
		t.Errorf("another seed gives %v too", third)
	}
}

// The data are survival times of treated mice in days [ET93 §2.1, Table 2.1]. The standard error of
// the mean is 25.24 with N-1, which corresponds to 23.36 by the bootstrap.
func TestBootstrapOfMice(t *testing.T) {
	mice := []float64{94, 197, 16, 38, 99, 141, 23}
	b := Bootstrap{Seed: 1, Resamples: 20_000, Level: 0.95}
	estimate, replicates, err := b.replicate(mice, Mean)
	if err != nil || math.Abs(estimate-86.86) > 5e-3 || math.Abs(deviation(replicates)-23.36) > 0.3 {
		t.Errorf("mean %v with error %v, want 86.86 with 23.36; %v", estimate, deviation(replicates), err)
	}
	percentile := Interval{estimate, quantile(replicates, 0.025), quantile(replicates, 0.975)}
	// The sample is skewed to the right, and the BCa interval accounts for this.
	if bca, err := b.BCa(mice, Mean); err != nil || bca.Low <= percentile.Low || bca.High <= percentile.High {
		t.Errorf("BCa %+v, percentile %+v, error %v", bca, percentile, err)
	}
}

// A 90 % interval contains the true value in about nine of ten samples. For a skewed distribution
// and 30 values, the interval is known to be slightly too narrow.
func TestIntervalsCoverTheTruth(t *testing.T) {
	const samples = 250
	for name, c := range map[string]struct {
		location Location
		truth    float64
	}{
		"mean": {Mean, 1}, "median": {Median, math.Ln2}, "geometric": {geometricMean, math.Exp(-0.5772156649015329)},
	} {
		bca := 0
		for i := range samples {
			values, s := make([]float64, 30), rng.At(3, 0, uint32(i))
			for j := range values {
				values[j] = s.Exp()
			}
			b := Bootstrap{Seed: uint64(i), Resamples: 200, Level: 0.9}
			got, err := b.BCa(values, c.location)
			if err != nil {
				t.Fatal(err)
			}
			if got.Low <= c.truth && c.truth <= got.High {
				bca++
			}
		}
		if least, most := samples*84/100, samples*95/100; bca < least || bca > most {
			t.Errorf("%s: %d of %d intervals contain the true value", name, bca, samples)
		}
	}
}

func TestIntervalsAtTheEdge(t *testing.T) {
	b := Bootstrap{Seed: 1, Resamples: 100, Level: 0.99}
	if got, err := b.BCa([]float64{2, 2, 2}, Mean); err != nil || got != (Interval{2, 2, 2}) {
		t.Errorf("the same values: %+v, error %v", got, err)
	}
	if got := bias([]float64{1, 2, 3, 4}, 0); math.Abs(got-bias([]float64{1, 2, 3, 4}, 1)) > 1e-12 || math.IsInf(got, 0) {
		t.Errorf("no replicate below the estimate: bias %v", got)
	}
	if low, high := moved(0.001, -4, -0.3), moved(0.999, 4, 0.3); low != 0 || high != 1 {
		t.Errorf("beyond the ends: %v and %v", low, high)
	}
}

// geometricMean is a location that the package does not provide.
func geometricMean(values []float64) (float64, error) {
	if err := checkFinite(values); err != nil {
		return 0, err
	}
	logarithms := make([]float64, len(values))
	for i, v := range values {
		if v <= 0 {
			return 0, fmt.Errorf("value %d is %v", i+1, v)
		}
		logarithms[i] = math.Log(v)
	}
	return math.Exp(mean(logarithms)), nil
}

func TestBootstrapRefuses(t *testing.T) {
	for _, c := range []struct {
		want   string
		b      Bootstrap
		values []float64
	}{
		{"0 resamples", Bootstrap{Level: 0.9}, []float64{1, 2}},
		{"10000001 resamples", Bootstrap{Resamples: 10_000_001, Level: 0.9}, []float64{1, 2}},
		{"the level is 0,", Bootstrap{Resamples: 10}, []float64{1, 2}},
		{"the level is 1,", Bootstrap{Resamples: 10, Level: 1}, []float64{1, 2}},
		{"the level is NaN", Bootstrap{Resamples: 10, Level: math.NaN()}, []float64{1, 2}},
		{"is empty", Bootstrap{Resamples: 10, Level: 0.9}, nil},
		{"value 2 is NaN", Bootstrap{Resamples: 10, Level: 0.9}, []float64{1, math.NaN()}},
		{"value 1 is -1", Bootstrap{Resamples: 10, Level: 0.9}, []float64{-1, 2}},
	} {
		if _, err := c.b.BCa(c.values, geometricMean); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q in it", err, c.want)
		}
	}
	if _, err := (Bootstrap{Resamples: 10, Level: 0.9}).BCa([]float64{1}, Mean); err == nil {
		t.Error("BCa of one value")
	}
}

// The interval is proportional to the unit of the sample, even if the unit is very small or large.
func TestBCaOfTinyAndHugeValues(t *testing.T) {
	b := Bootstrap{Seed: 1, Resamples: 1000, Level: 0.95}
	want, err := b.BCa([]float64{1, 2, 3, 8}, Mean)
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []float64{0x1p-600, 0x1p600} { // powers of two avoid rounding
		got, err := b.BCa([]float64{unit, 2 * unit, 3 * unit, 8 * unit}, Mean)
		if err != nil || got != (Interval{want.Estimate * unit, want.Low * unit, want.High * unit}) {
			t.Errorf("unit %v: %v, %v, want %v units", unit, got, err, want)
		}
	}
}
