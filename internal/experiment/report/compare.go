// Package report evaluates the records of an experiment: it compares contestants with statistical
// tests and writes the comparison as text, Markdown, CSV and HTML.
package report

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// A Comparison is the evaluation of the records of an experiment. Smaller values are better
// throughout.
type Comparison struct {
	Title       string
	Command     string
	Measure     experiment.Measure
	Alpha       float64
	Contestants []string
	Reference   int  // index of the contestant that the others are compared with
	Chosen      bool // whether the reference was chosen for its best mean rank
	Paired      bool // whether tests on one instance compare pairs of runs with the same seed
	Instances   []Instance
	// nil if no instance has runs of all contestants, or there is only one contestant
	Overall  *Overall
	Verdicts []string // in words, most important first
	TooFew   string   // the verdict that there are too few runs on an instance; "" if there are not
	Notes    []string // facts needed to judge the verdicts

	// numbers of records; Runs is the number that was compared
	Runs, Failed, Busy, Excluded, Repeated, Mixed int
	Machines                                      []experiment.Machine
	// start times of the first and the last run
	From, To time.Time
}

// An Instance holds the results of the contestants on one instance.
type Instance struct {
	Name    string
	Cells   []Cell // by contestant; without records if the contestant did not run
	Targets []Target
	byGap   bool // whether progress is shown as a gap
}

// Compare groups records by instance and contestant and compares the contestants.
func Compare(records []experiment.Record, o Options) (*Comparison, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	c := &Comparison{Title: humanize.Printable(o.Title), Command: humanize.PrintableLines(o.Command), Alpha: cmp.Or(o.Alpha, 0.05)}
	records = c.admit(records, o.ExcludeBusy)
	if len(records) == 0 {
		return nil, errors.New("no records to compare")
	}
	var err error
	if c.Measure, err = o.measure(records); err != nil {
		return nil, err
	}
	c.describe(records)
	for _, step := range []func() error{
		func() error { return c.group(records, o.Contestants) },
		c.rank,
		func() error { return c.choose(o.Against) },
		c.test,
		func() error { return c.aim(o.TargetGaps) },
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	c.judge()
	return c, nil
}

// choose sets the reference.
func (c *Comparison) choose(name string) error {
	if c.Chosen = name == ""; c.Chosen {
		c.Reference = c.leader()
		return nil
	}
	if c.Reference = slices.Index(c.Contestants, humanize.Printable(name)); c.Reference < 0 {
		return fmt.Errorf("against %q: expected one of %q", name, c.Contestants)
	}
	return nil
}

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
