package report

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

// ranks draws the critical-difference diagram.
func (c *Comparison) ranks() (Picture, error) {
	r := plot.Ranks{Names: c.Contestants, Ranks: c.Overall.MeanRanks, Difference: c.Overall.Difference, Title: "mean ranks", Theme: plot.Page}
	return draw(r, "Mean ranks across the instances, with the best on the left. A bar joins contestants whose mean ranks differ by no more than the critical difference (Nemenyi).")
}

// profiles draws the share of targets that a contestant reaches within a multiple of the fastest
// time.
func (c *Comparison) profiles() (Picture, error) {
	times := c.expectedTimes()
	all, err := stats.PerformanceProfiles(times)
	if err != nil {
		return Picture{}, err
	}
	last := 1.0
	for _, d := range all {
		if len(d) > 0 {
			last = max(last, d[len(d)-1].X)
		}
	}
	chart := plot.Chart{
		Title: "performance profile", XLabel: "multiple of the fastest time", YLabel: "targets reached",
		YUnit: " %", From: 0, To: 100, Patterned: true, Column: true, Theme: plot.Page,
	}
	for i, d := range all {
		chart.Series = append(chart.Series, shares(c.Contestants[i], d, 1, last))
	}
	return draw(chart, "Performance profile: share of the targets of all instances that a contestant reaches within a multiple of the expected running time of the fastest.")
}

// expectedTimes returns, for each contestant, the expected times to reach every target.
func (c *Comparison) expectedTimes() [][]float64 {
	times := make([][]float64, len(c.Contestants))
	for _, in := range c.Instances {
		for _, t := range in.Targets {
			for i, r := range t.Cells {
				times[i] = append(times[i], r.expected())
			}
		}
	}
	return times
}

// expected returns the expected running time, bounded from below because a profile divides by it.
func (r Reach) expected() float64 {
	const least = 1e-6
	if len(r.Shares) == 0 {
		return math.Inf(1)
	}
	return max(r.Expected, least)
}
