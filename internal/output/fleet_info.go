package output

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// FleetFacts describes a problem for several vehicles.
type FleetFacts struct {
	tourmaline.InstanceInfo
	Optional   int        `json:"optional_stops"`
	Windows    int        `json:"stops_with_windows"`
	Depots     int        `json:"depots"`
	Vehicles   int64      `json:"vehicles"`
	Fleet      []vanKind  `json:"fleet"`
	Needs      []need     `json:"needs"`
	Least      int64      `json:"least_vehicles"` // more than Vehicles if they do not suffice
	Impossible []leftStop `json:"impossible"`     // stops that no vehicle can serve
	BestKnown  *float64   `json:"best_known"`
	Proven     bool       `json:"proven"`
	Notes      []string   `json:"notes,omitempty"`

	shortage string
}

type vanKind struct {
	Name  string `json:"name"`
	Count int32  `json:"count"`
}

// A need states what the stops need in total, and what all vehicles have; null means no limit.
type need struct {
	Of       string   `json:"of"`
	Total    float64  `json:"total"`
	Room     *float64 `json:"room"`
	Vehicles int64    `json:"least_vehicles"`

	text string
}

// DescribeFleet returns the facts about a problem. If the problem was made from tables, the job has
// the names of its places and loads; otherwise, it is nil.
func DescribeFleet(in *vrp.Instance, info tourmaline.InstanceInfo, j *fleet.Job) FleetFacts {
	o := fleet.Look(in)
	f := FleetFacts{
		InstanceInfo: info, Optional: o.Optional, Depots: len(in.Depots), Vehicles: o.Vehicles, Least: o.Least.Vehicles,
		Needs: []need{}, Impossible: []leftStop{},
	}
	f.count(in)
	for _, n := range o.Needs {
		shown := describeNeed(n, j)
		f.Needs = append(f.Needs, shown)
		if n == o.Least && n.Vehicles > o.Vehicles {
			f.shortage = fmt.Sprintf("the vehicles do not suffice: %s: %s", shown.Of, shown.text)
		}
	}
	f.addImpossible(in, j)
	if j != nil {
		f.Notes = j.Notes
	}
	return f
}

// count counts the windows and the vehicles.
func (f *FleetFacts) count(in *vrp.Instance) {
	for _, s := range in.Stops {
		if s.Window != (vrp.Window{}) {
			f.Windows++
		}
	}
	for i, t := range in.Fleet {
		name := t.Name
		if name == "" {
			name = fmt.Sprint("vehicle ", i+1)
		}
		f.Fleet = append(f.Fleet, vanKind{name, t.Count})
	}
}

// addImpossible adds the stops that no vehicle can serve even on a route of its own.
func (f *FleetFacts) addImpossible(in *vrp.Instance, j *fleet.Job) {
	for _, r := range in.Reasons(nil) {
		if !r.Alone {
			continue
		}
		left := leftStop{ID: in.Stops[r.Stop].ID, Name: fmt.Sprint("stop ", in.Stops[r.Stop].ID), Reason: strings.TrimPrefix(because(in, r), ": ")}
		if j != nil {
			left.Name, left.Reason = j.Places.NameOf(in.Stops[r.Stop].Place), j.Because(r, nil)
		}
		f.Impossible = append(f.Impossible, left)
	}
}

// describeNeed returns a need with its name and units.
func describeNeed(n fleet.Need, j *fleet.Job) need {
	amount, scale := humanize.Exact, 1.0
	shown := need{Of: map[string]string{vrp.Count: "stops of a vehicle", vrp.Duration: "time"}[n.Limit], Vehicles: n.Vehicles}
	switch {
	case n.Limit == vrp.Capacity && j != nil:
		shown.Of, scale = j.Loads[n.Dimension].Title, j.Loads[n.Dimension].Scale
	case n.Limit == vrp.Capacity:
		shown.Of = "load"
	case n.Limit == vrp.Duration && j != nil && j.Timed:
		amount = humanize.Duration
	}
	shown.Total = float64(n.Total) / scale
	shown.text = amount(shown.Total)
	if n.Limit == vrp.Duration {
		shown.text = "at least " + shown.text
	}
	if n.Room < fleet.Unlimited {
		room := float64(n.Room) / scale
		shown.Room = &room
		shown.text += " of " + amount(room)
	}
	return shown
}

// Write writes the facts as a table.
func (f FleetFacts) Write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name, value string) {
		fmt.Fprintf(w, "%s\t%s\n", humanize.Printable(name), humanize.Printable(value))
	}
	row("name", f.Name)
	row("problem", f.Problem)
	row("stops", f.stops())
	row("depots", fmt.Sprint(f.Depots))
	row("vehicles", f.fleet())
	f.needs(row)
	f.known(row)
	f.faults(row)
	row("hash", f.Hash)
	return w.Flush()
}

// needs writes what the stops need.
func (f FleetFacts) needs(row func(name, value string)) {
	for _, n := range f.Needs {
		if n.Room != nil || n.Total > 0 && n.Of != "time" && n.Of != "stops of a vehicle" {
			row(n.Of, n.text)
		}
	}
	least := "at least " + humanize.Count(int(f.Least), "vehicle")
	if f.shortage != "" {
		least = "more than " + humanize.Count(int(f.Vehicles), "vehicle")
	}
	row("needed", least)
}

// faults writes why not all stops can be served.
func (f FleetFacts) faults(row func(name, value string)) {
	for _, s := range f.Impossible[:min(len(f.Impossible), mostListed)] {
		row("impossible", s.Name+": "+s.Reason)
	}
	if n := len(f.Impossible) - mostListed; n > 0 {
		row("impossible", fmt.Sprintf("… %s more", humanize.Count(n, "stop")))
	}
	if f.shortage != "" {
		row("warning", f.shortage)
	}
}

// known writes the best known cost.
func (f FleetFacts) known(row func(name, value string)) {
	switch {
	case f.BestKnown != nil && f.Proven:
		row("optimum", humanize.Exact(*f.BestKnown))
	case f.BestKnown != nil:
		row("best known", humanize.Exact(*f.BestKnown))
	}
}

// stops describes the stops.
func (f FleetFacts) stops() string {
	text := humanize.Number(float64(f.N))
	if f.Optional > 0 {
		text += fmt.Sprintf(", %s of them optional", humanize.Number(float64(f.Optional)))
	}
	if f.Windows > 0 {
		text += fmt.Sprintf(", %s with a time window", humanize.Number(float64(f.Windows)))
	}
	return text
}

// fleet describes the vehicles.
func (f FleetFacts) fleet() string {
	text := humanize.Number(float64(f.Vehicles))
	if f.Vehicles >= int64(f.N) {
		text += ", as many as needed"
	}
	if len(f.Fleet) < 2 || len(f.Fleet) > 10 {
		return text
	}
	var kinds []string
	for _, k := range f.Fleet {
		kinds = append(kinds, fmt.Sprintf("%d × %s", k.Count, k.Name))
	}
	return text + ": " + strings.Join(kinds, ", ")
}
