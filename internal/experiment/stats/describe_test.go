package stats

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		want   Summary
	}{
		// Wikipedia, "Standard deviation", 2024: the standard deviation is 2 with N, so √(32/7)
		// with N-1.
		{"eight marks", []float64{2, 4, 4, 4, 5, 5, 7, 9}, Summary{8, 5, math.Sqrt(32.0 / 7), 2, 4, 4.5, 5.5, 9}},
		{"one", []float64{3}, Summary{1, 3, 0, 3, 3, 3, 3, 3}},
		{"unsorted", []float64{3, 1, 2}, Summary{3, 2, 1, 1, 1.5, 2, 2.5, 3}},
		{"far from 0", []float64{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}, Summary{4, 1e9 + 10, math.Sqrt(30), 1e9 + 4, 1e9 + 6.25, 1e9 + 10, 1e9 + 13.75, 1e9 + 16}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := slices.Clone(c.values)
			if got, err := Describe(c.values); err != nil || got != c.want {
				t.Errorf("%+v, error %v; want %+v", got, err, c.want)
			}
			if !slices.Equal(c.values, before) {
				t.Errorf("the values became %v", c.values)
			}
		})
	}
}

// The quartiles of 1 to n follow definition 7: 1 + (n-1)/4, and so on.
func TestQuantileOfWholeNumbers(t *testing.T) {
	for n, want := range map[int][3]float64{
		2: {1.25, 1.5, 1.75}, 3: {1.5, 2, 2.5}, 4: {1.75, 2.5, 3.25}, 5: {2, 3, 4}, 10: {3.25, 5.5, 7.75},
	} {
		var values []float64
		for i := range n {
			values = append(values, float64(i+1))
		}
		for i, share := range []float64{0.25, 0.5, 0.75} {
			if got := quantile(values, share); got != want[i] {
				t.Errorf("%v of 1 to %d: %v, want %v", share, n, got, want[i])
			}
		}
	}
}

func TestQuantilesRise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 20).Draw(t, "values")
		shares := []float64{0, rapid.Float64Range(0, 1).Draw(t, "one"), rapid.Float64Range(0, 1).Draw(t, "other"), 1}
		slices.Sort(shares)
		slices.Sort(values)
		last := slices.Min(values)
		for _, share := range shares {
			got := quantile(values, share)
			if got < last-1e-9 || got > slices.Max(values) {
				t.Fatalf("%v: %v after %v", share, got, last)
			}
			last = got
		}
		if last != slices.Max(values) {
			t.Fatalf("the last is %v", last)
		}
	})
}

func TestLocations(t *testing.T) {
	for _, c := range []struct {
		name     string
		location Location
		values   []float64
		want     float64
	}{
		{"mean", Mean, []float64{1, 2, 6}, 3},
		{"median", Median, []float64{6, 1, 2}, 2},
		{"median of four", Median, []float64{6, 1, 2, 3}, 2.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := c.location(c.values); err != nil || math.Abs(got/c.want-1) > 1e-12 {
				t.Errorf("%v, want %v; error %v", got, c.want, err)
			}
		})
	}
}

// The data are from Wikipedia, "Box plot", 2024: hourly temperatures with outliers.
func TestBoxPlot(t *testing.T) {
	box, err := BoxPlot([]float64{
		52, 57, 57, 58, 63, 66, 66, 67, 67, 68, 69, 70, 70, 70, 70, 72, 73, 75, 75, 76, 76, 78, 79, 89,
	})
	if err != nil || box.Lower != 66 || box.Median != 70 || box.Upper != 75 || box.Low != 57 || box.High != 79 {
		t.Errorf("%+v, error %v", box, err)
	}
	// The quartiles are 2 and 4, so -1 and 7 are just within the limits for outliers.
	for last, high := range map[float64]float64{7: 7, 7.001: 4} {
		box, err := BoxPlot([]float64{-1, 2, 3, 4, last})
		if err != nil || box.Low != -1 || box.High != high {
			t.Errorf("up to %v: %+v, error %v", last, box, err)
		}
	}
}

func TestDescriptionsRefuse(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	calls := map[string]func(values []float64) error{
		"Describe": func(v []float64) error { _, err := Describe(v); return err },
		"BoxPlot":  func(v []float64) error { _, err := BoxPlot(v); return err },
		"Mean":     func(v []float64) error { _, err := Mean(v); return err },
		"Median":   func(v []float64) error { _, err := Median(v); return err },
	}
	for name, call := range calls {
		for want, values := range map[string][]float64{
			"is empty": {}, "value 2 is NaN": {1, nan}, "value 1 is +Inf": {inf}, "value 3 is -Inf": {1, 2, -inf},
		} {
			if err := call(values); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q in it", name, err, want)
			}
		}
	}
}
