package job

import (
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/daytime"
	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A Fleet makes a table of places a problem for several vehicles. With the zero value, a table is a
// tour.
type Fleet struct {
	Vehicles    int     `json:"vehicles,omitempty" value:"number" usage:"number of vehicles: plans a route for each, for the stops of a table" unset:"with a capacity, as many as needed"`
	Capacity    string  `json:"capacity,omitempty" value:"amount" usage:"load that a vehicle carries: 100, or kg=800,boxes=40 for several columns" unset:"no limit"`
	Table       string  `json:"table,omitempty" flag:"-" maxlen:"32768" usage:"content of a CSV file with a row per kind of vehicle: name, count, capacity, start, end, from, to, costs and limits; instead of vehicles, capacity and the limits"`
	MaxStops    int     `json:"max_stops,omitempty" value:"number" usage:"maximum number of stops of a vehicle"`
	MaxDistance float64 `json:"max_distance,omitempty" value:"number" usage:"maximum distance of a vehicle in km, or in the unit of the distances"`
	MaxDuration string  `json:"max_duration,omitempty" value:"time" usage:"maximum time of a vehicle between start and end: hours, such as 8, or 7:30"`
	Shift       string  `json:"shift,omitempty" value:"hours" usage:"working hours of all vehicles, such as 08:00-17:00"`

	Name string `json:"-"` // of Table, for errors
}

// Asked reports whether there are several vehicles.
func (f Fleet) Asked() bool { return f.Vehicles != 0 || f.Capacity != "" || f.Table != "" }

// Limited reports whether there are limits for all vehicles.
func (f Fleet) Limited() bool { return f.MaxStops != 0 || f.MaxDistance != 0 || f.MaxDuration != "" }

// validate reports the first fault that does not depend on the table of places.
func (f Fleet) validate() error {
	n, of := utf8.RuneCountInString(f.Table), field("fleet.table")
	switch {
	case !f.Asked() && (f.Limited() || f.Shift != ""):
		return fault(BadField, "fleet", ": limits apply to several vehicles: set vehicles, capacity or table")
	case f.Table != "" && (f.Vehicles != 0 || f.Capacity != "" || f.Limited()):
		return fault(BadField, "fleet.table", " states numbers, capacities and limits of vehicles: it cannot be combined with other fields for them")
	case n > of.MaxLength:
		return fault(BadField, "fleet.table", ": expected at most %d characters, found %d", of.MaxLength, n)
	case f.Vehicles < 0 || f.Vehicles > mostVehicles:
		return fault(BadField, "fleet.vehicles", ": expected 1 to %d, found %d", mostVehicles, f.Vehicles)
	case f.MaxStops < 0 || f.MaxStops > mostVehicles:
		return fault(BadField, "fleet.max_stops", ": expected 1 to %d, found %d", mostVehicles, f.MaxStops)
	case !(f.MaxDistance >= 0 && f.MaxDistance <= mostDistance):
		return fault(BadField, "fleet.max_distance", ": expected up to %g, found %v", mostDistance, f.MaxDistance)
	}
	return nil
}

const (
	mostVehicles = 1 << 30
	mostDistance = 1e12
)

// Dispatch returns the problem of several vehicles for the stops in a table.
func (s Spec) Dispatch(in *tsp.Instance) (*fleet.Job, error) {
	in, err := s.Schedule.OnRoads(in)
	if err != nil {
		return nil, err
	}
	o, err := s.fleetOptions(in)
	if err != nil {
		return nil, err
	}
	j, err := fleet.New(in, o)
	if err == nil && s.Schedule.Depart != "" {
		j.Notes = append(j.Notes, "vehicles leave as late as is useful, not before "+humanize.Clock(o.Shift.Open))
	}
	return j, err
}

// ReadRequest reads a request of the solver VROOM, which states its stops, vehicles and times. The
// speed applies if it has no matrices.
func (s Spec) ReadRequest(r io.Reader, name string) (*fleet.Job, error) {
	travel, _, err := s.Schedule.fleetTravel("m")
	if err != nil {
		return nil, err
	}
	return fleet.ReadRequest(r, name, travel)
}

// fleetOptions returns what the job states about its vehicles.
func (s Spec) fleetOptions(in *tsp.Instance) (o fleet.Options, err error) {
	f := s.Fleet
	if err := f.validate(); err != nil {
		return o, err
	}
	o = fleet.Options{
		Vehicles: f.Vehicles, MaxStops: f.MaxStops, MaxDistance: f.MaxDistance, Start: s.Route.Start, End: s.Route.End, Open: s.Route.Open,
		Stay: s.Schedule.Stay(), Assumption: s.Schedule.assumption(in), Columns: s.Reading.stopColumns(),
	}
	if o.Capacity, err = capacities(f.Capacity); err != nil {
		return o, err
	}
	if o.MaxDuration, err = fleet.ParseHours(f.MaxDuration); err != nil && f.MaxDuration != "" {
		return o, fault(BadField, "fleet.max_duration", ": %v", err)
	}
	if o.Shift, err = s.shift(); err != nil {
		return o, err
	}
	if o.Travel, o.Assumed, err = s.Schedule.fleetTravel(in.Details().Unit); err == nil && f.Table != "" {
		o.Vans, err = f.table()
	}
	return o, err
}

// shift returns the working hours of all vehicles.
func (s Spec) shift() (w daytime.Window, err error) {
	if w, err = daytime.ParseWindow(s.Fleet.Shift); err != nil {
		return w, fault(BadField, "fleet.shift", ": %v", err)
	}
	if s.Schedule.Depart != "" {
		if w.Open, err = s.Schedule.Clock(); err != nil {
			return w, err
		}
	}
	if err := w.Check(); err != nil {
		return w, fault(BadField, "fleet.shift", ": %v", err)
	}
	return w, nil
}

// capacities parses a capacity, or the capacities of several columns.
func capacities(text string) (all []fleet.Capacity, err error) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		name, amount, named := strings.Cut(part, "=")
		if !named {
			name, amount = "", part
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(amount), 64)
		if err != nil || !(v >= 0) || !named && strings.Contains(text, ",") {
			return nil, fault(BadField, "fleet.capacity", " %s: expected an amount such as 100, or amounts by column such as kg=800,boxes=40", budget.Quote(text))
		}
		all = append(all, fleet.Capacity{Column: strings.TrimSpace(name), Amount: v})
	}
	return all, nil
}

// table returns the table of vehicles.
func (f Fleet) table() (*fleet.Table, error) {
	name := f.Name
	if name == "" {
		name = "fleet.table"
	}
	rows, err := format.ReadTable(strings.NewReader(f.Table), name, format.Options{})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, &format.Error{File: name, Msg: "the table is empty: expected titles such as name,count,capacity"}
	}
	return &fleet.Table{Name: name, Titles: rows[0], Rows: rows[1:]}, nil
}

// PlaceColumns returns the columns without those of loads, times and the like.
func (r Reading) PlaceColumns() map[string]string {
	all := maps.Clone(r.Columns)
	maps.DeleteFunc(all, func(kind, _ string) bool { return slices.Contains(fleet.Keys(), columnKey(kind)) })
	if len(all) == 0 {
		return nil
	}
	return all
}

// stopColumns returns the columns of loads, times and the like, and others.
func (r Reading) stopColumns() map[string]string {
	all := map[string]string{}
	for kind, title := range r.Columns {
		all[columnKey(kind)] = title
	}
	return all
}

// columnKey returns the name of a kind of columns.
func columnKey(kind string) string { return strings.ToLower(strings.TrimSpace(kind)) }

// usualSpeed is the speed in km/h if times are needed and none is given.
const usualSpeed = 40

// assumption states what times assume if no speed is given.
func (s Schedule) assumption(in *tsp.Instance) string {
	s.Speed = usualSpeed
	return s.Assumption(in.Metric() == tsp.Haversine, humanize.Metric) + "; state a speed if another one is usual"
}

// fleetTravel returns the number of seconds for a unit of distance, and whether the speed is
// assumed. It returns 0 if the unit is not known.
func (s Schedule) fleetTravel(unit string) (seconds float64, assumed bool, err error) {
	_, isLength := humanize.Metres(unit)
	_, isTime := humanize.Seconds(unit)
	if !isLength && !isTime && s.Speed == 0 {
		return 0, false, nil
	}
	if assumed = isLength && s.Speed == 0; assumed {
		s.Speed = usualSpeed
	}
	seconds, err = s.Travel(unit, humanize.Metric)
	return seconds, assumed, err
}
