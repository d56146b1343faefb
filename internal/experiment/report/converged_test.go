package report

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
)

// falling returns a result whose cost falls to the given costs, one per second.
func falling(best *float64, costs ...float64) *tourmaline.Result {
	r := &tourmaline.Result{BestKnown: best, Cost: costs[len(costs)-1], Seconds: float64(len(costs)) + 1}
	for i, c := range costs {
		r.Trace = append(r.Trace, tourmaline.TracePoint{Seconds: float64(i + 1), Step: i, Cost: c})
	}
	return r
}

func TestConvergedShowsGapsWhereTheBestIsKnown(t *testing.T) {
	best := 100.0
	chart, err := Converged("pr", []Runs{{"one", []*tourmaline.Result{falling(&best, 900, 150, 101, 100)}}})
	if err != nil {
		t.Fatal(err)
	}
	s := chart.Series[0]
	if !slices.Equal(s.X, []float64{2, 3, 4, 5}) || !slices.EqualFunc(s.Y, []float64{50, 1, 0, 0}, near) || s.Low != nil {
		t.Errorf("the gap is %v at %v", s.Y, s.X)
	}
	if chart.FloorLabel != "0 %" || !(chart.Floor > 0 && chart.Floor < 1) || chart.Title != "pr" || chart.Patterned {
		t.Errorf("floor %v, %q; %q", chart.Floor, chart.FloorLabel, chart.Title)
	}
}

func TestConvergedShowsCostsOtherwise(t *testing.T) {
	best, zero := 100.0, 0.0
	for _, unknown := range []*float64{nil, &zero} {
		chart, err := Converged("pr", []Runs{
			{"known", []*tourmaline.Result{falling(&best, 900, 105, 101)}},
			{"unknown", []*tourmaline.Result{falling(unknown, 500, 120, 110)}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if chart.Floor != 0 || chart.YUnit != "" || !chart.Patterned || !slices.Equal(chart.Series[0].Y, []float64{105, 101, 101}) || !slices.Equal(chart.Series[1].Y, []float64{120, 110, 110}) {
			t.Errorf("%+v", chart)
		}
	}
}

func TestConvergedBandsOfSeveralRuns(t *testing.T) {
	best := 100.0
	runs := []*tourmaline.Result{falling(&best, 120, 110, 101), falling(&best, 130, 110, 103), falling(&best, 140, 110, 105)}
	chart, err := Converged("pr", []Runs{{"three", runs}})
	if err != nil {
		t.Fatal(err)
	}
	s := chart.Series[0]
	last := len(s.Y) - 1
	if !near(s.Y[0], 30) || !near(s.Y[last], 3) || !near(s.Low[last], 2) || !near(s.High[last], 4) || len(s.Low) != len(s.X) {
		t.Errorf("from %v to %v, the band ends from %v to %v", s.Y[0], s.Y[last], s.Low[last], s.High[last])
	}
}
