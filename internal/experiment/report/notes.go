package report

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// note adds the notes that a reader needs to judge the verdicts.
func (c *Comparison) note() {
	add := func(when bool, format string, a ...any) {
		if when {
			c.Notes = append(c.Notes, fmt.Sprintf(format, a...))
		}
	}
	several, reference := len(c.Contestants) > 1, c.Contestants[c.Reference]
	add(several, "A difference counts as shown if p is at most %v: p is the probability of a difference at least as large if the two were alike. Less is better.", c.Alpha)
	add(several, "p in the tables is of the two-sided rank-sum test against %s, adjusted by Holm's method for the other contestants on the same instance. A12 is the probability that a run is better than one of %[1]s, with ties as half.", reference)
	add(several && c.Chosen, "%s was chosen for that after the runs, because it has the best mean rank. This makes p a little too small.", reference)
	add(c.Failed > 0, "%d of %s failed. In ranks and tests a run that failed is worse than any other; the other figures are of the runs that ended.", c.Failed, humanize.Count(c.Runs, "run"))
	add(c.Busy > 0, "%s shared the machine with other programs, so that times may be too long.", humanize.Count(c.Busy, "run"))
	add(c.Excluded > 0, "%s left out because other programs kept the machine busy.", records(c.Excluded, "was", "were"))
	add(c.Repeated > 0, "%s left out that repeat a run with the same seed.", records(c.Repeated, "was", "were"))
	add(c.Mixed > 0, "The records are of more than one experiment: %s the contestant, instance and seed of another, but other limits or parameters. Figures that mix the two mean little.", records(c.Mixed, "has", "have"))
	if o := c.Overall; o != nil && len(o.LeftOut) > 0 {
		add(true, "Ranks over instances leave out %s, where not all contestants ran.", humanize.List(o.LeftOut))
	}
	add(len(c.Machines) > 1, "The runs are from %d machines or versions: times cannot be compared across them.", len(c.Machines))
}

// records formats a number of records with the matching verb form.
func records(n int, one, many string) string {
	if n == 1 {
		return "1 record " + one
	}
	return fmt.Sprintf("%d records %s", n, many)
}
