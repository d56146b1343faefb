package report

import (
	"errors"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
)

// An Outcome is the outcome of testing a contestant against the reference.
type Outcome int

// The outcomes. NotShown does not mean that there is no difference.
const (
	NotShown Outcome = iota
	Better
	Worse
)

// A Test compares a contestant with the reference on one instance: by the signed-rank test if the
// plan asked for pairs of runs with the same seed, and by the rank-sum test otherwise.
type Test struct {
	P    float64
	Holm float64 // P adjusted for all tests that belong together
	// A12 is the probability that a run of the contestant is better than a run of the reference
	Effect  stats.Effect
	Outcome Outcome
}

// test compares every contestant with the reference on every instance.
func (c *Comparison) test() error {
	c.Paired = c.paired()
	for _, in := range c.Instances {
		reference := in.Cells[c.Reference].sample(math.Inf(1))
		var tested []*Test
		for i := range in.Cells {
			sample := in.Cells[i].sample(math.Inf(1))
			if i == c.Reference || len(sample) == 0 || len(reference) == 0 {
				continue
			}
			t, err := c.compared(sample, reference)
			if err != nil {
				return err
			}
			in.Cells[i].Against = t
			tested = append(tested, t)
		}
		if err := Adjust(tested, c.Alpha); err != nil {
			return err
		}
	}
	return nil
}

// paired reports whether all runs belong to pairs: every record says so, and the contestants on an
// instance have the same seeds and no failures.
func (c *Comparison) paired() bool {
	for _, in := range c.Instances {
		for _, cell := range in.Cells {
			if cell.Failed > 0 || !slices.EqualFunc(cell.Records, in.Cells[c.Reference].Records, pair) {
				return false
			}
		}
	}
	return true
}

func pair(a, b experiment.Record) bool { return a.Paired && b.Paired && a.Seed == b.Seed }

// testName returns the name of the test on one instance.
func (c *Comparison) testName() string {
	if c.Paired {
		return "signed-rank test of the runs with the same seed"
	}
	return "rank-sum test"
}

// compared tests two samples, which are in the order of their seeds.
func (c *Comparison) compared(sample, reference []float64) (*Test, error) {
	test := stats.RankSum
	if c.Paired {
		test = stats.SignedRank
	}
	_, p, err := test(sample, reference)
	effect, also := stats.VarghaDelaney(reference, sample)
	return &Test{P: p, Effect: effect}, errors.Join(err, also)
}

// Adjust adjusts the p-values of tests that belong together, such as those on an instance, and sets
// the outcomes of the tests.
func Adjust(tests []*Test, alpha float64) error {
	ps := make([]float64, len(tests))
	for i, t := range tests {
		ps[i] = t.P
	}
	adjusted, err := stats.Holm(ps)
	if err != nil {
		return err
	}
	for i, t := range tests {
		switch t.Holm, t.Outcome = adjusted[i], NotShown; {
		case t.Holm > alpha:
		case t.Effect.A12 > 0.5:
			t.Outcome = Better
		case t.Effect.A12 < 0.5:
			t.Outcome = Worse
		}
	}
	return nil
}
