package report

import (
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

// Options controls a comparison. Zero values select defaults.
type Options struct {
	Title   string // empty for the title of the plan
	Command string // command that repeats the whole experiment
	// order of the contestants; unlisted ones follow in the order of their records
	Contestants []string
	Against     string // name of the reference; empty for the contestant with the best mean rank
	// one of experiment.MeasureNames; empty for gap if every result has one, else cost
	Measure     string
	Alpha       float64 // maximum p at which a difference counts as shown; 0 = 0.05
	ExcludeBusy bool    // drop runs that other programs disturbed
	// targets of time-to-target curves, in per cent; nil chooses one for each instance
	TargetGaps []float64
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
