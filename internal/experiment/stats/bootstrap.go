package stats

import (
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/rng"
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
	if err := b.check(); err != nil {
		return 0, nil, err
	}
	if estimate, err = location(values); err != nil {
		return 0, nil, err
	}
	replicates = make([]float64, b.Resamples)
	sample := make([]float64, len(values))
	for i := range replicates {
		draw(sample, values, rng.At(b.Seed, 0, uint32(i)))
		if replicates[i], err = location(sample); err != nil {
			return 0, nil, err
		}
	}
	slices.Sort(replicates)
	return estimate, replicates, nil
}

// draw fills sample with values drawn with replacement.
func draw(sample, values []float64, s rng.Stream) {
	for i := range sample {
		sample[i] = values[s.IntN(int32(len(values)))]
	}
}

func (b Bootstrap) check() error {
	if b.Resamples < 1 || b.Resamples > mostResamples {
		return fmt.Errorf("got %d resamples, expected 1 to %d", b.Resamples, mostResamples)
	}
	return checkShare("the level", b.Level)
}
