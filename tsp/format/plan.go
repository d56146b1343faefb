package format

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Route is the tour of one of several vehicles.
type Route struct {
	Vehicle  string
	Instance *tsp.Instance // with the places of this route only
	Tour     tsp.Tour
	Roads    Roads
	Cells    [][]float64 // values of the additional columns at each stop of Instance.Stops
}

// A Plan lists the routes of several vehicles, and the places that no vehicle serves.
type Plan struct {
	Name     string
	Titles   []string // of the additional columns
	Routes   []Route
	Unserved *tsp.Instance // nil if every place is served
	Reasons  []string      // of each place in Unserved
}

// WritePlan writes the routes of several vehicles to one file: CSV and XLSX contain a row per stop
// with the vehicle, the columns of [WriteTour] and the additional ones, and a row with the reason
// for each place that is not served. GPX contains a route per vehicle, and GeoJSON a line and the
// stops of each vehicle, with the property "vehicle".
func WritePlan(w io.Writer, p Plan, f Format) error {
	for _, r := range p.Routes {
		if fits := rowOf(f).Fits; fits != nil {
			if err := fits(r.Instance); err != nil {
				return err
			}
		}
	}
	switch f {
	case CSV:
		return writePlanCSV(w, p)
	case XLSX:
		return writeWorkbook(w, p.Name, titleVehicle, func(w io.Writer) error { return writePlanCSV(w, p) })
	case GPX:
		return writePlanGPX(w, p)
	case GeoJSON:
		return writePlanGeoJSON(w, p)
	}
	return fmt.Errorf("cannot write plans for several vehicles as %q: expected csv, xlsx, gpx or geojson", f)
}

// The columns of a plan's table that describe the plan rather than its places.
const (
	titleVehicle = "vehicle"
	titleReason  = "reason"
)

// writePlanCSV writes a row per stop and a row per place that is not served.
func writePlanCSV(w io.Writer, plan Plan) error {
	p := &tourPrinter{printer: newPrinter(w), separator: ","}
	timed, of := plan.examine(p)
	if of == nil {
		return p.Flush()
	}
	p.in, p.where = of, atlasOf(of)
	p.planTitles(plan, timed)
	for _, r := range plan.Routes {
		p.route(r, plan.Unserved != nil)
	}
	p.unserved(plan, timed)
	return p.Flush()
}

// planTitles writes the titles.
func (p *tourPrinter) planTitles(plan Plan, timed bool) {
	p.text(titleVehicle, p.separator, titlePosition, p.separator)
	p.titles()
	p.after(titleLeg, titleTotal)
	if timed {
		p.after(titleArrive, titleLeave)
	}
	p.after(plan.Titles...)
	if plan.Unserved != nil {
		p.after(titleReason)
	}
	p.text("\n")
}

// examine chooses the columns of the input file and the separator, and returns whether times are
// known. It returns a part of the plan that has the columns, or nil if the plan is empty.
func (plan Plan) examine(p *tourPrinter) (timed bool, of *tsp.Instance) {
	var parts []*tsp.Instance
	for _, r := range plan.Routes {
		parts = append(parts, r.Instance)
		timed = timed || r.Instance.Details().Pace != nil
	}
	if plan.Unserved != nil {
		parts = append(parts, plan.Unserved)
	}
	for _, in := range parts {
		p.in, p.kept = in, nil
		if p.keep(); p.separator == ";" {
			break
		}
	}
	if len(parts) == 0 {
		return false, nil
	}
	return timed, parts[0]
}

// after writes further fields of a row.
func (p *tourPrinter) after(texts ...string) {
	for _, text := range texts {
		p.text(p.separator)
		if text != "" {
			p.text(field(text))
		}
	}
}

// route writes the rows of a vehicle.
func (p *tourPrinter) route(r Route, reasons bool) {
	p.in, p.where = r.Instance, atlasOf(r.Instance)
	for k, s := range r.Instance.Stops(r.Tour) {
		p.text(field(r.Vehicle), p.separator, strconv.Itoa(k+1), p.separator)
		p.fields(s.City)
		p.number(s.Leg)
		p.number(s.Total)
		if v, known := r.Instance.Visit(k, s); known {
			p.after(humanize.Clock(v.Arrive), humanize.Clock(v.Leave))
		}
		for _, v := range r.Cells[k] {
			p.number(v)
		}
		if reasons {
			p.after("")
		}
		p.text("\n")
	}
}

// unserved writes the rows of the places that are not served.
func (p *tourPrinter) unserved(plan Plan, timed bool) {
	if plan.Unserved == nil {
		return
	}
	blank := 2 + len(plan.Titles)
	if timed {
		blank += 2
	}
	p.in, p.where = plan.Unserved, atlasOf(plan.Unserved)
	for c := range int32(plan.Unserved.N()) {
		p.text(p.separator, p.separator)
		p.fields(c)
		p.after(slices.Repeat([]string{""}, blank)...)
		p.after(plan.Reasons[c])
		p.text("\n")
	}
}

// writePlanGPX writes a route, and a track along the roads if they are given, for each vehicle.
func writePlanGPX(w io.Writer, plan Plan) error {
	p := newPrinter(w)
	p.text(gpxHead, "<metadata><name>", escaped(plan.Name), "</name></metadata>\n")
	for _, r := range plan.Routes {
		p.gpxTour(r.Instance, r.Tour, "<name>"+escaped(r.Vehicle)+"</name>", r.Roads)
	}
	p.text("</gpx>\n")
	return p.Flush()
}

// writePlanGeoJSON writes the features of all routes, each with the property "vehicle".
func writePlanGeoJSON(w io.Writer, plan Plan) error {
	for _, r := range plan.Routes {
		if spots, _ := drawing(r.Instance); spots == nil {
			return errNoPlaces
		}
	}
	p := newPrinter(w)
	if len(plan.Routes) == 0 {
		p.member("{\"type\": \"FeatureCollection\", \"features\": [], ", "name", plan.Name)
		p.text("}\n")
		return p.Flush()
	}
	for k, r := range plan.Routes {
		if p.vehicle = r.Vehicle; k == 0 {
			p.collection(plan.Name, r.Instance)
		} else {
			p.text(",\n")
		}
		p.features(r.Instance, r.Tour, wayOf(r.Roads))
	}
	p.text("\n]}\n")
	return p.Flush()
}
