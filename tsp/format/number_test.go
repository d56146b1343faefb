package format

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// parseFloat returns the same bits as the standard library.
func TestParseFloatIsStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(
			rapid.StringMatching(`[+-]?[0-9]{1,25}(\.[0-9]{0,25})?([eE][+-]?[0-9]{1,3})?`),
			rapid.StringMatching(`[+-]?\.[0-9]{1,20}`),
			rapid.Map(rapid.Float64(), func(v float64) string { return string(appendNumber(nil, v)) }),
		).Draw(t, "s")
		want, _ := strconv.ParseFloat(s, 64)
		got, n := parseFloat([]byte(s + " 1"))
		if n != len(s) || math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%q: %v after %d bytes, expected %v", s, got, n, want)
		}
	})
}

func TestParseFloatRefuses(t *testing.T) {
	for _, s := range []string{".", "-", "+.", "e5", "1e", "1e+", "x1", " 1", "-e1", "nan", "inf", "0x10"} {
		if v, n := parseFloat([]byte(s)); n == len(s) {
			t.Errorf("%q became %v", s, v)
		}
	}
}

func TestParseWhole(t *testing.T) {
	for s, want := range map[string]int64{
		"0": 0, "7": 7, "-1": -1, "+3": 3, "3.0": 3, "3.000": 3, "1e3": 1000, "1.5e1": 15, "007": 7,
		"999999999999999999": 999999999999999999, "0e999999": 0,
		"9223372036854775807": 1<<63 - 1, "-9223372036854775807": -1<<63 + 1,
		"1e18": 1e18, "9.1e18": 9.1e18,
	} {
		if got, n := parseWhole([]byte(s)); got != want || n != len(s) {
			t.Errorf("%q: %d after %d bytes", s, got, n)
		}
	}
	for _, s := range []string{"1.5", "1e19", "9999999999999999999", "9223372036854775808", "92233720368547758070", "9.3e18", "", "1e-1"} {
		if got, n := parseWhole([]byte(s)); n != 0 {
			t.Errorf("%q became %d", s, got)
		}
	}
}

// Reading a written number yields the same bits, including minus zero.
func TestAppendNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		got, _ := parseFloat(appendNumber(nil, v))
		if math.Float64bits(got) != math.Float64bits(v) {
			t.Fatalf("%v was written as %s", v, appendNumber(nil, v))
		}
	})
	for v, want := range map[float64]string{0: "0", 1e6: "1000000", 0.25: "0.25", 1e-7: "1e-07", 123456.5: "123456.5"} {
		if got := string(appendNumber(nil, v)); got != want {
			t.Errorf("%v was written as %s", v, got)
		}
	}
	if got := string(appendNumber(nil, math.Copysign(0, -1))); got != "-0" {
		t.Errorf("minus zero was written as %s", got)
	}
}
