package report

import (
	"errors"
	"fmt"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// A Comparison is the evaluation of the records of an experiment. Less is better throughout.
type Comparison struct {
	Title       string
	Command     string
	Measure     experiment.Measure
	Alpha       float64
	Contestants []string
	Reference   int  // the contestant that the others are compared with
	Chosen      bool // it was chosen because it has the best mean rank
	Instances   []Instance
	Overall     *Overall // nil without an instance that two contestants share
	Verdicts    []string // in words, the most important first
	Notes       []string // what a reader must know to judge them

	Runs, Failed, Busy, Excluded, Repeated, Mixed int // numbers of records; Runs has all that were compared
	Machines                                      []experiment.Machine
	From, To                                      time.Time // when the first and the last run began
}

// An Instance holds the results of the contestants on it.
type Instance struct {
	Name    string
	Cells   []Cell // by contestant; without records where it did not run
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
