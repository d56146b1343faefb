package report

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
)

// Overall compares contestants over the instances on which all of them ran.
type Overall struct {
	Instances      int
	LeftOut        []string // instances on which some contestants did not run
	MeanRanks      []float64
	Friedman, ChiP float64 // Friedman's statistic, and its p by the chi-squared distribution
	// Iman and Davenport's statistic, and its p by the F distribution; NaN with one instance
	ImanDavenport, FP float64
	Difference        float64 // Nemenyi's critical difference of mean ranks
	// p of the signed-rank test of two contestants; NaN with more contestants
	SignedRankP float64
	Ahead       int     // better of the two contestants by their signed ranks
	Tallies     []Tally // tally of each contestant against the reference
}

// A Tally counts the instances on which a contestant is shown to be better than the reference,
// shown to be worse, or neither.
type Tally struct{ Better, NotShown, Worse int }

// rank sets the rank of every cell among the cells with runs on the same instance, and the mean
// ranks over the instances.
func (c *Comparison) rank() error {
	var blocks [][]float64 // standings by instance and contestant
	o := &Overall{ImanDavenport: math.NaN(), FP: math.NaN(), SignedRankP: math.NaN()}
	for _, in := range c.Instances {
		standings, err := in.rank()
		if err != nil {
			return err
		}
		if len(standings) < len(in.Cells) {
			o.LeftOut = append(o.LeftOut, in.Name)
			continue
		}
		blocks = append(blocks, standings)
	}
	if len(c.Contestants) < 2 || len(blocks) == 0 {
		return nil
	}
	c.Overall, o.Instances = o, len(blocks)
	return o.test(transposed(blocks), c.Alpha, c.Measure.Unit == "%")
}

// rank sets the ranks of the cells that have runs, and returns their standings.
func (in *Instance) rank() ([]float64, error) {
	var standings []float64
	var ranked []*Cell
	for i := range in.Cells {
		if cell := &in.Cells[i]; len(cell.Records) > 0 {
			standings, ranked = append(standings, cell.standing()), append(ranked, cell)
		}
	}
	if len(ranked) == 1 {
		ranked[0].Rank = 1
		return standings, nil
	}
	ranks, err := stats.MeanRanks(transposed([][]float64{standings}))
	for i := range ranks {
		ranked[i].Rank = ranks[i]
	}
	return standings, err
}

func transposed(rows [][]float64) [][]float64 {
	columns := make([][]float64, len(rows[0]))
	for _, row := range rows {
		for i, v := range row {
			columns[i] = append(columns[i], v)
		}
	}
	return columns
}

// test compares the contestants by their standings on the instances.
func (o *Overall) test(samples [][]float64, alpha float64, sameScale bool) (err error) {
	if o.MeanRanks, err = stats.MeanRanks(samples); err != nil {
		return err
	}
	if o.Friedman, o.ChiP, err = stats.Friedman(samples); err != nil {
		return err
	}
	if o.Instances > 1 {
		if o.ImanDavenport, o.FP, err = stats.ImanDavenport(samples); err != nil {
			return err
		}
	}
	if o.Difference, err = stats.CriticalDifference(alpha, len(samples), o.Instances); err != nil {
		return err
	}
	if len(samples) == 2 {
		return o.pair(samples[0], samples[1], sameScale)
	}
	return nil
}

// pair compares two contestants by signed ranks. The mean ranks, which only count wins, may favour
// the other contestant.
func (o *Overall) pair(a, b []float64, sameScale bool) (err error) {
	if !sameScale {
		a, b = rescaled(a, b)
	}
	worse, p, err := stats.SignedRank(a, b)
	if err != nil {
		return err
	}
	better, _, err := stats.SignedRank(b, a)
	o.SignedRankP = p
	if worse > better {
		o.Ahead = 1
	}
	return err
}

// rescaled divides both values of an instance by the larger one, so that differences on instances
// of different size can be ranked.
func rescaled(a, b []float64) ([]float64, []float64) {
	p, q := make([]float64, len(a)), make([]float64, len(b))
	for i := range a {
		p[i], q[i] = a[i], b[i]
		if size := max(math.Abs(a[i]), math.Abs(b[i])); size > 0 && !math.IsInf(size, 1) {
			p[i], q[i] = a[i]/size, b[i]/size
		}
	}
	return p, q
}

// leader returns the contestant with the best mean rank. If no instance has runs of all
// contestants, the mean of each contestant is over the instances on which it ran.
func (c *Comparison) leader() int {
	best, least := 0, math.Inf(1)
	for i := range c.Contestants {
		sum, count := 0.0, 0.0
		for _, in := range c.Instances {
			if in.Cells[i].Rank > 0 {
				sum, count = sum+in.Cells[i].Rank, count+1
			}
		}
		mean := sum / count
		if c.Overall != nil {
			mean = c.Overall.MeanRanks[i]
		}
		if mean < least {
			best, least = i, mean
		}
	}
	return best
}

// tally counts the test outcomes of a contestant.
func (c *Comparison) tally(contestant int) Tally {
	var t Tally
	for _, in := range c.Instances {
		test := in.Cells[contestant].Against
		switch {
		case test == nil:
		case test.Outcome == Better:
			t.Better++
		case test.Outcome == Worse:
			t.Worse++
		default:
			t.NotShown++
		}
	}
	return t
}
