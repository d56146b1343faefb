package stats

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

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
		return 0, 0, errors.New("got one block, expected at least 2")
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
