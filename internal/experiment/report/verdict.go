package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// judge adds the verdicts: the differences that the tests show, and those that they cannot show.
func (c *Comparison) judge() {
	if c.Overall != nil {
		for i := range c.Contestants {
			c.Overall.Tallies = append(c.Overall.Tallies, c.tally(i))
		}
	}
	if len(c.Contestants) == 1 {
		c.Verdicts = []string{fmt.Sprintf("%s is the only contestant: there is nothing to compare it with.", c.Contestants[0])}
	}
	for i := range c.Contestants {
		if i != c.Reference {
			c.Verdicts = append(c.Verdicts, c.duel(i))
		}
	}
	c.Verdicts = append(c.Verdicts, c.overallVerdicts()...)
	c.Verdicts = append(c.Verdicts, c.powerVerdicts()...)
	c.note()
}

// duel compares the reference with one other contestant on every instance.
func (c *Comparison) duel(other int) string {
	a, b := c.Contestants[c.Reference], c.Contestants[other]
	ps, effects := map[Outcome][]float64{}, map[Outcome][]float64{}
	met := 0
	for _, in := range c.Instances {
		if t := in.Cells[other].Against; t != nil {
			ps[t.Outcome] = append(ps[t.Outcome], t.Holm)
			effects[t.Outcome] = append(effects[t.Outcome], max(t.Effect.A12, 1-t.Effect.A12))
			met++
		}
	}
	// from the point of view of the reference
	open := ps[NotShown]
	switch {
	case met == 0:
		return fmt.Sprintf("%s and %s have no instance in common.", a, b)
	case len(open) == met:
		return fmt.Sprintf("No difference between %s and %s is shown on %s (%s, Holm).", a, b, anyOf(met), smallest(open))
	}
	var parts []string
	for i, outcome := range []Outcome{Worse, Better} {
		if shown := ps[outcome]; len(shown) > 0 {
			parts = append(parts, fmt.Sprintf("%s is %s than %s on %d of %s (%s, Holm; A12 ≥ %.2f)",
				a, []string{"better", "worse"}[i], b, len(shown), humanize.Count(met, "instance"), together(shown), slices.Min(effects[outcome])))
		}
	}
	if len(open) > 0 {
		parts = append(parts, fmt.Sprintf("on %d no difference is shown", len(open)))
	}
	return strings.Join(parts, "; ") + "."
}

func anyOf(instances int) string {
	if instances == 1 {
		return "the only instance"
	}
	return fmt.Sprintf("any of %d instances", instances)
}

// together formats the p-values of several tests as one equation, or as an upper bound if they
// differ.
func together(ps []float64) string {
	most := slices.Max(ps)
	switch {
	case len(ps) == 1:
		return equation(most)
	case slices.Min(ps) == most || most < 0.001:
		return equation(most) + " each"
	}
	return "p ≤ " + humanize.Probability(most)
}

func smallest(ps []float64) string {
	if len(ps) == 1 {
		return equation(ps[0])
	}
	return "smallest " + equation(slices.Min(ps))
}

// overallVerdicts returns the verdicts from the ranks over all instances.
func (c *Comparison) overallVerdicts() []string {
	o := c.Overall
	if o == nil || o.Instances < 2 {
		return nil
	}
	over := "Over " + humanize.Count(o.Instances, "instance")
	if len(c.Contestants) == 2 {
		return []string{c.signedRankVerdict(over)}
	}
	test := fmt.Sprintf("(Friedman's test in the form of Iman and Davenport, %s)", equation(o.FP))
	if !(o.FP <= c.Alpha) {
		return []string{fmt.Sprintf("%s, no difference between the mean ranks is shown %s.", over, test)}
	}
	verdict := fmt.Sprintf("%s, the mean ranks differ %s. ", over, test)
	verdict += fmt.Sprintf("The mean rank of %s differs from %s by more than the critical difference of %s (Nemenyi).",
		c.Contestants[c.Reference], c.apart(), humanize.Figure(math.Round(o.Difference*100)/100))
	return []string{verdict}
}

func (c *Comparison) signedRankVerdict(over string) string {
	o := c.Overall
	test := fmt.Sprintf("(signed-rank test of the medians, %s)", equation(o.SignedRankP))
	if !(o.SignedRankP <= c.Alpha) {
		return fmt.Sprintf("%s, no difference between %s and %s is shown %s.", over, c.Contestants[c.Reference], c.Contestants[1-c.Reference], test)
	}
	return fmt.Sprintf("%s, %s is better than %s %s.", over, c.Contestants[o.Ahead], c.Contestants[1-o.Ahead], test)
}

// apart lists the contestants whose mean ranks differ from the reference's mean rank by more than
// the critical difference.
func (c *Comparison) apart() string {
	var names []string
	for i, rank := range c.Overall.MeanRanks {
		if math.Abs(rank-c.Overall.MeanRanks[c.Reference]) > c.Overall.Difference {
			names = append(names, c.Contestants[i])
		}
	}
	if len(names) == 0 {
		return "no other"
	}
	return humanize.List(names)
}

// powerVerdicts returns verdicts on the differences that these numbers of runs and instances can
// never show.
func (c *Comparison) powerVerdicts() []string {
	var verdicts []string
	if tests := len(c.Contestants) - 1; tests > 0 && c.fewestRuns() < math.MaxInt {
		switch c.TooFew = c.tooFew(tests, c.fewestRuns()); {
		case c.TooFew != "":
			verdicts = append(verdicts, c.TooFew)
		case !c.Paired && c.open():
			verdicts = append(verdicts, fmt.Sprintf("With %s per contestant, the tests show a difference of A12 ≥ %.2f with a probability of about 80 %%; smaller differences may remain hidden.",
				humanize.Count(c.fewestRuns(), "run"), stats.Detectable(c.fewestRuns(), c.Alpha/float64(tests), 0.8)))
		}
	}
	return append(verdicts, c.fewInstances()...)
}

// tooFew says that n runs per contestant cannot show a difference, or returns "" if they can.
func (c *Comparison) tooFew(tests, n int) string {
	p := c.leastP(n)
	if p*float64(tests) <= c.Alpha {
		return ""
	}
	corrected := ""
	if tests > 1 {
		corrected = fmt.Sprintf(", which Holm's method multiplies by up to %d", tests)
	}
	return fmt.Sprintf("No difference can be shown with %s per instance: the smallest possible p is %s%s. At least %s per contestant would be needed.",
		humanize.Count(n, "run"), humanize.Probability(p), corrected, humanize.Count(RunsNeeded(tests+1, c.Paired, c.Alpha), "run"))
}

// open reports whether a test on an instance shows no difference.
func (c *Comparison) open() bool {
	return slices.ContainsFunc(c.Instances, func(in Instance) bool {
		return slices.ContainsFunc(in.Cells, func(cell Cell) bool { return cell.Against != nil && cell.Against.Outcome == NotShown })
	})
}

func (c *Comparison) fewInstances() []string {
	if c.Overall == nil {
		return nil
	}
	n, k := c.Overall.Instances, len(c.Contestants)
	least := func(n int) float64 { return leastOverallP(k, n) }
	if k == 2 {
		least = leastSignedP
	}
	p := least(n)
	if p <= c.Alpha {
		return nil
	}
	return []string{fmt.Sprintf("No difference across instances can be shown with %s: the smallest possible p is %s. At least %d would be needed.",
		humanize.Count(n, "instance"), humanize.Probability(p), leastCount(least, c.Alpha))}
}

// leastP returns the smallest possible p of the rank-sum test for two samples of n values, which
// occurs when the samples do not overlap.
func leastP(n int) float64 { return orOne(stats.RankSum(rising(0, n), rising(n, n))) }

// leastP returns the smallest possible p of the test on one instance with n runs per contestant.
func (c *Comparison) leastP(n int) float64 { return leastTestP(n, c.Paired) }

func leastTestP(n int, paired bool) float64 {
	if paired {
		return leastSignedP(n)
	}
	return leastP(n)
}

// RunsNeeded returns the minimum number of runs per contestant with which the tests on an instance,
// adjusted by Holm's method, can show a difference at level alpha.
func RunsNeeded(contestants int, paired bool, alpha float64) int {
	tests := float64(contestants - 1)
	return leastCount(func(n int) float64 { return tests * leastTestP(n, paired) }, alpha)
}

// leastSignedP returns the smallest possible p of the signed-rank test for a number of pairs.
func leastSignedP(pairs int) float64 {
	return orOne(stats.SignedRank(make([]float64, pairs), rising(1, pairs)))
}

// leastOverallP returns the smallest possible p of Iman and Davenport's test, which occurs when the
// contestants have the same order on all instances.
func leastOverallP(contestants, instances int) float64 {
	samples := make([][]float64, contestants)
	for k := range samples {
		samples[k] = slices.Repeat([]float64{float64(k)}, instances)
	}
	return orOne(stats.ImanDavenport(samples))
}

// orOne returns the p of a test, or 1 if the test is not possible.
func orOne(_, p float64, err error) float64 {
	if err != nil {
		return 1
	}
	return p
}

// leastCount returns the smallest n for which p(n) is at most alpha, up to a maximum.
func leastCount(p func(n int) float64, alpha float64) int {
	const most = 100
	for n := 2; n < most; n++ {
		if p(n) <= alpha {
			return n
		}
	}
	return most
}

func rising(from, count int) []float64 {
	values := make([]float64, count)
	for i := range values {
		values[i] = float64(from + i)
	}
	return values
}

// fewestRuns returns the smallest number of runs in any tested pair.
func (c *Comparison) fewestRuns() int {
	fewest := math.MaxInt
	for _, in := range c.Instances {
		for _, cell := range in.Cells {
			if cell.Against != nil {
				fewest = min(fewest, len(cell.Records), len(in.Cells[c.Reference].Records))
			}
		}
	}
	return fewest
}

// note adds the notes that a reader needs to judge the verdicts.
func (c *Comparison) note() {
	add := func(when bool, format string, a ...any) {
		if when {
			c.Notes = append(c.Notes, fmt.Sprintf(format, a...))
		}
	}
	several, reference := len(c.Contestants) > 1, c.Contestants[c.Reference]
	add(several, "A difference counts as shown if p is at most %v: p is the probability of a difference at least this large if the two were equivalent. Lower values are better.", c.Alpha)
	add(several, "p in the tables is from the two-sided "+c.testName()+" against %s, adjusted by Holm's method for the other contestants on the same instance. A12 is the probability that a run of the contestant is better than a run of %[1]s, with ties counted as half.", reference)
	add(several && c.Chosen, "%s was chosen as the reference after the runs, because it has the best mean rank. This makes p slightly too small.", reference)
	add(c.Failed > 0, "%d of %s failed. In ranks and tests, a failed run counts as worse than any other; all other figures exclude failed runs.", c.Failed, humanize.Count(c.Runs, "run"))
	add(c.Busy > 0, "%s shared the machine with other programs, so times may be too long.", humanize.Count(c.Busy, "run"))
	add(c.Excluded > 0, "%s left out because other programs kept the machine busy.", records(c.Excluded, "was", "were"))
	add(c.Repeated > 0, "%s left out because they repeat a run with the same seed.", records(c.Repeated, "was", "were"))
	add(c.Mixed > 0, "The records come from more than one experiment: %s the contestant and instance of another record, but different limits, parameters or kinds of seeds. Figures that mix them are not meaningful.", records(c.Mixed, "has", "have"))
	if o := c.Overall; o != nil && len(o.LeftOut) > 0 {
		add(true, "Ranks across instances leave out %s, on which not all contestants ran.", humanize.List(o.LeftOut))
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
