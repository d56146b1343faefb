package cli

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// twoPlaces returns two places that are one kilometre or one unit apart.
func twoPlaces(t *testing.T, m tsp.Metric, unit string) *tsp.Instance {
	t.Helper()
	in, err := tsp.FromPoints(m, []tsp.Point{{0, 0}, {0, 1}})
	if err == nil {
		in, err = in.With(tsp.Details{Unit: unit})
	}
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestPaces(t *testing.T) {
	for _, c := range []struct {
		s      schedule
		metric tsp.Metric
		unit   string
		travel float64
		note   string
	}{
		{schedule{Schedule: job.Schedule{Depart: "8", Speed: 36}}, tsp.Haversine, "m", 0.1, "times of arrival assume 36 km/h in straight lines; a road factor such as 1.3 allows for roads"},
		{schedule{Schedule: job.Schedule{Depart: "8", Speed: 36, RoadFactor: 1.5}}, tsp.Haversine, "m", 0.15, "times of arrival assume 36 km/h on roads 1.5 times as long as straight lines"},
		{schedule{Schedule: job.Schedule{Depart: "8", Speed: 30}, system: humanize.Imperial}, tsp.Euclidean, "mi", 120, "times of arrival assume 30 mph"},
		{schedule{Schedule: job.Schedule{Depart: "8"}}, tsp.Euclidean, "min", 60, ""},
	} {
		in, err := c.s.apply(twoPlaces(t, c.metric, c.unit))
		if err != nil {
			t.Fatal(err)
		}
		d := in.Details()
		if got := d.Pace.Travel; got < c.travel*0.999999 || got > c.travel*1.000001 || strings.Join(d.Notes, "") != c.note {
			t.Errorf("%+v: %v seconds, %q", c.s, got, d.Notes)
		}
	}
}

// Values that cannot be meant are rejected, with the flag that is missing.
func TestScheduleFaults(t *testing.T) {
	for want, c := range map[string]struct {
		s    schedule
		unit string
	}{
		"--depart, as in --depart 08:00":    {schedule{Schedule: job.Schedule{Speed: 40}}, "m"},
		"--depart needs a speed":            {schedule{Schedule: job.Schedule{Depart: "8:00"}}, "m"},
		"--depart needs a unit":             {schedule{Schedule: job.Schedule{Depart: "8:00"}}, ""},
		"--speed does not apply":            {schedule{Schedule: job.Schedule{Depart: "8:00", Speed: 40}}, "min"},
		"only to straight lines":            {schedule{Schedule: job.Schedule{RoadFactor: 1.3}}, "m"},
		"--depart soon: expected a time":    {schedule{Schedule: job.Schedule{Depart: "soon"}}, "m"},
		"--speed -1: expected a speed":      {schedule{Schedule: job.Schedule{Speed: -1}}, "m"},
		"--road-factor 0.5: expected 1":     {schedule{Schedule: job.Schedule{RoadFactor: 0.5}}, "m"},
		"--minutes-per-stop 2000: expected": {schedule{Schedule: job.Schedule{MinutesPerStop: 2000}}, "m"},
	} {
		if _, err := c.s.apply(twoPlaces(t, tsp.Euclidean, c.unit)); err == nil || !strings.Contains(inFlags(err).Error(), want) {
			t.Errorf("%+v: %v, expected %s", c.s, err, want)
		}
	}
}
