package report

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// note adds the notes that a reader needs to judge the verdicts.
func (c *Comparison) note() {
	add := func(format string, a ...any) { c.Notes = append(c.Notes, fmt.Sprintf(format, a...)) }
	if len(c.Contestants) > 1 {
		add("A difference counts as shown if p is at most %v: p is the probability of a difference at least this large if the two were equivalent. Lower values are better.", c.Alpha)
		add("p in the tables is from the two-sided rank-sum test against %s, adjusted by Holm's method for the other contestants on the same instance. A12 is the probability that a run is better than a run of %[1]s, with ties counted as half.", c.Contestants[c.Reference])
		if c.Chosen {
			add("%s was chosen as the reference after the runs, because it has the best mean rank. This makes p slightly too small.", c.Contestants[c.Reference])
		}
	}
	if c.Failed > 0 {
		add("%d of %s failed. In ranks and tests, a failed run counts as worse than any other; all other figures exclude failed runs.", c.Failed, humanize.Count(c.Runs, "run"))
	}
	if c.Busy > 0 {
		add("%s shared the machine with other programs, so times may be too long.", humanize.Count(c.Busy, "run"))
	}
	if c.Excluded > 0 {
		add("%s left out because other programs kept the machine busy.", records(c.Excluded, "was", "were"))
	}
	if c.Repeated > 0 {
		add("%s left out because they repeat a run with the same seed.", records(c.Repeated, "was", "were"))
	}
	if c.Mixed > 0 {
		add("The records come from more than one experiment: %s the contestant, instance and seed of another record, but different limits or parameters. Figures that mix them are not meaningful.", records(c.Mixed, "has", "have"))
	}
	if o := c.Overall; o != nil && len(o.LeftOut) > 0 {
		add("Ranks across instances leave out %s, on which not all contestants ran.", humanize.List(o.LeftOut))
	}
	if len(c.Machines) > 1 {
		add("The runs are from %d machines or versions: times cannot be compared across them.", len(c.Machines))
	}
}

// records formats a number of records with the matching verb form.
func records(n int, one, many string) string {
	if n == 1 {
		return "1 record " + one
	}
	return fmt.Sprintf("%d records %s", n, many)
}
