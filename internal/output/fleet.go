package output

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// A Plan holds the routes of several vehicles for the stops of a table.
type Plan struct {
	Job      *fleet.Job
	Trips    []fleet.Trip
	Unserved []fleet.Unserved
}

// NewPlan returns the routes of a plan.
func NewPlan(j *fleet.Job, p vrp.Plan) (*Plan, error) {
	trips, err := j.Trips(p)
	if err != nil {
		return nil, err
	}
	return &Plan{j, trips, j.Unserved(p, trips)}, nil
}

// Stops returns the number of stops that are served.
func (p *Plan) Stops() (n int) {
	for i := range p.Trips {
		n += p.Trips[i].Stops()
	}
	return n
}

// Distance returns the sum of the distances of all vehicles.
func (p *Plan) Distance() (sum float64) {
	for _, t := range p.Trips {
		sum += t.Distance
	}
	return sum
}

// WriteSummary writes how long the routes are, the route of each vehicle, with its stops if they
// are listed, and why stops are not served. Rows are at most width columns wide.
func (p *Plan) WriteSummary(w io.Writer, r *tourmaline.Result, system humanize.System, listed bool, width int) error {
	in := p.Job.Places
	text := p.Price(system) + Lines(in, p.Distance(), system)
	list := p.list(system, listed, width)
	method := Method(r, humanize.Count(len(p.Job.Problem.Stops), "stop"))
	_, err := fmt.Fprintf(w, "%s%s: %s\n%s%s%s", text, found("", r), p.Size(), list, p.idle(), method)
	return err
}

// Size returns the number of vehicles that are used, and of stops that they serve.
func (p *Plan) Size() string {
	all := len(p.Job.Problem.Stops)
	stops := humanize.Count(all, "stop")
	if p.Stops() < all {
		stops = fmt.Sprintf("%d of %s", p.Stops(), stops)
	}
	return humanize.Count(len(p.Trips), "vehicle") + " for " + stops
}

// Cost returns the cost of the plan without that of required stops that are not served.
func (p *Plan) Cost() float64 {
	in, plan := p.Job.Problem, p.plan()
	return served(in, in.Cost(plan), in.Unserved(plan))
}

// Price returns the distance of the plan, and its cost if that is not the distance.
func (p *Plan) Price(system humanize.System) string {
	text := Price(p.Distance(), p.Job.Places.Details().Unit, system)
	if p.Job.Priced {
		text = "cost " + p.Job.Price(p.Cost()) + ", " + text
	}
	return text
}

// list returns the routes of the vehicles and the stops that are not served.
func (p *Plan) list(system humanize.System, listed bool, width int) string {
	var list strings.Builder
	for i := range p.Trips {
		list.WriteString(p.vehicle(&p.Trips[i], system))
		if listed {
			list.WriteString(p.itinerary(&p.Trips[i], system, width))
		}
	}
	for _, u := range p.Unserved[:min(len(p.Unserved), mostListed)] {
		fmt.Fprintf(&list, "not served: %s: %s\n", humanize.Printable(u.Name), humanize.Printable(u.Reason))
	}
	if n := len(p.Unserved) - mostListed; n > 0 {
		fmt.Fprintf(&list, "… %s more\n", humanize.Count(n, "stop"))
	}
	return list.String()
}

// plan returns the plan without empty routes.
func (p *Plan) plan() (plan vrp.Plan) {
	for i := range p.Trips {
		plan = append(plan, -1-p.Trips[i].Type)
		for _, v := range p.Trips[i].Visits {
			plan = append(plan, v.Stop)
		}
	}
	return plan
}

// idle explains why vehicles are not used although nothing limits a route.
func (p *Plan) idle() string {
	vehicles := 0
	for _, t := range p.Job.Problem.Fleet {
		if vehicles += int(t.Count); t.MaxStops > 0 || t.MaxDistance > 0 || t.MaxDuration > 0 || len(t.Capacity) > 0 {
			return ""
		}
	}
	if len(p.Trips) >= vehicles || len(p.Trips) > 1 {
		return ""
	}
	return "One vehicle needs the shortest distance; --capacity, --max-stops, --max-duration or opening hours divide the stops.\n"
}

// vehicle returns a line about the route of a vehicle.
func (p *Plan) vehicle(t *fleet.Trip, system humanize.System) string {
	text := fmt.Sprintf("%s: %s, %s%s", humanize.Printable(t.Vehicle), humanize.Count(t.Stops(), "stop"), Price(t.Distance, p.Job.Places.Details().Unit, system), Times(t.Instance, t.Order()))
	if loads := p.Loads(t); loads != "" {
		text += ", " + loads
	}
	return text + "\n"
}

// Loads returns the largest loads of a vehicle and its capacities, such as "boxes 63 of 70".
func (p *Plan) Loads(t *fleet.Trip) string {
	var all []string
	for d, l := range p.Job.Loads {
		text := humanize.Printable(l.Title) + " " + humanize.Exact(float64(t.Most(d))/l.Scale)
		if room := p.Job.Problem.Fleet[t.Type].Capacity[d]; room < fleet.Unlimited {
			text += " of " + humanize.Exact(float64(room)/l.Scale)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// Remarks returns what a driver does at each place of a trip: the loads to hand over and to
// collect, and when the vehicle leaves, if it waits or stays.
func (p *Plan) Remarks(t *fleet.Trip) []string {
	all := make([]string, len(t.Cities))
	first := 0 // position of the first stop, behind the depot
	if p.Job.Problem.Fleet[t.Type].Start >= 0 {
		first = 1
	}
	for k, visit := range t.Visits {
		stop := &p.Job.Problem.Stops[visit.Stop]
		parts := append(p.amounts("", stop.Deliver), p.amounts("collect ", stop.Fetch)...)
		if p.Job.Timed && visit.Leave > visit.Arrive {
			parts = append(parts, "leave "+humanize.Clock(time.Duration(visit.Leave)*time.Second))
		}
		all[first+k] = strings.Join(parts, ", ")
	}
	return all
}

// amounts returns the loads that are not 0, with their titles.
func (p *Plan) amounts(what string, loads []int32) (all []string) {
	for d, load := range loads {
		if l := p.Job.Loads[d]; load != 0 {
			all = append(all, what+humanize.Printable(l.Title)+" "+humanize.Exact(float64(load)/l.Scale))
		}
	}
	return all
}

// itinerary returns the table of a vehicle's stops, with the loads on leaving them.
func (p *Plan) itinerary(t *fleet.Trip, system humanize.System, width int) string {
	rows := itinerary(t.Instance, t.Order(), system)
	renumber(rows[1:], t)
	if p.Job.Timed {
		rows[0] = append(rows[0], "leave")
		for k, s := range t.Instance.Stops(t.Order()) {
			v, _ := t.Instance.Visit(k, s)
			rows[k+1] = append(rows[k+1], humanize.Clock(v.Leave))
		}
	}
	for d, l := range p.Job.Loads {
		rows[0] = append(rows[0], humanize.Printable(l.Title))
		for k := range rows[1:] {
			rows[k+1] = append(rows[k+1], humanize.Exact(float64(t.Loads[k][d])/l.Scale))
		}
	}
	return align(rows, width)
}

// renumber numbers the rows of stops, and not those of depots.
func renumber(rows [][]string, t *fleet.Trip) {
	for k := range rows {
		rows[k][0] = ""
		if number := t.Number(k); number > 0 {
			rows[k][0] = strconv.Itoa(number)
		}
	}
}

// Write writes the routes in a format for several vehicles.
func (p *Plan) Write(w io.Writer, f Form) error {
	return format.WritePlan(w, p.file(), format.Format(f))
}

// file returns the plan as package format writes it.
func (p *Plan) file() format.Plan {
	file := format.Plan{Name: p.Job.Places.Name()}
	for _, l := range p.Job.Loads {
		file.Titles = append(file.Titles, "load "+l.Title)
	}
	for i := range p.Trips {
		file.Routes = append(file.Routes, p.route(&p.Trips[i]))
	}
	if len(p.Unserved) == 0 {
		return file
	}
	var left []int32
	for _, u := range p.Unserved {
		left = append(left, u.City)
		file.Reasons = append(file.Reasons, u.Reason)
	}
	file.Unserved = p.Job.Pick(left)
	return file
}

// route returns the route of a vehicle with its loads.
func (p *Plan) route(t *fleet.Trip) format.Route {
	r := format.Route{Vehicle: t.Vehicle, Instance: t.Instance, Tour: t.Order()}
	for _, loads := range t.Loads {
		var cells []float64
		for d, l := range p.Job.Loads {
			cells = append(cells, float64(loads[d])/l.Scale)
		}
		r.Cells = append(r.Cells, cells)
	}
	return r
}

// A plannedRoute is the route of a vehicle in a result.
type plannedRoute struct {
	Vehicle  string        `json:"vehicle"`
	Distance float64       `json:"distance"`
	Seconds  float64       `json:"seconds,omitempty"`
	Stops    []plannedStop `json:"stops"`
}

type plannedStop struct {
	ID     int64              `json:"id"`
	Name   string             `json:"name"`
	Leg    float64            `json:"leg"`
	Arrive string             `json:"arrive,omitempty"`
	Leave  string             `json:"leave,omitempty"`
	Load   map[string]float64 `json:"load,omitempty"`
}

type leftStop struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// WriteJSON writes the result as a line of JSON, with the timetable of each vehicle and the reasons
// why stops are not served.
func (p *Plan) WriteJSON(w io.Writer, r *tourmaline.Result) error {
	routes, left := []plannedRoute{}, []leftStop{}
	for i := range p.Trips {
		t := &p.Trips[i]
		one := plannedRoute{Vehicle: t.Vehicle, Distance: t.Distance, Seconds: t.Duration.Seconds()}
		for k, s := range t.Instance.Stops(t.Order()) {
			one.Stops = append(one.Stops, p.stop(t, k, s))
		}
		routes = append(routes, one)
	}
	for _, u := range p.Unserved {
		left = append(left, leftStop{p.Job.Places.ID(u.City), u.Name, u.Reason})
	}
	return writeLine(w, struct {
		*tourmaline.Result
		Routes   []plannedRoute `json:"routes"`
		Unserved []leftStop     `json:"unserved"`
	}{r, routes, left})
}

// stop returns the k-th stop of a trip.
func (p *Plan) stop(t *fleet.Trip, k int, s tsp.Stop) plannedStop {
	one := plannedStop{ID: t.Instance.ID(s.City), Name: t.Instance.NameOf(s.City), Leg: s.Leg}
	if v, known := t.Instance.Visit(k, s); known {
		one.Arrive, one.Leave = humanize.Clock(v.Arrive), humanize.Clock(v.Leave)
	}
	for d, l := range p.Job.Loads {
		if one.Load == nil {
			one.Load = map[string]float64{}
		}
		one.Load[l.Title] = float64(t.Loads[k][d]) / l.Scale
	}
	return one
}
