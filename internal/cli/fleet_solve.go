package cli

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// fleetForms are the formats of plans for the stops of a table.
var fleetForms = []string{"text", "json", "csv", "xlsx", "gpx", "geojson"}

// dispatch returns what the flags say about several vehicles.
func (v *solve) dispatch() dispatch {
	d := dispatch{v.vans, v.reading, v.route, v.timing}
	d.timing.system = v.system()
	return d
}

// runFleet plans routes of several vehicles for the stops of a table.
func (v *solve) runFleet(ctx context.Context, path string) error {
	if err := v.checkFleet(path); err != nil {
		return err
	}
	cfg, err := v.settings()
	if err != nil {
		return err
	}
	read := v.showReading(path)
	j, err := v.dispatch().job(path)
	if read(); err != nil {
		return err
	}
	p := tourmaline.Vehicles(j.Problem)
	if v.init != "" && !v.hasCheckpoint() {
		start, err := v.dispatch().plan(j, v.init, false)
		if err != nil {
			return err
		}
		v.note("starting from %s, %s\n", v.init, start.Price(v.system()))
		cfg.Init = start.Routes
	}
	return v.solve(ctx, p, cfg, func(r *tourmaline.Result) error { return v.writeFleet(j, r) })
}

// checkFleet rejects flags and outputs that do not fit several vehicles.
func (v *solve) checkFleet(path string) error {
	if err := v.checkOthers(func(one *solve) error { return one.checkFleetForm() }); err != nil {
		return err
	}
	if err := v.checkFleetForm(); err != nil {
		return err
	}
	if err := v.checkOutput(path); err != nil {
		return err
	}
	return v.checkPages()
}

func (v *solve) checkFleetForm() error {
	if !slices.Contains(fleetForms, v.outputForm()) {
		return usageError("%s: a plan for several vehicles is written as one of %s; --pages FOLDER writes a page per vehicle", v.output+v.form, strings.Join(fleetForms, ", "))
	}
	return nil
}

// writeFleet writes a plan.
func (v *solve) writeFleet(j *fleet.Job, r *tourmaline.Result) error {
	best, err := tourmaline.Best[vrp.Plan](r)
	if err != nil {
		return err
	}
	p, err := output.NewPlan(j, best)
	if err != nil {
		return err
	}
	fault := v.writeAnswer(func(w io.Writer, form string) error {
		switch form {
		case "text", summary:
			return p.WriteSummary(w, r, v.system(), v.listed(p, form), term.Columns(v.out, 120))
		case "json":
			return p.WriteJSON(w, r)
		}
		return p.Write(w, output.Form(form))
	})
	if v.picture != "" {
		fault = errors.Join(fault, drawPlan(v.streams, p, picture{output: v.picture, measures: v.measures}))
	}
	return errors.Join(fault, v.writePages(p))
}

// drawPlan draws the routes of a plan.
func drawPlan(s streams, plan *output.Plan, p picture) error {
	if err := output.Drawable(plan.Job.Places); err != nil {
		return inputError(err)
	}
	return p.draw(s, p.style().Plan(plan))
}

// listed reports whether a summary lists the stops of each vehicle.
func (v *solve) listed(p *output.Plan, form string) bool {
	return v.listing == routeAlways || v.listing == routeAuto && form != summary && p.Stops() <= mostPlanned
}

// mostPlanned is the maximum number of stops of a plan that routeAuto shows.
const mostPlanned = 150
