package humanize

import "testing"

func TestAmount(t *testing.T) {
	for _, c := range []struct {
		v      float64
		unit   string
		system System
		want   string
	}{
		{1428197.34, "m", Metric, "1,428 km"},
		{12430, "m", Metric, "12.4 km"},
		{1234, "m", Metric, "1.23 km"},
		{999.7, "m", Metric, "1,000 m"},
		{85, "m", Metric, "85 m"},
		{0, "m", Metric, "0 m"},
		{1609.344, "m", Imperial, "1 mi"},
		{100, "m", Imperial, "328 ft"},
		{3323, "km", Metric, "3,323 km"},
		{3323, "km", Imperial, "2,065 mi"},
		{12.5, "mm", Metric, "12.5 mm"},
		{0.4375, "in", Imperial, "0.4375 in"},
		{45, "s", Metric, "45 s"},
		{4.5, "s", Metric, "4.50 s"},
		{59.7, "s", Metric, "1 min"},
		{750, "s", Metric, "12 min 30 s"},
		{3599.6, "s", Metric, "1 h"},
		{12300, "s", Metric, "3 h 25 min"},
		{205, "min", Metric, "3 h 25 min"},
		{-750, "s", Metric, "-12 min 30 s"},
		{259045, "", Metric, "259,045"},
		{7, "EUR", Metric, "7 EUR"},
	} {
		if got := Amount(c.v, c.unit, c.system); got != c.want {
			t.Errorf("Amount(%v, %q, %v) = %q, want %q", c.v, c.unit, c.system, got, c.want)
		}
	}
}

func TestUnitsListsEveryUnit(t *testing.T) {
	if len(Units()) != len(units) {
		t.Errorf("%d names for %d units", len(Units()), len(units))
	}
	for _, name := range Units() {
		_, length := Metres(name)
		_, time := Seconds(name)
		if length == time {
			t.Errorf("%s is a length: %v, a time: %v, want one of them", name, length, time)
		}
	}
}
