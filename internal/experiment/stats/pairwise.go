package stats

import (
	"fmt"
	"math"
)

// A Pair compares two treatments by their mean ranks.
type Pair struct {
	First, Second int     // numbers of the treatments, from 0
	Z             float64 // difference of their mean ranks in standard errors; negative if First has the smaller results
	P             float64 // of this pair alone, two-sided
	Holm          float64 // P adjusted for all pairs that were compared
}

// Pairwise compares all pairs of treatments after Friedman's test has said that
// they differ [DEM06 §3.2]. It takes what Friedman takes.
func Pairwise(samples [][]float64) ([]Pair, error) {
	var pairs []Pair
	for first := range samples {
		for second := first + 1; second < len(samples); second++ {
			pairs = append(pairs, Pair{First: first, Second: second})
		}
	}
	return compare(samples, pairs)
}

// AgainstControl compares one treatment, the First of every pair, with all others.
// There are fewer such pairs, so each is adjusted less.
func AgainstControl(samples [][]float64, control int) ([]Pair, error) {
	if control < 0 || control >= len(samples) {
		return nil, fmt.Errorf("the control is treatment %d of %d, counted from 0", control, len(samples))
	}
	var pairs []Pair
	for other := range samples {
		if other != control {
			pairs = append(pairs, Pair{First: control, Second: other})
		}
	}
	return compare(samples, pairs)
}

// compare fills in the pairs.
func compare(samples [][]float64, pairs []Pair) ([]Pair, error) {
	means, err := MeanRanks(samples)
	if err != nil {
		return nil, err
	}
	unit := rankError(len(samples), len(samples[0]))
	ps := make([]float64, len(pairs))
	for i := range pairs {
		pair := &pairs[i]
		pair.Z = (means[pair.First] - means[pair.Second]) / unit
		pair.P = normalBeyond(pair.Z)
		ps[i] = pair.P
	}
	adjusted, err := Holm(ps)
	for i := range adjusted {
		pairs[i].Holm = adjusted[i]
	}
	return pairs, err
}

// CriticalDifference is Nemenyi's: of so many treatments that are all alike, the
// probability that any two have mean ranks over so many blocks that differ by more
// is alpha [DEM06 §3.2].
func CriticalDifference(alpha float64, treatments, blocks int) (float64, error) {
	if err := checkShare("alpha", alpha); err != nil {
		return 0, err
	}
	if treatments < 2 || blocks < 1 {
		return 0, fmt.Errorf("%d treatments and %d blocks, expected at least 2 and 1", treatments, blocks)
	}
	return rangeQuantile(alpha, treatments) / math.Sqrt2 * rankError(treatments, blocks), nil
}

// rankError is the standard error of the difference of two mean ranks. Ties make it
// smaller, which is left out: p is then a little too large.
func rankError(treatments, blocks int) float64 {
	k := float64(treatments)
	return math.Sqrt(k * (k + 1) / (6 * float64(blocks)))
}
