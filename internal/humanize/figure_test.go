package humanize

import (
	"math"
	"testing"
)

func TestFigure(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", -7: "-7", 123456: "123456", 1234.56: "1234.6", 12.3456: "12.35", 0.00012345: "0.0001234", 2e12: "2e+12", 1e12: "1e+12", 1000.25: "1000.2", 999.96: "1000", math.NaN(): "–", math.Inf(1): "–",
	} {
		if got := Figure(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	for v, want := range map[float64]string{0: "0.000", -1.23456: "-1.235", 2e6: "2000000", 1e6: "1000000", -1e6: "-1000000", math.NaN(): "–"} {
		if got := Fixed(v, 3); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

func TestProbability(t *testing.T) {
	for p, want := range map[float64]string{0: "< 0.001", 0.001: "0.001", 0.0312: "0.031", 0.996: "1", 0.995: "0.99", math.NaN(): "–"} {
		if got := Probability(p); got != want {
			t.Errorf("%v: %s, want %s", p, got, want)
		}
	}
}

func TestList(t *testing.T) {
	for want, names := range map[string][]string{"none": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := List(names); got != want {
			t.Errorf("%q: %s, want %s", names, got, want)
		}
	}
}
