package stats

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"
)

// scipy holds inputs and the results of other libraries. The file in testdata states the versions,
// and each vector states the call.
type scipy struct {
	RankSum, SignedRank []struct {
		Call         string
		A, B         []float64
		Statistic, P float64
	}
	Friedman []struct {
		Call                string
		Samples             [][]float64
		Statistic, P, F, FP float64
		MeanRanks           []float64
	}
	FTail     []struct{ X, A, B, P float64 }
	RangeTail []struct {
		Q, P float64
		K    int
	}
	Quantile []struct {
		Values      []float64
		Share, Want float64
	}
	Describe []struct {
		Values              []float64
		Mean, SD, Geometric float64
	}
	Bootstrap []struct {
		Call, Location, Method string
		Values, Replicates     []float64
		Low, High              float64
	}
	TimeToTarget []struct {
		Times, X, Share []float64
		Reached         []bool
	}
	Holm []struct{ P, Want []float64 }
}

func readSciPy(t *testing.T) (vectors scipy) {
	t.Helper()
	text, err := os.ReadFile("testdata/scipy.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	return vectors
}

// alike reports whether two numbers are equal except for rounding.
func alike(got, want float64) bool {
	return math.Abs(got-want) <= 1e-10*math.Abs(want) || math.Abs(got-want) < 1e-15
}

func TestTestsAreThoseOfSciPy(t *testing.T) {
	vectors := readSciPy(t)
	for i, v := range vectors.RankSum {
		statistic, p, err := RankSum(v.A, v.B)
		if err != nil || !alike(statistic, v.Statistic) || !alike(p, v.P) {
			t.Errorf("rank sum %d: %v, %v, %v; %s gives %v, %v", i, statistic, p, err, v.Call, v.Statistic, v.P)
		}
	}
	for i, v := range vectors.SignedRank {
		statistic, p, err := SignedRank(v.A, v.B)
		if err != nil || !alike(statistic, v.Statistic) || !alike(p, v.P) {
			t.Errorf("signed rank %d: %v, %v, %v; %s gives %v, %v", i, statistic, p, err, v.Call, v.Statistic, v.P)
		}
	}
	for i, v := range vectors.Friedman {
		statistic, p, err := Friedman(v.Samples)
		if err != nil || !alike(statistic, v.Statistic) || !alike(p, v.P) {
			t.Errorf("Friedman %d: %v, %v, %v; %s gives %v, %v", i, statistic, p, err, v.Call, v.Statistic, v.P)
		}
		f, p, err := ImanDavenport(v.Samples)
		if err != nil || !alike(f, v.F) || !alike(p, v.FP) {
			t.Errorf("Iman and Davenport %d: %v, %v, %v; %s gives %v, %v", i, f, p, err, v.Call, v.F, v.FP)
		}
		if means, err := MeanRanks(v.Samples); err != nil || !slices.EqualFunc(means, v.MeanRanks, alike) {
			t.Errorf("mean ranks %d: %v, %v; want %v", i, means, err, v.MeanRanks)
		}
	}
	for i, v := range vectors.Holm {
		if got, err := Holm(v.P); err != nil || !slices.EqualFunc(got, v.Want, alike) {
			t.Errorf("Holm %d: %v, %v; want %v", i, got, err, v.Want)
		}
	}
}

func TestDistributionsAreThoseOfSciPy(t *testing.T) {
	vectors := readSciPy(t)
	for _, v := range vectors.FTail {
		if got := fTail(v.X, v.A, v.B); !alike(got, v.P) {
			t.Errorf("F of %v, %v above %v: %v, want %v", v.A, v.B, v.X, got, v.P)
		}
	}
	for _, v := range vectors.RangeTail {
		// SciPy's integration is accurate to about ten digits.
		if got := rangeTail(v.Q, v.K); math.Abs(got-v.P) > 1e-10 {
			t.Errorf("range of %d above %v: %v, want %v", v.K, v.Q, got, v.P)
		}
	}
}

func TestDescriptionsAreThoseOfSciPy(t *testing.T) {
	vectors := readSciPy(t)
	for _, v := range vectors.Quantile {
		if got := quantile(slices.Sorted(slices.Values(v.Values)), v.Share); !alike(got, v.Want) {
			t.Errorf("quantile %v of %v: %v, want %v", v.Share, v.Values, got, v.Want)
		}
	}
	for _, v := range vectors.Describe {
		got, err := Describe(v.Values)
		if err != nil || !alike(got.Mean, v.Mean) || !alike(got.SD, v.SD) {
			t.Errorf("%v: %+v, %v; want %+v", v.Values, got, err, v)
		}
	}
	for i, v := range vectors.TimeToTarget {
		runs := make([]Run, len(v.Times))
		for j := range runs {
			runs[j] = Run{v.Times[j], v.Reached[j]}
		}
		got, err := TimeToTarget(runs)
		if err != nil {
			t.Fatal(err)
		}
		for j, x := range v.X {
			if !alike(got.At(x), v.Share[j]) {
				t.Errorf("runs %d: %v within %v, want %v", i, got.At(x), x, v.Share[j])
			}
		}
	}
}

// SciPy draws different samples, but from the same replicates it computes the same interval.
func TestIntervalsAreThoseOfSciPy(t *testing.T) {
	locations := map[string]Location{"mean": Mean, "median": Median, "geometric": geometricMean}
	for _, v := range readSciPy(t).Bootstrap {
		slices.Sort(v.Replicates)
		low, high := 0.05, 0.95
		if v.Method == "BCa" {
			estimate, _ := locations[v.Location](v.Values)
			off := bias(v.Replicates, estimate)
			a, err := accelerate(v.Values, locations[v.Location])
			if err != nil {
				t.Fatal(err)
			}
			low, high = moved(low, off, a), moved(high, off, a)
		}
		if got, high := quantile(v.Replicates, low), quantile(v.Replicates, high); !alike(got, v.Low) || !alike(high, v.High) {
			t.Errorf("%s: %v to %v, want %v to %v", v.Call, got, high, v.Low, v.High)
		}
	}
}
