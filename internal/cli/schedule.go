package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/daytime"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A schedule states when a vehicle departs and how it moves. The zero value states nothing.
type schedule struct {
	depart  string  // time of day, such as 08:00
	speed   float64 // in kilometres or miles per hour; 0 if the distances are times
	minutes float64 // at each stop
	factor  float64 // length of roads as a multiple of straight lines; 0 if unknown
	system  humanize.System
}

func (s *schedule) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&s.depart, "depart", "", "`time` of day at which the route starts, such as 08:00: adds times of arrival to every output")
	f.Float64Var(&s.speed, "speed", 0, "average speed in km/h, or in mph with --miles, if the distances are lengths")
	f.Float64Var(&s.minutes, "minutes-per-stop", 0, "minutes spent at each stop")
	f.Float64Var(&s.factor, "road-factor", 0, "how much longer roads are than straight lines, such as 1.3: estimates the length by road")
}

// clock parses a time of day.
func clock(text string) (time.Duration, error) {
	at, err := daytime.Parse(text)
	if err != nil {
		return 0, fmt.Errorf("--depart %s: expected a time of day such as 08:00", text)
	}
	return at, nil
}

// check rejects values that no instance can have.
func (s schedule) check() error {
	switch {
	case !(s.speed >= 0 && s.speed <= 1000):
		return fmt.Errorf("--speed %g: expected a speed of up to 1000 %s", s.speed, s.perHour())
	case !(s.minutes >= 0 && s.minutes <= 1440):
		return fmt.Errorf("--minutes-per-stop %g: expected 0 to 1440 minutes", s.minutes)
	case s.factor != 0 && !(s.factor >= 1 && s.factor <= 10):
		return fmt.Errorf("--road-factor %g: expected 1 to 10, such as 1.3", s.factor)
	case s.depart != "":
		_, err := clock(s.depart)
		return err
	}
	return nil
}

// roadLength returns the instance with the road factor, after a check of all values.
func (s schedule) roadLength(in *tsp.Instance) (*tsp.Instance, error) {
	if err := s.check(); err != nil || s.factor == 0 {
		return in, err
	}
	if in.Metric() != tsp.Haversine {
		return nil, errors.New("--road-factor applies only to straight lines between latitudes and longitudes")
	}
	d := in.Details()
	d.Detour = s.factor
	return in.With(d)
}

// apply returns the instance with the road factor, with the pace of the schedule and with a note
// that states what the times assume.
func (s schedule) apply(in *tsp.Instance) (*tsp.Instance, error) {
	in, err := s.roadLength(in)
	switch {
	case err != nil:
		return nil, err
	case s.depart == "" && (s.speed > 0 || s.minutes > 0):
		return nil, errors.New("--speed and --minutes-per-stop give times of arrival only with --depart, as in --depart 08:00")
	case s.depart == "":
		return in, nil
	}
	d := in.Details()
	if d.Pace, err = s.pace(d.Unit); err != nil {
		return nil, err
	}
	if s.speed > 0 {
		d.Notes = append(d.Notes[:len(d.Notes):len(d.Notes)], s.assumption(in.Metric() == tsp.Haversine))
	}
	return in.With(d)
}

// pace returns the pace for distances in a unit.
func (s schedule) pace(unit string) (*tsp.Pace, error) {
	depart, err := clock(s.depart)
	if err != nil {
		return nil, err
	}
	travel, err := s.travel(unit)
	if err != nil {
		return nil, err
	}
	return &tsp.Pace{Depart: depart, Travel: travel, Stay: s.stay()}, nil
}

// stay returns the time spent at each stop.
func (s schedule) stay() time.Duration { return time.Duration(s.minutes * float64(time.Minute)) }

// travel returns the number of seconds for a unit of distance.
func (s schedule) travel(unit string) (float64, error) {
	metres, isLength := humanize.Metres(unit)
	seconds, isTime := humanize.Seconds(unit)
	switch {
	case isTime && s.speed > 0:
		return 0, errors.New("--speed does not apply: the distances are times already")
	case isTime:
		return seconds, nil
	case !isLength:
		return 0, errors.New("--depart needs a unit for the distances: add --unit min, or --unit km and --speed")
	case s.speed == 0:
		return 0, fmt.Errorf("--depart needs --speed, in %s, because the distances are lengths", s.perHour())
	}
	return metres * max(s.factor, 1) * 3600 / (s.speed * s.system.Long()), nil
}

// assumption states what the times of arrival assume.
func (s schedule) assumption(straight bool) string {
	text := fmt.Sprintf("times of arrival assume %g %s", s.speed, s.perHour())
	switch {
	case s.factor > 0:
		text += fmt.Sprintf(" on roads %g times as long as straight lines", s.factor)
	case straight:
		text += " in straight lines; --road-factor 1.3 allows for roads"
	}
	return text
}

// perHour returns the unit of speeds.
func (s schedule) perHour() string {
	if s.system == humanize.Imperial {
		return "mph"
	}
	return "km/h"
}

// timed returns the instance with the times that the flags describe.
func (v *solve) timed(in *tsp.Instance) (*tsp.Instance, error) {
	s := v.timing
	s.system = v.system()
	before := len(in.Details().Notes)
	in, err := s.apply(in)
	if err != nil {
		return nil, withCode(exitUsage, err)
	}
	for _, note := range in.Details().Notes[before:] {
		v.note("note: %s\n", note)
	}
	return in, nil
}
