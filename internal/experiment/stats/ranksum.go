package stats

import (
	"errors"
	"fmt"
	"math"
)

// mostExact is the size of samples up to which RankSum counts all arrangements.
const mostExact = 50

// RankSum is the two-sided Wilcoxon rank-sum test (Mann-Whitney): whether two
// independent samples come from distributions of the same location. statistic is
// the number of pairs in which the value of a is the larger, ties counting half: well
// below half of all pairs if a tends to be smaller. p is the probability of a
// statistic at least as far from the middle if they are the same.
//
// Without ties and with up to 50 values each, p is exact. Otherwise it is that of the
// normal distribution, with a correction for ties and for continuity, which wants
// about ten values each.
func RankSum(a, b []float64) (statistic, p float64, err error) {
	if len(a) == 0 || len(b) == 0 {
		return 0, 0, errors.New("two samples are needed, and one is empty")
	}
	both := append(append([]float64{}, a...), b...)
	for i, v := range both {
		if math.IsNaN(v) {
			return 0, 0, fmt.Errorf("value %d is not a number", i+1)
		}
	}
	r, ties := ranks(both)
	n, m := float64(len(a)), float64(len(b))
	for _, rank := range r[:len(a)] {
		statistic += rank
	}
	statistic -= n * (n + 1) / 2
	if ties == 0 && len(a) <= mostExact && len(b) <= mostExact {
		return statistic, exactRankSum(int(statistic), len(a), len(b)), nil
	}
	all := n + m
	variance := n * m / 12 * (all + 1 - ties/(all*(all-1)))
	if variance <= 0 {
		return statistic, 1, nil // all values are the same
	}
	away := max(math.Abs(statistic-n*m/2)-0.5, 0)
	return statistic, math.Erfc(away / math.Sqrt(2*variance)), nil
}

// exactRankSum is the share of arrangements of n and m different values whose
// statistic is at least as far from the middle as that one.
func exactRankSum(statistic, n, m int) float64 {
	// ways[i][u] is the number of ways in which i values of the first sample, and as
	// many of the second as have come by, have the statistic u.
	ways := make([][]float64, n+1)
	for i := range ways {
		ways[i] = make([]float64, n*m+1)
		ways[i][0] = 1
	}
	// f(i, j, u) = f(i-1, j, u-j) + f(i, j-1, u), by whose the largest value is.
	for j := 1; j <= m; j++ {
		for i := 1; i <= n; i++ {
			for u := i * j; u >= 0; u-- {
				sum := 0.0
				if u <= i*(j-1) {
					sum = ways[i][u]
				}
				if u >= j && u-j <= (i-1)*j {
					sum += ways[i-1][u-j]
				}
				ways[i][u] = sum
			}
		}
	}
	low := min(statistic, n*m-statistic)
	tail, total := 0.0, 0.0
	for u, w := range ways[n] {
		total += w
		if u <= low {
			tail += w
		}
	}
	return min(2*tail/total, 1)
}
