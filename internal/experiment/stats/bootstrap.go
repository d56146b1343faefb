package stats

import (
	"fmt"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/rng"
	"gonum.org/v1/gonum/mathext"
)

// mostResamples limits the work of a bootstrap.
const mostResamples = 10_000_000

// A Bootstrap computes intervals by resampling. The same seed yields the same interval.
type Bootstrap struct {
	Seed      uint64
	Resamples int     // number of resamples, usually 10,000
	Level     float64 // confidence level, such as 0.95
}

// An Interval is an estimate with its confidence limits.
type Interval struct{ Estimate, Low, High float64 }

// replicate returns the location of the values and the sorted locations of resamples.
func (b Bootstrap) replicate(values []float64, location Location) (estimate float64, replicates []float64, err error) {
	if err = b.check(); err == nil {
		estimate, err = location(values)
	}
	if err != nil {
		return 0, nil, err
	}
	replicates = make([]float64, b.Resamples)
	sample := make([]float64, len(values))
	for i := range replicates {
		s := rng.At(b.Seed, 0, uint32(i))
		for j := range sample { // drawn with replacement
			sample[j] = values[s.IntN(int32(len(values)))]
		}
		if replicates[i], err = location(sample); err != nil {
			return 0, nil, err
		}
	}
	slices.Sort(replicates)
	return estimate, replicates, nil
}

func (b Bootstrap) check() error {
	if b.Resamples < 1 || b.Resamples > mostResamples {
		return fmt.Errorf("got %d resamples, expected 1 to %d", b.Resamples, mostResamples)
	}
	return checkShare("the level", b.Level)
}

// BCa returns the bias-corrected and accelerated interval [EFR87]: a percentile interval with
// quantiles that are shifted to account for the bias of the estimate relative to the replicates,
// and for the change of its standard error with the true value. It needs at least two values.
func (b Bootstrap) BCa(values []float64, location Location) (Interval, error) {
	estimate, replicates, err := b.replicate(values, location)
	if err != nil {
		return Interval{}, err
	}
	acceleration, err := accelerate(values, location)
	if err != nil {
		return Interval{}, err
	}
	bias, tail := bias(replicates, estimate), (1-b.Level)/2
	return Interval{
		Estimate: estimate,
		Low:      quantile(replicates, moved(tail, bias, acceleration)),
		High:     quantile(replicates, moved(1-tail, bias, acceleration)),
	}, nil
}

// moved returns the share of the replicates below a limit of the interval [ET93 §14.3].
func moved(share, bias, acceleration float64) float64 {
	z := bias + mathext.NormalQuantile(share)
	slope := 1 - float64(acceleration*z)
	if slope <= 0 {
		return normalBelow(math.Copysign(math.Inf(1), z))
	}
	return normalBelow(bias + z/slope)
}

// bias returns the distance of the estimate from the median of the sorted replicates, in standard
// normal units. Replicates equal to the estimate count half.
func bias(replicates []float64, estimate float64) float64 {
	n := float64(len(replicates))
	below, _ := slices.BinarySearch(replicates, estimate)
	above, _ := slices.BinarySearch(replicates, math.Nextafter(estimate, math.Inf(1)))
	share := float64(below+above) / (2 * n)
	// Count at least half a replicate on either side; otherwise the bias would be infinite.
	return mathext.NormalQuantile(min(max(share, 0.5/n), 1-0.5/n))
}

// accelerate returns a sixth of the skewness of the leave-one-out estimates [ET93 §14.3].
func accelerate(values []float64, location Location) (float64, error) {
	if len(values) < 2 {
		return 0, fmt.Errorf("the sample contains %d value, expected at least 2", len(values))
	}
	without := make([]float64, len(values))
	for i := range values {
		var err error
		if without[i], err = location(slices.Concat(values[:i], values[i+1:])); err != nil {
			return 0, err
		}
	}
	return skewness(without) / 6, nil
}

// skewness returns the sum of cubed deviations divided by the sum of squared deviations to the
// power of 3/2. It scales by the largest deviation, because cubes of very small or large numbers
// are zero or infinite.
func skewness(values []float64) float64 {
	centre, farthest := mean(values), 0.0
	for _, v := range values {
		farthest = max(farthest, math.Abs(centre-v))
	}
	if farthest == 0 {
		return 0 // all values are equal
	}
	squares, cubes := 0.0, 0.0
	for _, v := range values {
		off := (centre - v) / farthest
		squares += float64(off * off)
		cubes += float64(off * off * off)
	}
	return cubes / math.Pow(squares, 1.5)
}
