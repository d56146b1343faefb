package fleet

import (
	"cmp"
	"fmt"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// A Trip is the route of a vehicle.
type Trip struct {
	Vehicle  string
	Type     int32
	Instance *tsp.Instance // the places of the route in their order, with the times at them
	Cities   []int32       // the places of the route in the Job
	Loads    [][]int64     // load on leaving each place, in each dimension
	Visits   []vrp.Visit
	First    int           // number of depots before the first stop
	Distance float64       // in the unit of Places
	Duration time.Duration // 0 if times are not known
}

// Order returns the tour of Instance.
func (t *Trip) Order() tsp.Tour { return tsp.Identity(len(t.Cities)) }

// Stops returns the number of stops, without the depots.
func (t *Trip) Stops() int { return len(t.Visits) }

// Number returns the number, from 1, of the k-th place of the route among its stops, or 0 if the
// place is a depot.
func (t *Trip) Number(k int) int {
	if k -= t.First; k >= 0 && k < t.Stops() {
		return k + 1
	}
	return 0
}

// Most returns the largest load in dimension d.
func (t *Trip) Most(d int) (most int64) {
	for _, load := range t.Loads {
		most = max(most, load[d])
	}
	return most
}

// Trips returns the routes of a plan.
func (j *Job) Trips(p vrp.Plan) ([]Trip, error) {
	visits := j.Problem.Timetable(p)
	used := make([]int, len(j.Problem.Fleet))
	var all []Trip
	for kind, stops := range p.Routes() {
		own := visits[:len(stops)]
		visits = visits[len(stops):]
		if len(stops) == 0 {
			continue
		}
		used[kind]++
		t := Trip{Vehicle: j.vehicle(kind, used[kind]), Type: kind, Visits: own}
		if err := j.fill(&t); err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// vehicle returns the name of the k-th vehicle of a type.
func (j *Job) vehicle(kind int32, k int) string {
	v := &j.Problem.Fleet[kind]
	if v.Count == 1 && v.Name != "" {
		return v.Name
	}
	return fmt.Sprint(cmp.Or(v.Name, "vehicle"), " ", k)
}

// fill completes the trip from its visits.
func (j *Job) fill(t *Trip) error {
	v := &j.Problem.Fleet[t.Type]
	start, end := j.place(v.Start), j.place(v.End)
	round := start >= 0 && start == end
	j.walk(t, start, end, round)
	var times []tsp.Visit
	if j.Timed {
		times = j.times(t, start, end)
		t.Duration = times[len(times)-1].Leave - times[0].Arrive
	}
	var err error
	if t.Instance, err = j.pick(t, round, times); err == nil {
		t.Distance = t.Instance.Cost(t.Order())
	}
	return err
}

// walk sets the places of a trip and the loads on leaving them.
func (j *Job) walk(t *Trip, start, end int32, round bool) {
	if start >= 0 {
		t.Cities = append(t.Cities, start)
		t.Loads = append(t.Loads, j.before(t))
		t.First = 1
	}
	for _, visit := range t.Visits {
		t.Cities = append(t.Cities, j.Problem.Stops[visit.Stop].Place)
		t.Loads = append(t.Loads, visit.Load)
	}
	if end >= 0 {
		t.Loads = append(t.Loads, t.Loads[len(t.Loads)-1])
	}
	if end >= 0 && !round {
		t.Cities = append(t.Cities, end)
	}
}

// place returns the place of a depot, or -1.
func (j *Job) place(depot int32) int32 {
	if depot < 0 {
		return -1
	}
	return j.Problem.Depots[depot].Place
}

// before returns the load on leaving the depot.
func (j *Job) before(t *Trip) []int64 {
	load := make([]int64, len(j.Loads))
	for _, visit := range t.Visits {
		for d, v := range j.Problem.Stops[visit.Stop].Deliver {
			load[d] += int64(v)
		}
	}
	return load
}

// times returns the times at the places of a trip and at its end.
func (j *Job) times(t *Trip, start, end int32) (all []tsp.Visit) {
	at := func(seconds int64) time.Duration { return time.Duration(seconds) * time.Second }
	first, last := t.Visits[0], t.Visits[len(t.Visits)-1]
	stop := func(v vrp.Visit) int32 { return j.Problem.Stops[v.Stop].Place }
	if start >= 0 {
		leave := at(first.Arrive - j.Problem.Duration.Dist(start, stop(first)))
		all = append(all, tsp.Visit{Arrive: leave, Leave: leave})
	}
	for _, v := range t.Visits {
		all = append(all, tsp.Visit{Arrive: at(v.Arrive), Leave: at(v.Leave)})
	}
	if end >= 0 {
		back := at(last.Leave + j.Problem.Duration.Dist(stop(last), end))
		all = append(all, tsp.Visit{Arrive: back, Leave: back})
	}
	return all
}

// pick returns the places of a trip with their details.
func (j *Job) pick(t *Trip, round bool, times []tsp.Visit) (*tsp.Instance, error) {
	d := j.details(t.Cities)
	d.Name += " " + t.Vehicle
	if times != nil {
		d.Pace = &tsp.Pace{Times: times}
	}
	in, err := j.Places.Pick(t.Cities).With(d)
	switch {
	case err != nil:
		return nil, err
	case round:
		return in.StartAt(0)
	case len(t.Cities) == 1:
		return in.Path(0, 0)
	}
	return in.Path(0, int32(len(t.Cities)-1))
}

// Pick returns an instance of some places with their details.
func (j *Job) Pick(cities []int32) *tsp.Instance {
	in := j.Places.Pick(cities)
	if detailed, err := in.With(j.details(cities)); err == nil {
		return detailed
	}
	return in
}

// details returns the details of some places.
func (j *Job) details(cities []int32) tsp.Details {
	all := j.Places.Details()
	d := tsp.Details{
		Name: all.Name, Unit: all.Unit, Detour: all.Detour, IDs: make([]int64, len(cities)),
		Codes: picked(all.Codes, cities, 1), Labels: picked(all.Labels, cities, 1), Display: picked(all.Display, cities, 2),
	}
	for i, c := range cities {
		d.IDs[i] = j.Places.ID(c)
	}
	if j.Places.Dims() == 0 {
		d.Locations = picked(places.Locations(j.Places), cities, 2)
	}
	if all.Columns != nil {
		d.Columns = rows{all.Columns, cities}
	}
	return d
}

// picked returns the values of some cities, each of which has a number of values.
func picked[T any](values []T, cities []int32, each int) []T {
	if values == nil {
		return nil
	}
	out := make([]T, 0, each*len(cities))
	for _, c := range cities {
		out = append(out, values[int(c)*each:(int(c)+1)*each]...)
	}
	return out
}

// rows are some rows of a table.
type rows struct {
	tsp.Columns
	cities []int32
}

func (r rows) Len() int { return len(r.cities) }

func (r rows) Text(city int32, column int) string { return r.Columns.Text(r.cities[city], column) }
