package stats

import (
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// nullSamples is the number of times that a test is applied to samples from the same distribution.
const nullSamples = 2000

// underNull returns the p-values of a test on samples from the same distribution.
func underNull(t *testing.T, seed uint64, p func(s *rng.Stream) (float64, error)) []float64 {
	t.Helper()
	ps := make([]float64, nullSamples)
	for i := range ps {
		s := rng.At(seed, 0, uint32(i))
		var err error
		if ps[i], err = p(&s); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(ps)
	return ps
}

func exponential(s *rng.Stream) float64 { return s.Exp() }

// tied draws one of five values, so that ties are common.
func tied(s *rng.Stream) float64 { return float64(s.IntN(5)) }

func sample(s *rng.Stream, n int, value func(*rng.Stream) float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = value(s)
	}
	return values
}

// The probability of a p of at most alpha is alpha, or slightly less because ranks are discrete.
// gap is the largest possible step of p.
func TestPIsUniformWithoutADifference(t *testing.T) {
	rankSum := func(n, m int, value func(*rng.Stream) float64) func(*rng.Stream) (float64, error) {
		return func(s *rng.Stream) (float64, error) {
			_, p, err := RankSum(sample(s, n, value), sample(s, m, value))
			return p, err
		}
	}
	signedRank := func(n int, value func(*rng.Stream) float64) func(*rng.Stream) (float64, error) {
		return func(s *rng.Stream) (float64, error) {
			_, p, err := SignedRank(sample(s, n, value), sample(s, n, value))
			return p, err
		}
	}
	blocks := func(test func([][]float64) (float64, float64, error), k, n int, value func(*rng.Stream) float64) func(*rng.Stream) (float64, error) {
		return func(s *rng.Stream) (float64, error) {
			samples := make([][]float64, k)
			for i := range samples {
				samples[i] = sample(s, n, value)
			}
			_, p, err := test(samples)
			return p, err
		}
	}
	for _, c := range []struct {
		name string
		p    func(*rng.Stream) (float64, error)
		gap  float64
	}{
		{"rank sum, exact", rankSum(12, 10, exponential), 0.06},
		{"rank sum, exact with ties", rankSum(12, 10, tied), 0.06},
		{"rank sum, normal", rankSum(60, 55, exponential), 0.01},
		{"rank sum, normal with ties", rankSum(60, 55, tied), 0.01},
		{"signed rank, exact", signedRank(15, exponential), 0.04},
		{"signed rank, exact with ties and zeros", signedRank(15, tied), 0.06},
		{"signed rank, normal", signedRank(60, exponential), 0.01},
		{"signed rank, normal with ties and zeros", signedRank(60, tied), 0.01},
		{"Friedman", blocks(Friedman, 5, 40, exponential), 0.01},
		{"Friedman with ties", blocks(Friedman, 5, 40, tied), 0.01},
		{"Iman and Davenport", blocks(ImanDavenport, 5, 12, exponential), 0.01},
		{"Iman and Davenport with ties", blocks(ImanDavenport, 5, 12, tied), 0.01},
	} {
		t.Run(c.name, func(t *testing.T) {
			ps := underNull(t, 18, c.p)
			for _, alpha := range []float64{0.01, 0.05, 0.1, 0.25, 0.5, 0.75} {
				within, _ := slices.BinarySearch(ps, math.Nextafter(alpha, 1))
				share, noise := float64(within)/nullSamples, 3.3*math.Sqrt(alpha*(1-alpha)/nullSamples)
				if share > alpha+noise || share < alpha-noise-min(c.gap, alpha/2) {
					t.Errorf("p is at most %v in %v of the samples", alpha, share)
				}
			}
		})
	}
}

// Where p is nearly continuous, the Kolmogorov-Smirnov test finds no difference from the uniform
// distribution. 1.95 is its 0.999 quantile.
func TestPIsUniformByKolmogorovAndSmirnov(t *testing.T) {
	for name, test := range map[string]func([][]float64) (float64, float64, error){"Friedman": Friedman, "Iman and Davenport": ImanDavenport} {
		ps := underNull(t, 19, func(s *rng.Stream) (float64, error) {
			samples := make([][]float64, 6)
			for k := range samples {
				samples[k] = sample(s, 50, exponential)
			}
			_, p, err := test(samples)
			return p, err
		})
		largest := 0.0
		for i, p := range ps {
			largest = max(largest, p-float64(i)/nullSamples, float64(i+1)/nullSamples-p)
		}
		if distance := largest * math.Sqrt(nullSamples); distance > 1.95 {
			t.Errorf("%s: the distance from uniform is %v", name, distance)
		}
	}
}
