package stats

import (
	"fmt"
	"math"
)

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
// With up to 50 pairs, p is exact: it is the share of all choices of signs. Otherwise it is
// computed from the normal distribution, corrected for continuity.
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
