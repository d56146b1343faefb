package report

import (
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

// Options control a comparison. Zero values select defaults.
type Options struct {
	Title       string    // "" for that of the plan
	Command     string    // repeats the whole experiment
	Contestants []string  // their order; others follow in the order of their records
	Against     string    // the reference; "" for the contestant with the best mean rank
	Measure     string    // one of experiment.MeasureNames; "" for gap if all results have one, else cost
	Alpha       float64   // the p up to which a difference counts as shown; 0: 0.05
	ExcludeBusy bool      // drop runs that other programs disturbed
	TargetGaps  []float64 // of time-to-target curves, in per cent; nil to choose for each instance
}

func (o Options) check() error {
	if !(o.Alpha >= 0 && o.Alpha < 1) {
		return fmt.Errorf("alpha %v: expected a number between 0 and 1", o.Alpha)
	}
	if slices.ContainsFunc(o.TargetGaps, func(gap float64) bool { return !readable(gap) }) {
		return fmt.Errorf("target gaps %v: expected finite numbers", o.TargetGaps)
	}
	return nil
}

// measure returns the measure to compare by.
func (o Options) measure(records []experiment.Record) (experiment.Measure, error) {
	name := o.Measure
	if name == "" {
		name = "cost"
		if !slices.ContainsFunc(records, lacksGap) {
			name = "gap"
		}
	}
	m, ok := experiment.FindMeasure(name)
	switch {
	case !ok:
		return m, fmt.Errorf("measure %q: expected one of %q", name, experiment.MeasureNames())
	case name == "optimal":
		return m, fmt.Errorf("measure %q: higher values are better, but comparisons need a measure for which lower values are better: use gap", name)
	}
	return m, nil
}

func lacksGap(r experiment.Record) bool { return r.Result != nil && r.Result.GapPercent == nil }
