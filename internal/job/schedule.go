package job

import (
	"fmt"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/daytime"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Schedule states when vehicles depart and how they move. The zero value states nothing. Jobs
// need it for several vehicles only: the times of a tour do not change the search.
type Schedule struct {
	Depart         string  `json:"depart,omitempty" value:"time" usage:"time of day at which the route starts, such as 08:00: adds times of arrival to every output"`
	Speed          float64 `json:"speed,omitempty" usage:"average speed in km/h, if the distances are lengths"`
	MinutesPerStop float64 `json:"minutes_per_stop,omitempty" usage:"minutes spent at each stop"`
	RoadFactor     float64 `json:"road_factor,omitempty" usage:"how much longer roads are than straight lines, such as 1.3: estimates the length by road"`
}

// validate rejects values that no instance can have.
func (s Schedule) validate() error {
	switch {
	case !(s.Speed >= 0 && s.Speed <= 1000):
		return fault(BadField, "schedule.speed", " %g: expected a speed of up to 1000", s.Speed)
	case !(s.MinutesPerStop >= 0 && s.MinutesPerStop <= 1440):
		return fault(BadField, "schedule.minutes_per_stop", " %g: expected 0 to 1440 minutes", s.MinutesPerStop)
	case s.RoadFactor != 0 && !(s.RoadFactor >= 1 && s.RoadFactor <= 10):
		return fault(BadField, "schedule.road_factor", " %g: expected 1 to 10, such as 1.3", s.RoadFactor)
	case s.Depart != "":
		_, err := s.Clock()
		return err
	}
	return nil
}

// Clock returns the time of departure.
func (s Schedule) Clock() (time.Duration, error) {
	at, err := daytime.Parse(s.Depart)
	if err != nil {
		return 0, fault(BadField, "schedule.depart", " %s: expected a time of day such as 08:00", s.Depart)
	}
	return at, nil
}

// Stay returns the time spent at each stop.
func (s Schedule) Stay() time.Duration {
	return time.Duration(s.MinutesPerStop * float64(time.Minute))
}

// OnRoads returns the instance with the road factor, after a check of all values.
func (s Schedule) OnRoads(in *tsp.Instance) (*tsp.Instance, error) {
	if err := s.validate(); err != nil || s.RoadFactor == 0 {
		return in, err
	}
	if in.Metric() != tsp.Haversine {
		return nil, fault(BadField, "schedule.road_factor", " applies only to straight lines between latitudes and longitudes")
	}
	d := in.Details()
	d.Detour = s.RoadFactor
	return in.With(d)
}

// Travel returns the number of seconds for a unit of distance, with a speed in a system.
func (s Schedule) Travel(unit string, system humanize.System) (float64, error) {
	metres, isLength := humanize.Metres(unit)
	seconds, isTime := humanize.Seconds(unit)
	switch {
	case isTime && s.Speed > 0:
		return 0, fault(BadField, "schedule.speed", " does not apply: the distances are times already")
	case isTime:
		return seconds, nil
	case !isLength:
		return 0, fault(BadField, "schedule.depart", " needs a unit for the distances: add the unit min, or the unit km and a speed")
	case s.Speed == 0:
		return 0, fault(BadField, "schedule.depart", " needs a speed, in %s, because the distances are lengths", PerHour(system))
	}
	return metres * max(s.RoadFactor, 1) * 3600 / (s.Speed * system.Long()), nil
}

// Assumption states what the times of arrival assume.
func (s Schedule) Assumption(straight bool, system humanize.System) string {
	text := fmt.Sprintf("times of arrival assume %g %s", s.Speed, PerHour(system))
	switch {
	case s.RoadFactor > 0:
		text += fmt.Sprintf(" on roads %g times as long as straight lines", s.RoadFactor)
	case straight:
		text += " in straight lines; a road factor such as 1.3 allows for roads"
	}
	return text
}

// PerHour returns the unit of speeds in a system.
func PerHour(system humanize.System) string {
	if system == humanize.Imperial {
		return "mph"
	}
	return "km/h"
}
