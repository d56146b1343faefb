package stats

import (
	"fmt"
	"math"
	"slices"
)

// mostExact is the maximum sample size at which all arrangements of ranks are counted.
const mostExact = 50

// RankSum performs the two-sided rank-sum test of Wilcoxon, Mann and Whitney [MW47], which tests
// whether two independent samples come from the same distribution. statistic is the number of pairs
// in which the value of a is larger, where ties count half. It is well below half the number of
// pairs if a tends to be smaller. p is the probability of a statistic at least as far from the
// middle if the distributions are the same. An infinity can represent a failed run.
//
// With up to 50 values in each sample, p is exact: it is the share of all assignments of the ranks,
// including shared ranks, to the two samples. Otherwise it is computed from the normal
// distribution, corrected for ties and continuity.
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

// exactRankSum returns the share of selections of n ranks whose sum is at least as far from the
// mean as the sum of the first n ranks.
func exactRankSum(places []float64, n int) float64 {
	doubled := double(places)
	chosen := doubled[:n]
	if rest := doubled[n:]; len(rest) < n {
		chosen = rest // equally far from its mean, with fewer sums to count
	}
	mean := len(chosen) * (len(places) + 1)
	least := distance(total(chosen), mean)
	far, all := 0.0, 0.0
	unit := unitOf(doubled)
	for sum, ways := range subsetSums(doubled, unit, len(chosen)) {
		all += ways
		if distance(sum*unit, mean) >= least {
			far += ways
		}
	}
	return far / all
}

// unitOf returns 2 if all numbers are even, as doubled ranks without ties are, and 1 otherwise.
func unitOf(numbers []int) int {
	for _, n := range numbers {
		if n%2 != 0 {
			return 1
		}
	}
	return 2
}

// subsetSums returns the number of subsets with size elements for each sum. Numbers and sums are
// multiples of unit; the sums are indexed in units.
func subsetSums(numbers []int, unit, size int) []float64 {
	largest := total(numbers) / unit
	ways := make([][]float64, size+1) // indexed by the number of chosen numbers, then by their sum
	for i := range ways {
		ways[i] = make([]float64, largest+1)
	}
	ways[0][0] = 1
	seen := 0
	for already, number := range numbers {
		number /= unit
		// Count down, so that no number is chosen twice.
		for i := min(size, already+1); i > 0; i-- {
			with := ways[i][number:]
			for sum, w := range ways[i-1][:seen+1] {
				with[sum] += w
			}
		}
		seen += number
	}
	return ways[size]
}

// corrected returns the two-sided p of a rank sum at distance off from its mean, computed from the
// normal distribution. Without ties, sums are whole numbers, so half a unit is subtracted as a
// continuity correction.
func corrected(off, variance float64) float64 {
	if variance <= 0 {
		return 1 // all values are equal
	}
	return normalBeyond(max(math.Abs(off)-0.5, 0) / math.Sqrt(variance))
}

func distance(a, b int) int { return max(a-b, b-a) }

// An Effect is the size of the difference between two samples. It does not depend on the number of
// values, whereas p only indicates whether the samples differ.
type Effect struct {
	A12  float64 // probability that a value of the first sample is larger; ties count half
	Size string  // negligible, small, medium or large
}

// VarghaDelaney returns the effect size A₁₂ of two samples, with the thresholds of its authors
// [VD00]: small from 0.56, medium from 0.64, large from 0.71, and symmetrically below 0.5.
func VarghaDelaney(a, b []float64) (Effect, error) {
	larger, _, err := RankSum(a, b)
	if err != nil {
		return Effect{}, err
	}
	pairs := float64(len(a)) * float64(len(b))
	return Effect{A12: larger / pairs, Size: effectSize(max(larger, pairs-larger) / pairs)}, nil
}

// effectSize returns the term for an A₁₂ of at least 0.5.
func effectSize(a12 float64) string {
	switch {
	case a12 >= 0.71:
		return "large"
	case a12 >= 0.64:
		return "medium"
	case a12 >= 0.56:
		return "small"
	}
	return "negligible"
}

// SignedRank performs Wilcoxon's two-sided signed-rank test [WIL45], which tests whether the
// differences between pairs are symmetric around 0. For example, a[i] and b[i] are the results of
// two algorithms on instance i. The pairs are ranked by the absolute value of their difference, and
// statistic is the sum of the ranks of the pairs in which a is larger. p is the probability of a
// statistic at least as far from its mean if each difference is equally likely to have either sign.
//
// Pairs of equal values are ranked, and then their ranks are dropped [PRA59]. Wilcoxon dropped the
// pairs before ranking, but then an additional pair in favour of a can increase p. Equal
// differences share the mean of their ranks. Two equal infinities, which represent runs that both
// failed, are equal values. Differences that should be equal must be equal in floating point, as
// differences of whole numbers are.
//
// With up to 50 pairs, p is exact: it is the share of all choices of signs that give such a
// statistic. Otherwise it is computed from the normal distribution, corrected for continuity.
func SignedRank(a, b []float64) (statistic, p float64, err error) {
	if err := checkPairs(a, b); err != nil {
		return 0, 0, err
	}
	places, larger := signedRanks(a, b)
	for i, place := range places {
		if larger[i] {
			statistic += place
		}
	}
	if len(a) <= mostExact {
		return statistic, exactSignedRank(places, statistic), nil
	}
	// Each rank is in the sum with probability 1/2, so ties need no correction.
	variance := 0.0
	for _, place := range places {
		variance += float64(place*place) / 4
	}
	return statistic, corrected(statistic-total(places)/2, variance), nil
}

// signedRanks returns the ranks of the pairs that differ, and reports for each of them whether a is
// larger.
func signedRanks(a, b []float64) (places []float64, larger []bool) {
	sizes := make([]float64, len(a))
	for i := range a {
		if a[i] != b[i] { // the difference of equal infinities would be NaN
			sizes[i] = math.Abs(a[i] - b[i])
		}
	}
	all, _ := ranks(sizes)
	for i, place := range all {
		if a[i] != b[i] {
			places = append(places, place)
			larger = append(larger, a[i] > b[i])
		}
	}
	return places, larger
}

// exactSignedRank returns the share of all choices of ranks whose sum is at least as far from the
// mean as the statistic.
func exactSignedRank(places []float64, statistic float64) float64 {
	doubled := double(places)
	largest := total(doubled)
	share := make([]float64, largest+1) // share of the choices for each sum
	share[0] = 1
	for _, number := range doubled {
		for sum := largest; sum >= 0; sum-- {
			with := 0.0
			if sum >= number {
				with = share[sum-number]
			}
			share[sum] = (share[sum] + with) / 2
		}
	}
	least := distance(int(4*statistic), largest)
	far := 0.0
	for sum, s := range share {
		if distance(2*sum, largest) >= least {
			far += s
		}
	}
	return far
}

// checkPairs requires two samples of the same length that can be ranked.
func checkPairs(a, b []float64) error {
	if len(a) != len(b) {
		return fmt.Errorf("got samples of %d and %d values, expected pairs", len(a), len(b))
	}
	if err := checkOrdered("the first sample", a); err != nil {
		return err
	}
	return checkOrdered("the second sample", b)
}
