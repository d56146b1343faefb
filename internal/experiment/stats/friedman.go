package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// Friedman tests whether some treatments yield smaller results than others. samples[k][b] is the
// result of treatment k in block b, for example of one variant of an algorithm in run b. p is the
// probability of a statistic at least as large if there is no difference between the treatments
// [FRI37]. [MMAS20 §5.6, Table 8] uses the test to compare six variants of the MAX-MIN Ant System
// on each instance.
//
// The treatments are ranked in every block, so only comparisons within a block count, and an
// infinity can represent a failed run. Equal results share the mean of their ranks, and the
// statistic is corrected for ties. If all results of each block are equal, the statistic is 0 and p
// is 1.
//
// p is computed from the chi-squared distribution, whose number of degrees of freedom is the number
// of treatments minus one. This is an approximation for many blocks. With few blocks, p is too
// large, and ImanDavenport is the better choice.
func Friedman(samples [][]float64) (statistic, p float64, err error) {
	if err := checkBlocks(samples); err != nil {
		return 0, 0, err
	}
	treatments, blocks := len(samples), len(samples[0])
	sums, ties := rankSums(samples)
	// The ties of a block of k treatments are at most k³-k, and then the block contains no
	// information. The numerator and the denominator are both exact.
	informative := float64(blocks)*cubeLess(treatments) - ties
	if informative == 0 {
		return 0, 1, nil
	}
	mean := float64(blocks) * float64(treatments+1) / 2
	squares := 0.0
	for _, sum := range sums {
		squares += float64((sum - mean) * (sum - mean))
	}
	statistic = 12 * float64(treatments-1) * squares / informative
	return statistic, ChiSquaredTail(statistic, treatments-1), nil
}

// MeanRanks returns the mean rank of each treatment over the blocks. samples has the same form as
// in Friedman. A treatment that always has the smallest result has the mean rank 1.
func MeanRanks(samples [][]float64) ([]float64, error) {
	if err := checkBlocks(samples); err != nil {
		return nil, err
	}
	means, _ := rankSums(samples)
	for k := range means {
		means[k] /= float64(len(samples[0]))
	}
	return means, nil
}

// rankSums returns the rank sum of each treatment and the sum of the ties, over all blocks.
func rankSums(samples [][]float64) (sums []float64, ties float64) {
	sums = make([]float64, len(samples))
	block := make([]float64, len(samples))
	for b := range samples[0] {
		for k := range samples {
			block[k] = samples[k][b]
		}
		places, tied := ranks(block)
		for k, place := range places {
			sums[k] += place
		}
		ties += tied
	}
	return sums, ties
}

// checkBlocks requires at least two treatments with the same number of blocks.
func checkBlocks(samples [][]float64) error {
	if len(samples) < 2 {
		return fmt.Errorf("got %d treatments, expected at least 2", len(samples))
	}
	if len(samples[0]) == 0 {
		return errors.New("the treatments have no results")
	}
	for k, sample := range samples {
		if len(sample) != len(samples[0]) {
			return fmt.Errorf("treatment %d has %d results, but the first has %d: each treatment needs one result per block", k+1, len(sample), len(samples[0]))
		}
		if b := slices.IndexFunc(sample, math.IsNaN); b >= 0 {
			return fmt.Errorf("treatment %d: result %d is NaN, which has no rank", k+1, b+1)
		}
	}
	return nil
}

// ImanDavenport performs Friedman's test with a statistic whose approximation, the F distribution,
// is also accurate for few blocks [ID80]. It accepts the same samples as Friedman if they have at
// least two blocks.
//
// If all blocks have the same order, the statistic is infinite and p is the probability that the
// other blocks have the order of the first [CON99 §5.8].
func ImanDavenport(samples [][]float64) (statistic, p float64, err error) {
	chiSquared, _, err := Friedman(samples)
	if err != nil {
		return 0, 0, err
	}
	if len(samples[0]) < 2 {
		return 0, 0, errors.New("got 1 block, expected at least 2")
	}
	others, freedom := float64(len(samples[0])-1), float64(len(samples)-1)
	rest := float64((others+1)*freedom) - chiSquared
	if rest <= 0 {
		return math.Inf(1), math.Pow(orders(samples), -others), nil
	}
	statistic = others * chiSquared / rest
	return statistic, fTail(statistic, freedom, others*freedom), nil
}

// orders returns the number of distinct orders of the first block. Equal results are not
// distinguished.
func orders(samples [][]float64) float64 {
	var block []float64
	for _, sample := range samples {
		block = append(block, sample[0])
	}
	slices.Sort(block)
	ways, equal := 1.0, 1.0
	for i := 1; i < len(block); i++ {
		if equal++; block[i] != block[i-1] {
			equal = 1
		}
		ways *= float64(i+1) / equal
	}
	return math.Round(ways)
}

// fTail returns the probability that an F variable with a and b degrees of freedom exceeds x ≥ 0.
func fTail(x, a, b float64) float64 {
	return mathext.RegIncBeta(b/2, a/2, b/(b+float64(a*x)))
}

// ChiSquaredTail returns the probability that a chi-squared variable with df degrees of freedom
// exceeds x: the regularised incomplete gamma function Q(df/2, x/2). It returns 1 for x ≤ 0, and
// NaN if x is NaN or df < 1.
//
// The tests compare it with closed forms: for up to 200 degrees of freedom and x from 1e-6 to 1200,
// its relative error is below 1e-11.
func ChiSquaredTail(x float64, df int) float64 {
	switch {
	case df < 1 || math.IsNaN(x):
		return math.NaN()
	case x <= 0:
		return 1
	}
	return mathext.GammaIncRegComp(float64(df)/2, x/2)
}
