package report

import (
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

// Options say how records are compared. The zero value has a usual choice for each.
type Options struct {
	Title       string    // "": that of the plan
	Command     string    // makes the whole experiment again
	Contestants []string  // their order; those that are not named follow as their records do
	Against     string    // the contestant that the others are compared with; "": that of the best mean rank
	Measure     string    // one of experiment.MeasureNames; "": gap if all results have one, otherwise cost
	Alpha       float64   // the p up to which a difference counts as shown; 0: 0.05
	ExcludeBusy bool      // leave out runs beside which others kept the machine busy
	TargetGaps  []float64 // of time-to-target curves, in per cent; none: chosen for each instance
}

func (o Options) check() error {
	if !(o.Alpha >= 0 && o.Alpha < 1) {
		return fmt.Errorf("alpha %v: expected a number between 0 and 1", o.Alpha)
	}
	if slices.ContainsFunc(o.TargetGaps, func(gap float64) bool { return !readable(gap) }) {
		return fmt.Errorf("target gaps %v: expected numbers", o.TargetGaps)
	}
	return nil
}

// measure is the one to compare by.
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
		return m, fmt.Errorf("measure %q: more of it is better, and a comparison takes less for better: use gap", name)
	}
	return m, nil
}

func lacksGap(r experiment.Record) bool { return r.Result != nil && r.Result.GapPercent == nil }
