package output

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

// Plan returns a picture of the routes of a plan, in one colour for each vehicle.
func (p Picture) Plan(plan *Plan) plot.Maps {
	in := plan.Job.Places
	m := p.Map(in, nil, nil)
	for i := range plan.Trips {
		m.Paths = append(m.Paths, pathOf(&plan.Trips[i]))
	}
	title := m.Title
	m.Title, m.Note = "", ""
	return plot.Maps{
		Maps: []plot.Map{m}, Title: title, Theme: p.Theme, Width: p.Width,
		Note: fmt.Sprintf("%s · %s", plan.Size(), Price(plan.Distance(), in.Details().Unit, p.System)),
	}
}

// pathOf returns the path of a route, from its first to its last depot.
func pathOf(t *fleet.Trip) plot.Path {
	var line []int32
	for _, s := range t.Instance.Stops(t.Order()) {
		line = append(line, t.Cities[s.City])
	}
	return plot.Path{Name: humanize.Printable(t.Vehicle), Lines: [][]int32{line}}
}
