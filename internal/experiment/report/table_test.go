package report

import (
	"math"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// The table has a gap column if some gaps are known and a different measure is compared.
func TestTableHasGapsWhereTheyAreKnown(t *testing.T) {
	known := field(1, 2, 2)
	unknown := []experiment.Record{ended("new.tsp", "a", 1, 5, math.NaN()), ended("new.tsp", "b", 1, 6, math.NaN())}
	for name, c := range map[string]struct {
		records []experiment.Record
		measure string
		want    bool
	}{
		"by gap":  {known, "", false},
		"by cost": {known, "cost", true},
		"mixed":   {append(unknown, known...), "", true},
		"unknown": {unknown, "", false},
	} {
		text := writtenAs(t, compareAll(t, c.records, Options{Measure: c.measure}))["txt"]
		if got := strings.Contains(text, " gap % "); got != c.want {
			t.Errorf("%s: a column of gaps is %v, want %v\n%s", name, got, c.want, text)
		}
	}
}

func TestLinesOfTablesEndTogether(t *testing.T) {
	text := writtenAs(t, compareAll(t, field(2, 3, 4), Options{}))["txt"]
	lines := strings.Split(text, "\n")[2:9]
	column := strings.Index(lines[0], "verdict")
	for _, line := range lines[1:] {
		if rest := []rune(line)[column:]; !strings.HasPrefix(string(rest), "reference") && !strings.HasPrefix(string(rest), "no difference") && !strings.HasPrefix(string(rest), "worse") {
			t.Errorf("the verdict is not below its head:\n%s\n%s", lines[0], line)
		}
	}
}

func TestNumbersForPeople(t *testing.T) {
	for want, v := range map[string]float64{"12345.7": 12345.67, "1.235": 1.23456, "42": 42, "-7": -7, "–": math.NaN(), "1e+13": 1e13} {
		if humanize.Figure(v) != want {
			t.Errorf("%v is %s, want %s", v, humanize.Figure(v), want)
		}
	}
	for want, p := range map[string]float64{"p = 0.0079": 2.0 / 252, "p < 0.001": 1e-9, "p = 1": 1, "p = 0.05": 0.05} {
		if equation(p) != want {
			t.Errorf("%v is %s, want %s", p, equation(p), want)
		}
	}
}
