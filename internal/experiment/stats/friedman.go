package stats

import (
	"errors"
	"fmt"
	"math"
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
// p is computed from the chi-squared distribution with one degree of freedom less than there are
// treatments, an approximation for many blocks. With few blocks, p is too large, and ImanDavenport
// is the better choice.
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
		for b, v := range sample {
			if math.IsNaN(v) {
				return fmt.Errorf("treatment %d: result %d is NaN, which has no rank", k+1, b+1)
			}
		}
	}
	return nil
}
