package output

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Board returns a map of the holes of a board and, if it draws only one tool, of the path of that
// tool. Tool 0 means all tools. Board returns false if the tool has no holes.
func (p Picture) Board(b drill.Board, trips []drill.Trip, tool int) (plot.Map, bool) {
	m := plot.Map{
		Title: cmp.Or(p.Title, b.Name), Theme: p.Theme, Width: p.Width, Crop: !p.Whole,
		Open: true, Unit: b.Unit, PerUnit: 1,
	}
	var drawn []drill.Trip
	for i, run := range b.Runs {
		if tool == 0 || run.Tool.Number == tool {
			m.XY = append(m.XY, run.Places()...)
			m.Holes = append(m.Holes, slices.Repeat([]float64{run.Tool.Diameter}, run.Hits())...)
			drawn = append(drawn, trips[i])
		}
	}
	if len(drawn) == 0 {
		return m, false
	}
	m.Note = humanize.Count(drill.Total(drawn).Holes, "hole")
	if tools := drill.ByTool(drawn); len(tools) == 1 {
		m.Tour = tsp.Identity(len(m.XY) / 2)
		m.Note = strings.TrimSpace(fmt.Sprintf("T%d %s", tools[0].Tool, b.Diameter(tools[0]))) + " · " + m.Note + " · travel " + b.Travel(tools[0].Before)
	} else {
		m.Note += " · " + humanize.Count(len(tools), "tool")
	}

	m.Details = m.Helpful() | plot.Holes
	if p.Details != nil {
		m.Details = p.Details(m.Details)
	}
	return m, true
}
