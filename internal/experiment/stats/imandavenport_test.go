package stats

import (
	"math"
	"strings"
	"testing"
)

// columns converts blocks, as printed in books, to samples of treatments.
func columns(blocks [][]float64) [][]float64 {
	samples := make([][]float64, len(blocks[0]))
	for _, block := range blocks {
		for k, v := range block {
			samples[k] = append(samples[k], v)
		}
	}
	return samples
}

// grasses holds the ranks that twelve homeowners gave to four grasses [CON99 §5.8, example 1].
var grasses = columns([][]float64{
	{4, 3, 2, 1},
	{4, 2, 3, 1},
	{3, 1.5, 1.5, 4},
	{3, 1, 2, 4},
	{4, 2, 1, 3},
	{2, 2, 2, 4},
	{1, 3, 2, 4},
	{2, 4, 1, 3},
	{3.5, 1, 2, 3.5},
	{4, 1, 3, 2},
	{4, 2, 3, 1},
	{3.5, 1, 2, 3.5},
})

// classifiers holds the ranks of C4.5, C4.5+m, C4.5+cf and C4.5+m+cf on 14 data sets [DEM06 Table
// 6].
var classifiers = columns([][]float64{
	{4, 3, 2, 1},
	{1, 2, 3, 4},
	{4, 1, 2, 3},
	{4, 1, 3, 2},
	{4, 2, 3, 1},
	{1, 2.5, 4, 2.5},
	{3, 2, 4, 1},
	{2.5, 2.5, 4, 1},
	{4, 3, 2, 1},
	{2.5, 2.5, 2.5, 2.5},
	{4, 2.5, 1, 2.5},
	{3, 2, 4, 1},
	{4, 1, 2, 3},
	{3, 1, 4, 2},
})

func TestGrasses(t *testing.T) {
	chi, _, err := Friedman(grasses)
	f, p, err2 := ImanDavenport(grasses)
	if err != nil || err2 != nil || math.Abs(chi-8.097) > 5e-4 || math.Abs(f-3.19) > 5e-3 {
		t.Errorf("statistics %v and %v, want 8.097 and 3.19; errors %v, %v", chi, f, err, err2)
	}
	if !(p > 0.025 && p < 0.05) { // slightly above 2.90, the 0.95 quantile
		t.Errorf("p = %v", p)
	}
}

// Demšar reports 9.28 and 3.69 without a correction for ties. The correction subtracts 78 from 840.
func TestClassifiers(t *testing.T) {
	means, err := MeanRanks(classifiers)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []float64{3.143, 2.000, 2.893, 1.964} {
		if math.Abs(means[k]-want) > 5e-4 {
			t.Errorf("mean rank %d: %v, want %v", k, means[k], want)
		}
	}
	chi, _, err := Friedman(classifiers)
	if plain := chi * (1 - 78.0/840); err != nil || math.Abs(plain-9.28) > 5e-3 || math.Abs(13*plain/(14*3-plain)-3.69) > 5e-3 {
		t.Errorf("statistic %v without a correction, want 9.28; error %v", plain, err)
	}
	f, p, err := ImanDavenport(classifiers)
	if err != nil || f < 3.69 || p > fTail(3.69, 3, 39) {
		t.Errorf("F = %v, p = %v, error %v; expected it beyond 3.69", f, p, err)
	}
}

// The quantiles of F are from printed tables; 2.85 is Demšar's value for 3 and 39 degrees of
// freedom.
func TestFTail(t *testing.T) {
	for _, c := range []struct{ x, a, b, want float64 }{
		{161.45, 1, 1, 0.05},
		{18.51, 1, 2, 0.05},
		{4.96, 1, 10, 0.05},
		{2.85, 3, 39, 0.05},
		{3.10, 3, 20, 0.05},
		{4.94, 3, 20, 0.01},
	} {
		if got := fTail(c.x, c.a, c.b); math.Abs(got-c.want) > 4e-4 {
			t.Errorf("F of %v and %v above %v: %v, want %v", c.a, c.b, c.x, got, c.want)
		}
	}
}

func TestImanDavenportIfAllAgree(t *testing.T) {
	for _, c := range []struct {
		name    string
		samples [][]float64
		f, p    float64
	}{
		{"two blocks of two", [][]float64{{1, 1}, {2, 2}}, math.Inf(1), 1.0 / 2},
		{"three blocks of three", [][]float64{{1, 4, 7}, {2, 5, 8}, {3, 6, 9}}, math.Inf(1), 1.0 / 36},
		{"with a tie", [][]float64{{1, 1, 1}, {1, 1, 1}, {2, 2, 2}}, math.Inf(1), 1.0 / 9},
		{"two ties", [][]float64{{1, 1}, {1, 1}, {2, 2}, {2, 2}}, math.Inf(1), 1.0 / 6},
		{"nothing but ties", [][]float64{{1, 2}, {1, 2}}, 0, 1},
		{"no difference", [][]float64{{1, 2, 3}, {2, 3, 1}, {3, 1, 2}}, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, p, err := ImanDavenport(c.samples)
			if err != nil || f != c.f || math.Abs(p-c.p) > 1e-12 {
				t.Errorf("F = %v, p = %v, error %v; want %v, %v", f, p, err, c.f, c.p)
			}
		})
	}
}

func TestImanDavenportRefuses(t *testing.T) {
	for want, samples := range map[string][][]float64{
		"got 1 block":                  {{1}, {2}},
		"1 treatments":                 {{1, 2}},
		"treatment 2: result 1 is NaN": {{1, 2}, {math.NaN(), 1}},
	} {
		if _, _, err := ImanDavenport(samples); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	if _, err := MeanRanks(nil); err == nil {
		t.Error("mean ranks of nothing")
	}
}
