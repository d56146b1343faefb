package cli

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A schedule states when a vehicle departs and how it moves, in units of a system. The zero value
// states nothing.
type schedule struct {
	job.Schedule
	system humanize.System
}

func (s *schedule) flags(c *cobra.Command) {
	addFlags(c, &s.Schedule)
	c.Flags().Lookup("speed").Usage = "average speed in km/h, or in mph with --miles, if the distances are lengths"
}

// metric returns the schedule with its speed in kilometres per hour.
func (s schedule) metric() job.Schedule {
	s.Speed *= s.system.Long() / humanize.Metric.Long()
	return s.Schedule
}

// apply returns the instance with the road factor, with the pace of the schedule and with a note
// that states what the times assume.
func (s schedule) apply(in *tsp.Instance) (*tsp.Instance, error) {
	in, err := s.OnRoads(in)
	switch {
	case err != nil:
		return nil, err
	case s.Depart == "" && (s.Speed > 0 || s.MinutesPerStop > 0):
		return nil, errors.New("--speed and --minutes-per-stop give times of arrival only with --depart, as in --depart 08:00")
	case s.Depart == "":
		return in, nil
	}
	d := in.Details()
	if d.Pace, err = s.pace(d.Unit); err != nil {
		return nil, err
	}
	if s.Speed > 0 {
		d.Notes = append(d.Notes[:len(d.Notes):len(d.Notes)], s.Assumption(in.Metric() == tsp.Haversine, s.system))
	}
	return in.With(d)
}

// pace returns the pace for distances in a unit.
func (s schedule) pace(unit string) (*tsp.Pace, error) {
	depart, err := s.Clock()
	if err != nil {
		return nil, err
	}
	travel, err := s.Travel(unit, s.system)
	if err != nil {
		return nil, err
	}
	return &tsp.Pace{Depart: depart, Travel: travel, Stay: s.Stay()}, nil
}

// timed returns the instance with the times that the flags describe.
func (v *solve) timed(in *tsp.Instance) (*tsp.Instance, error) {
	s := v.timing
	s.system = v.system()
	before := len(in.Details().Notes)
	in, err := s.apply(in)
	if err != nil {
		return nil, flagError(err)
	}
	for _, note := range in.Details().Notes[before:] {
		v.note("note: %s\n", note)
	}
	return in, nil
}
