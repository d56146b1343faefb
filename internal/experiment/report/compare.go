package report

import (
	"errors"
	"fmt"
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
	Instances   []Instance
	// nil if no instance has runs of all contestants, or there is only one contestant
	Overall  *Overall
	Verdicts []string // in words, most important first
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
	c := &Comparison{Title: humanize.Printable(o.Title), Command: humanize.PrintableLines(o.Command), Alpha: o.Alpha}
	if c.Alpha == 0 {
		c.Alpha = 0.05
	}
	records = c.admit(records, o.ExcludeBusy)
	if len(records) == 0 {
		return nil, errors.New("no records to compare")
	}
	var err error
	if c.Measure, err = o.measure(records); err != nil {
		return nil, err
	}
	c.describe(records)
	if err := c.group(records, o.Contestants); err != nil {
		return nil, err
	}
	if err := c.rank(); err != nil {
		return nil, err
	}
	if err := c.choose(o.Against); err != nil {
		return nil, err
	}
	if err := c.test(); err != nil {
		return nil, err
	}
	if err := c.aim(o.TargetGaps); err != nil {
		return nil, err
	}
	c.judge()
	return c, nil
}

// choose sets the reference.
func (c *Comparison) choose(name string) error {
	if name == "" {
		c.Chosen = true
		c.Reference = c.leader()
		return nil
	}
	for i, contestant := range c.Contestants {
		if contestant == humanize.Printable(name) {
			c.Reference = i
			return nil
		}
	}
	return fmt.Errorf("against %q: expected one of %q", name, c.Contestants)
}
