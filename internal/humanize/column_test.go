package humanize

import (
	"slices"
	"testing"
)

func TestColumn(t *testing.T) {
	for _, c := range []struct {
		name   string
		unit   string
		system System
		values []float64 // the last value is the largest
		head   string
		want   []string
	}{
		{"a country", "m", Metric, []float64{0, 290123, 1428197.34}, "km", []string{"0.0", "290.1", "1,428.2"}},
		{"a town", "m", Metric, []float64{0, 431, 12430}, "km", []string{"0.00", "0.43", "12.43"}},
		{"a field", "m", Metric, []float64{0, 12.5, 999}, "m", []string{"0.0", "12.5", "999.0"}},
		{"miles", "m", Imperial, []float64{0, 1609.344, 16093.44}, "mi", []string{"0.00", "1.00", "10.00"}},
		{"feet", "m", Imperial, []float64{30.48, 100}, "ft", []string{"100.0", "328.1"}},
		{"miles of km", "km", Imperial, []float64{3323}, "mi", []string{"2,064.8"}},
		{"a board", "mm", Imperial, []float64{0, 2.54, 12.5}, "mm", []string{"0.00", "2.54", "12.50"}},
		{"inches", "in", Metric, []float64{0.125, 1}, "in", []string{"0.125", "1.000"}},
		{"a day", "s", Metric, []float64{0, 290, 3840, 12300}, "", []string{"0 min", "5 min", "1 h 04 min", "3 h 25 min"}},
		{"minutes of hours", "h", Metric, []float64{0.25, 36}, "", []string{"15 min", "36 h 00 min"}},
		{"a lunch break", "s", Metric, []float64{9, 125, 750}, "", []string{"9 s", "2 min 05 s", "12 min 30 s"}},
		{"nearly an hour", "s", Metric, []float64{59, 3599.7}, "", []string{"1 min", "1 h 00 min"}},
		{"a machine", "ms", Metric, []float64{0, 250, 4500}, "", []string{"0.00 s", "0.25 s", "4.50 s"}},
		{"whole numbers", "", Metric, []float64{0, 7, 259045}, "", []string{"0", "7", "259,045"}},
		{"decimals", "", Metric, []float64{10, 14.14213562, 34.14213562}, "", []string{"10.0000", "14.1421", "34.1421"}},
		{"large with decimals", "", Metric, []float64{0.5, 1428197.25}, "", []string{"0.50", "1,428,197.25"}},
		{"small", "", Metric, []float64{0, 0.000125}, "", []string{"0.000000", "0.000125"}},
		{"money", "EUR", Metric, []float64{0, 1.5}, "EUR", []string{"0.0", "1.5"}},
		{"gains", "s", Metric, []float64{-90, 70}, "", []string{"-1 min 30 s", "1 min 10 s"}},
	} {
		col := NewColumn(c.values[len(c.values)-1], c.unit, c.system, c.values)
		var got []string
		for _, v := range c.values {
			got = append(got, col.Text(v))
		}
		if col.Unit != c.head || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q under %q, want %q under %q", c.name, got, col.Unit, c.want, c.head)
		}
	}
}
