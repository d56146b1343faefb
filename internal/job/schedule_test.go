package job

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

func TestClock(t *testing.T) {
	for text, want := range map[string]time.Duration{"08:00": 8 * time.Hour, "8:05": 8*time.Hour + 5*time.Minute, "17": 17 * time.Hour, "3:15pm": 15*time.Hour + 15*time.Minute, "7 AM": 7 * time.Hour, "00:00": 0} {
		if got, err := (Schedule{Depart: text}).Clock(); err != nil || got != want {
			t.Errorf("%s is %v, %v, expected %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "25:00", "soon", "8:61"} {
		if got, err := (Schedule{Depart: text}).Clock(); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// A unit of distance takes as long as the unit or, for lengths, the speed says.
func TestTravel(t *testing.T) {
	for _, c := range []struct {
		s       Schedule
		unit    string
		system  humanize.System
		seconds float64
	}{
		{Schedule{}, "min", humanize.Metric, 60},
		{Schedule{}, "h", humanize.Imperial, 3600},
		{Schedule{Speed: 60}, "km", humanize.Metric, 60},
		{Schedule{Speed: 60, RoadFactor: 1.5}, "km", humanize.Metric, 90},
		{Schedule{Speed: 36}, "m", humanize.Metric, 0.1},
		{Schedule{Speed: 60}, "mi", humanize.Imperial, 60},
		{Schedule{Speed: 60}, "km", humanize.Imperial, 60 / 1.609344},
	} {
		got, err := c.s.Travel(c.unit, c.system)
		if err != nil || math.Abs(got-c.seconds) > 1e-9*c.seconds {
			t.Errorf("%+v in %s: %v s, %v, expected %v", c.s, c.unit, got, err, c.seconds)
		}
	}
	for _, c := range []struct {
		s           Schedule
		unit        string
		system      humanize.System
		field, want string
	}{
		{Schedule{Speed: 50}, "min", humanize.Metric, "schedule.speed", "are times already"},
		{Schedule{Speed: 50}, "", humanize.Metric, "schedule.depart", "needs a unit"},
		{Schedule{}, "km", humanize.Metric, "schedule.depart", "needs a speed, in km/h"},
		{Schedule{}, "mi", humanize.Imperial, "schedule.depart", "needs a speed, in mph"},
	} {
		_, err := c.s.Travel(c.unit, c.system)
		failed(t, c.want, err, BadField, c.field)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v in %q: %v, expected %q", c.s, c.unit, err, c.want)
		}
	}
}

func TestAssumption(t *testing.T) {
	for _, c := range []struct {
		s        Schedule
		straight bool
		system   humanize.System
		want     string
	}{
		{Schedule{Speed: 40}, false, humanize.Metric, "times of arrival assume 40 km/h"},
		{Schedule{Speed: 25}, true, humanize.Imperial, "times of arrival assume 25 mph in straight lines; a road factor such as 1.3 allows for roads"},
		{Schedule{Speed: 40, RoadFactor: 1.3}, true, humanize.Metric, "times of arrival assume 40 km/h on roads 1.3 times as long as straight lines"},
	} {
		if got := c.s.Assumption(c.straight, c.system); got != c.want {
			t.Errorf("%+v: %q, expected %q", c.s, got, c.want)
		}
	}
}

// The values at both ends of a range are valid, and the next ones are not.
func TestScheduleRanges(t *testing.T) {
	for _, s := range []Schedule{
		{}, {Speed: 1000}, {MinutesPerStop: 1440}, {RoadFactor: 1}, {RoadFactor: 10}, {Depart: "23:59"},
	} {
		if err := s.validate(); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
	}
	for field, all := range map[string][]Schedule{
		"schedule.speed":            {{Speed: -0.1}, {Speed: 1000.1}, {Speed: math.NaN()}},
		"schedule.minutes_per_stop": {{MinutesPerStop: -0.1}, {MinutesPerStop: 1440.1}, {MinutesPerStop: math.NaN()}},
		"schedule.road_factor":      {{RoadFactor: 0.99}, {RoadFactor: 10.1}, {RoadFactor: -1}, {RoadFactor: math.NaN()}},
		"schedule.depart":           {{Depart: "late"}},
	} {
		for _, s := range all {
			failed(t, field, s.validate(), BadField, field)
		}
	}
	if got := (Schedule{MinutesPerStop: 2.5}).Stay(); got != 150*time.Second {
		t.Errorf("2.5 minutes are %v", got)
	}
}
