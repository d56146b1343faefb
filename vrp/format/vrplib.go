// Package format reads and writes files of vehicle routing problems: instances in the VRPLIB format
// with the sections that published sets use, instances in the format of Solomon, and solutions in
// the format of CVRPLIB.
package format

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// ReadVRPLIB reads an instance in the VRPLIB format: CVRP, VRPTW, PCVRPTW, MDVRPTW, HFVRP and VRPB,
// with coordinates in the plane. name appears in error messages.
//
// Without an entry VEHICLES, there are as many vehicles as stops. Stops with a prize are optional.
func ReadVRPLIB(r io.Reader, name string, round Rounding) (*vrp.Instance, error) {
	f, err := scan(r, name)
	if err != nil {
		return nil, err
	}
	in, err := f.instance(round)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return in, nil
}

// usual returns the convention for the published costs of a kind of problem.
func usual(kind string) Rounding {
	switch kind {
	case "VRPTW", "PCVRPTW":
		return Tenths
	case "MDVRPTW", "HFVRP":
		return Exact
	}
	return Nearest
}

func (f *file) instance(round Rounding) (*vrp.Instance, error) {
	if round == Usual {
		round = usual(f.header["TYPE"])
	}
	if metric := f.header["EDGE_WEIGHT_TYPE"]; metric != "EUC_2D" {
		return nil, fmt.Errorf("EDGE_WEIGHT_TYPE is %.40q, expected EUC_2D", metric)
	}
	if err := f.checkRows(); err != nil {
		return nil, err
	}
	points := make([]tsp.Point, 0, f.nodes())
	for p := range slices.Chunk(f.rows["NODE_COORD"], 2) {
		points = append(points, tsp.Point{p[0], p[1]})
	}
	distances, err := round.distances(points)
	if err != nil {
		return nil, err
	}
	d := vrp.Data{Name: f.header["NAME"], Distance: distances, Points: points, CostScale: round.scale(), Backhauls: f.rows["BACKHAUL"] != nil}
	if err := errors.Join(f.places(&d, round), f.fleet(&d, round)); err != nil {
		return nil, err
	}
	return vrp.New(d)
}

// nodes returns the number of nodes: depots and stops.
func (f *file) nodes() int { return len(f.rows["NODE_COORD"]) / 2 }

// checkRows checks that the sections have a row for each node or for each vehicle.
func (f *file) checkRows() error {
	vehicles, err := f.number("VEHICLES", 0)
	if err != nil {
		return err
	}
	for name, rows := range f.rows {
		want := float64(f.nodes())
		switch name {
		case "NODE_COORD":
			want = float64(len(rows) / 2)
		case "DEPOT":
			want = float64(len(rows))
		case "CAPACITY", "VEHICLES_FIXED_COST", "VEHICLES_UNIT_DISTANCE_COST", "VEHICLES_DEPOT":
			want = vehicles
		}
		if have := float64(len(rows) / max(1, widths[name]-1)); have != want {
			return fmt.Errorf("%s_SECTION has %v rows, expected %v", name, have, want)
		}
	}
	dimension, err := f.number("DIMENSION", float64(f.nodes()))
	if err == nil && dimension != float64(f.nodes()) {
		err = fmt.Errorf("DIMENSION is %v, but NODE_COORD_SECTION has %d rows", dimension, f.nodes())
	}
	return err
}

// A converter converts numbers of a file to units and remembers the first that does not fit.
type converter struct {
	round Rounding
	err   error
}

func (c *converter) to(v, most float64) float64 {
	if c.err == nil && !(v >= 0 && v <= most) {
		c.err = fmt.Errorf("found the number %v, expected 0 to %v in units of 1/%v", v, most, c.round.scale())
	}
	return max(0, min(v, most))
}

// time converts a time or a load that is scaled.
func (c *converter) time(v float64) int32 { return int32(c.to(c.round.whole(v), 1<<30)) }

// plain converts a number that is not scaled.
func (c *converter) plain(v float64) int32 {
	if v != math.Floor(v) && c.err == nil {
		c.err = fmt.Errorf("found the number %v, expected a whole number", v)
	}
	return int32(c.to(v, 1<<30))
}

// amount converts a prize or a cost that is scaled.
func (c *converter) amount(v float64) int64 { return int64(c.to(c.round.whole(v), 1<<53)) }

// places sets the depots and stops.
func (f *file) places(d *vrp.Data, round Rounding) error {
	isDepot, err := f.depots()
	if err != nil {
		return err
	}
	service, err := f.number("SERVICE_TIME", 0)
	if err != nil {
		return err
	}
	c := &converter{round: round}
	loads := make([]int32, f.nodes())
	for i := range f.nodes() {
		place, w := int32(i), vrp.Window{}
		if windows := f.rows["TIME_WINDOW"]; windows != nil {
			w = vrp.Window{Open: c.time(windows[2*i]), Close: c.time(windows[2*i+1])}
		}
		if isDepot[place] {
			d.Depots = append(d.Depots, vrp.Depot{Place: place, Window: w})
			continue
		}
		loads[i] = c.plain(f.value("DEMAND", i, 0))
		s := vrp.Stop{ID: int64(i), Place: place, Window: w, Service: c.time(f.value("SERVICE_TIME", i, service))}
		if f.value("BACKHAUL", i, 0) > 0 {
			loads[i] = c.plain(f.value("BACKHAUL", i, 0))
			s.Fetch = loads[i : i+1 : i+1]
		} else {
			s.Deliver = loads[i : i+1 : i+1]
		}
		s.Prize, s.Optional = c.amount(f.value("PRIZE", i, 0)), f.rows["PRIZE"] != nil
		d.Stops = append(d.Stops, s)
	}
	return c.err
}

// value returns a number of a section with a row per node or vehicle, or other if the file has no
// such section.
func (f *file) value(section string, i int, other float64) float64 {
	if rows := f.rows[section]; rows != nil {
		return rows[i]
	}
	return other
}

// depots returns the nodes that are depots.
func (f *file) depots() (map[int32]bool, error) {
	all := map[int32]bool{}
	for _, v := range f.rows["DEPOT"] {
		if v != math.Floor(v) || v < 1 || v > float64(f.nodes()) || all[int32(v)-1] {
			return nil, fmt.Errorf("DEPOT_SECTION: found %v, expected different nodes from 1 to %d", v, f.nodes())
		}
		all[int32(v)-1] = true
	}
	if len(all) == 0 {
		return nil, errors.New("DEPOT_SECTION is missing or empty")
	}
	return all, nil
}
