package humanize

import "testing"

func TestThousands(t *testing.T) {
	tests := []struct {
		v        float64
		decimals int
		want     string
	}{
		{0, 0, "0"}, {999, 0, "999"}, {1000, 0, "1,000"}, {1234567, 0, "1,234,567"},
		{-1234.5, 1, "-1,234.5"}, {-100, 0, "-100"}, {0.125, 2, "0.12"}, {1e12, 0, "1e12"}, {-1e12, 0, "-1e12"}, {999_999_999_999, 0, "999,999,999,999"},
	}
	for _, tt := range tests {
		if got := Thousands(tt.v, tt.decimals); got != tt.want {
			t.Errorf("Thousands(%v, %d) = %s, want %s", tt.v, tt.decimals, got, tt.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 7542: "7,542", 0.001: "0.001", 2.5: "2.5", 1e-9: "1e-09", 1e-6: "0.000001", -1e-9: "-1e-09", 1e12: "1e12", 1.0 / 3: "0.333333"} {
		if got := Number(v); got != want {
			t.Errorf("Number(%v) = %s, want %s", v, got, want)
		}
	}
}

func TestCost(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 7542: "7,542", -7542: "-7,542", 0.0012345678: "0.00123457", 0.01: "0.01", 0.0123456789: "0.012346", -0.0012345678: "-0.00123457", 1.23456789: "1.234568"} {
		if got := Cost(v); got != want {
			t.Errorf("Cost(%v) = %s, want %s", v, got, want)
		}
	}
}

func TestTypesetReplacesTheSignOnly(t *testing.T) {
	for text, want := range map[string]string{"-60 m": "−60 m", "1e-09": "1e-09", "-1e-09": "−1e-09", "7": "7"} {
		if got := Typeset(text); got != want {
			t.Errorf("Typeset(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestExact(t *testing.T) {
	for v, want := range map[float64]string{1234567890: "1,234,567,890", 0.1: "0.1", 1.0 / 3: "0.333333333", -2: "-2"} {
		if got := Exact(v); got != want {
			t.Errorf("Exact(%v) = %s, want %s", v, got, want)
		}
	}
}
