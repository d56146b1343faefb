package fleet

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// An Unserved stop is in no route of a plan.
type Unserved struct {
	City   int32
	Name   string
	Reason string
}

// Unserved returns the stops that a plan does not serve, and why.
func (j *Job) Unserved(p vrp.Plan, trips []Trip) (all []Unserved) {
	for _, r := range j.Problem.Reasons(p) {
		city := j.Problem.Stops[r.Stop].Place
		all = append(all, Unserved{city, j.Places.NameOf(city), j.Because(r, trips)})
	}
	return all
}

// Because explains why a stop is not served by the routes of a plan.
func (j *Job) Because(r vrp.Reason, trips []Trip) string {
	stop := &j.Problem.Stops[r.Stop]
	detour := func() string { return j.Price(j.Problem.CostOf(r.Detour)) }
	switch {
	case len(r.Faults) == 0 && stop.Optional:
		return fmt.Sprintf("a detour of %s for a prize of %s", detour(), j.Price(j.Problem.CostOf(stop.Prize)))
	case len(r.Faults) == 0:
		return fmt.Sprintf("it fits with a detour of %s: solve again with more time", detour())
	}
	text := j.faults(r)
	switch {
	case r.Alone:
		return "even on a route of its own: " + text
	case r.Route >= 0 && r.Route < len(trips):
		return trips[r.Route].Vehicle + ": " + text
	}
	return text
}

// faults lists the limits that an insertion breaks.
func (j *Job) faults(r vrp.Reason) string {
	var faults []string
	for _, f := range r.Faults {
		if r.Alone && f.Limit == vrp.Vehicles {
			continue
		}
		faults = append(faults, j.fault(f))
	}
	return strings.Join(slices.Compact(faults), "; ")
}

// Price formats a cost.
func (j *Job) Price(v float64) string {
	if j.Priced {
		return humanize.Cost(math.Round(v*100) / 100)
	}
	return humanize.Amount(v, j.Places.Details().Unit, humanize.Metric)
}

// fault describes a limit that a route breaks.
func (j *Job) fault(f vrp.Fault) string {
	switch f.Limit {
	case vrp.Capacity:
		l := j.Loads[f.Dimension]
		return fmt.Sprintf("no room for %s more (%s)", humanize.Exact(float64(f.Excess)/l.Scale), l.Title)
	case vrp.Late:
		return late(j, f)
	case vrp.Duration:
		return "the route would be " + humanize.Duration(float64(f.Excess)) + " too long"
	case vrp.Distance:
		return "the route would be " + humanize.Amount(j.length(f.Excess), j.Places.Details().Unit, humanize.Metric) + " too far"
	case vrp.Count:
		return fmt.Sprintf("the route would have %s too many", humanize.Count(int(f.Excess), "stop"))
	case vrp.Skills:
		return "the vehicle lacks the skills"
	case vrp.Vehicles:
		return "all vehicles are in use"
	}
	return f.Error()
}

// late describes a late arrival.
func late(j *Job, f vrp.Fault) string {
	by := humanize.Duration(float64(f.Excess)) + " too late"
	if c, ok := j.Places.City(f.At); ok && f.At != 0 {
		return "the vehicle would reach " + j.Places.NameOf(c) + " " + by
	}
	return "the vehicle would be back " + by
}

// length converts a distance of the problem to the unit of the places.
func (j *Job) length(units int64) float64 {
	if metres, ok := humanize.Metres(j.Places.Details().Unit); ok && j.Priced {
		return float64(units) / metres
	}
	return float64(units) / j.Places.Scale()
}
