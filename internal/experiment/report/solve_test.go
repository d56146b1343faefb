package report

import (
	"context"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// In real runs, iterated local search finds shorter tours than local search alone.
func TestReportOfRealRuns(t *testing.T) {
	var points []tsp.Point
	for i := range 150 {
		points = append(points, tsp.Point{float64(i * 7919 % 997), float64(i * 104729 % 991)})
	}
	in, err := tsp.FromPoints(tsp.Euclidean, points)
	if err != nil {
		t.Fatal(err)
	}
	var records []experiment.Record
	for seed := range uint64(5) {
		for _, algorithm := range []string{"nearest", "ils"} {
			r, err := tourmaline.Solve(context.Background(), tourmaline.Tours(in), tourmaline.Config{Algorithm: algorithm, Seed: seed, Limits: tourmaline.Limits{Steps: 5}})
			if err != nil {
				t.Fatal(err)
			}
			record := failed("points", algorithm, seed)
			record.Result, record.Error = r, ""
			records = append(records, record)
		}
	}
	c := compareAll(t, records, Options{})
	if want := "ils is better than nearest on 1 of 1 instance"; c.Measure.Name != "cost" || !strings.HasPrefix(c.Verdicts[0], want) {
		t.Errorf("measure %s, verdicts %q", c.Measure.Name, c.Verdicts)
	}
	checkPage(t, "real", writtenAs(t, c)["html"])
}
