package stats

import (
	"math"
	"slices"
)

// mostExact is the maximum size of samples for which all arrangements of ranks are counted.
const mostExact = 50

// RankSum performs the two-sided rank-sum test of Wilcoxon, Mann and Whitney [MW47]: whether two
// independent samples come from the same distribution. statistic is the number of pairs in which
// the value of a is larger, with ties as half: well below half of all pairs if a tends to be
// smaller. p is the probability of a statistic at least as far from the middle if the
// distributions are the same. A failed run may be an infinity.
//
// With up to 50 values each, p is exact: the share of all ways to deal the ranks, shared ranks
// included. Otherwise it comes from the normal distribution, corrected for ties and continuity.
func RankSum(a, b []float64) (statistic, p float64, err error) {
	if err := checkOrdered("the first sample", a); err != nil {
		return 0, 0, err
	}
	if err := checkOrdered("the second sample", b); err != nil {
		return 0, 0, err
	}
	places, ties := ranks(slices.Concat(a, b))
	n, m := float64(len(a)), float64(len(b))
	statistic = total(places[:len(a)]) - n*(n+1)/2
	if len(a) <= mostExact && len(b) <= mostExact {
		return statistic, exactRankSum(places, len(a)), nil
	}
	all := n + m
	variance := n * m / 12 * (all + 1 - ties/(all*(all-1)))
	return statistic, corrected(statistic-n*m/2, variance), nil
}

// exactRankSum returns the share of ways to choose n of the ranks whose sum is at least as far
// from its mean as that of the first n.
func exactRankSum(places []float64, n int) float64 {
	doubled := double(places)
	chosen := doubled[:n]
	if rest := doubled[n:]; len(rest) < n {
		chosen = rest // as far from its own mean, and fewer sums to count
	}
	mean := len(chosen) * (len(places) + 1)
	least := distance(total(chosen), mean)
	far, all := 0.0, 0.0
	for sum, ways := range subsetSums(doubled, len(chosen)) {
		all += ways
		if distance(sum, mean) >= least {
			far += ways
		}
	}
	return far / all
}

// subsetSums counts the subsets of size numbers by their sum.
func subsetSums(numbers []int, size int) []float64 {
	largest := total(numbers)
	ways := make([][]float64, size+1) // by how many numbers are chosen, then by their sum
	for i := range ways {
		ways[i] = make([]float64, largest+1)
	}
	ways[0][0] = 1
	seen := 0
	for _, number := range numbers {
		// From the top, so that no number is chosen twice.
		for i := size; i > 0; i-- {
			with := ways[i][number:]
			for sum, w := range ways[i-1][:seen+1] {
				with[sum] += w
			}
		}
		seen += number
	}
	return ways[size]
}

// corrected returns the two-sided p of a sum of ranks by its distance from its mean, from the
// normal distribution. Sums are whole numbers, so half a unit is subtracted.
func corrected(off, variance float64) float64 {
	if variance <= 0 {
		return 1 // all values are the same
	}
	return normalBeyond(max(math.Abs(off)-0.5, 0) / math.Sqrt(variance))
}

func distance(a, b int) int { return max(a-b, b-a) }
