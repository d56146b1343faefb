package report

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
)

// leastP returns the smallest possible p of the rank-sum test for samples of sizes n and m, which
// occurs when the samples do not overlap.
func leastP(n, m int) float64 {
	_, p, err := stats.RankSum(rising(0, n), rising(n, m))
	if err != nil {
		return 1
	}
	return p
}

// runsNeeded returns the minimum number of runs per contestant with which the given number of
// tests, adjusted by Holm's method, can show a difference.
func runsNeeded(tests int, alpha float64) int {
	return leastCount(func(n int) float64 { return float64(tests) * leastP(n, n) }, alpha)
}

// leastSignedP returns the smallest possible p of the signed-rank test for a number of pairs.
func leastSignedP(pairs int) float64 {
	_, p, err := stats.SignedRank(make([]float64, pairs), rising(1, pairs))
	if err != nil {
		return 1
	}
	return p
}

// leastOverallP returns the smallest possible p of Iman and Davenport's test, which occurs when the
// contestants have the same order on all instances.
func leastOverallP(contestants, instances int) float64 {
	samples := make([][]float64, contestants)
	for k := range samples {
		for range instances {
			samples[k] = append(samples[k], float64(k))
		}
	}
	_, p, err := stats.ImanDavenport(samples)
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
