package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
)

// A Cell holds the runs of a contestant on an instance. Its figures cover only the runs with a
// result; in ranks and tests, a failed run is worse than any other.
type Cell struct {
	Records []experiment.Record // sorted by seed
	Failed  int
	Values  []float64 // measured values of the runs with a result
	Summary stats.Summary
	Mean    stats.Interval // 95 % bootstrap interval if there are two or more values
	Gap     *float64       // median, in per cent
	Cost    float64        // median
	Seconds float64        // median
	Rank    float64        // rank by the median, including failures; 0 without runs
	Against *Test          // nil if there is no test
}

// largest is the maximum absolute value of a measure. It keeps cubes of values finite.
const largest = 1e90

func readable(v float64) bool { return math.Abs(v) <= largest }

func newCell(records []experiment.Record, m experiment.Measure) (Cell, error) {
	c := Cell{Records: slices.SortedStableFunc(slices.Values(records), func(a, b experiment.Record) int {
		return cmp.Compare(a.Seed, b.Seed)
	})}
	for _, r := range c.Records {
		if r.Result == nil {
			c.Failed++
			continue
		}
		v, ok := m.Of(r.Result)
		if !ok {
			return c, fmt.Errorf("measure %q: missing for %s on %s with seed %d", m.Name, r.Contestant, r.Instance, r.Seed)
		}
		if !readable(v) || !readable(r.Result.Cost) {
			c.Failed++
			continue
		}
		c.Values = append(c.Values, v)
	}
	if len(c.Values) == 0 {
		return c, nil
	}
	return c, c.summarise()
}

func (c *Cell) summarise() (err error) {
	if c.Summary, err = stats.Describe(c.Values); err != nil {
		return err
	}
	c.Mean = stats.Interval{Estimate: c.Summary.Mean, Low: c.Summary.Mean, High: c.Summary.Mean}
	if len(c.Values) > 1 {
		bootstrap := stats.Bootstrap{Seed: 1, Resamples: 10_000, Level: 0.95}
		if c.Mean, err = bootstrap.BCa(c.Values, stats.Mean); err != nil {
			return err
		}
	}
	var gaps, costs, seconds []float64
	for _, r := range c.Records {
		if r.Result == nil || !readable(r.Result.Cost) {
			continue
		}
		costs = append(costs, r.Result.Cost)
		seconds = append(seconds, max(min(r.Result.Seconds, largest), 0))
		if r.Result.GapPercent != nil && readable(*r.Result.GapPercent) {
			gaps = append(gaps, *r.Result.GapPercent)
		}
	}
	if gap, err := stats.Median(gaps); err == nil && len(gaps) == len(costs) {
		c.Gap = &gap
	}
	if c.Cost, err = stats.Median(costs); err != nil {
		return err
	}
	c.Seconds, err = stats.Median(seconds)
	return err
}

// sample returns the values with a given value for each failed run. Tests use infinity.
func (c Cell) sample(failure float64) []float64 {
	return slices.Concat(c.Values, slices.Repeat([]float64{failure}, c.Failed))
}

// standing returns the median of all runs including failures. It is infinite if at least half of
// the runs failed.
func (c Cell) standing() float64 {
	median, err := stats.Median(c.sample(1e300))
	if err != nil || median > largest {
		return math.Inf(1)
	}
	return median
}
