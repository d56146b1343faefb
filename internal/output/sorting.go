package output

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Sorting returns a picture of the paths of all tools on two boards with the same holes: before and
// after sorting.
func (p Picture) Sorting(before, after drill.Board) (plot.Maps, error) {
	left, from, err := p.paths(before, "before")
	if err != nil {
		return plot.Maps{}, err
	}
	right, to, err := p.paths(after, "after")
	if err != nil {
		return plot.Maps{}, err
	}
	sum := drill.Total(from)
	sum.SetAfter(drill.Total(to).Before)
	return plot.Maps{
		Maps: []plot.Map{left, right}, Theme: p.Theme, Width: p.Width, Title: cmp.Or(p.Title, before.Name),
		Note: fmt.Sprintf("%s · travel %s instead of %s · %.1f %% saved", before.Size(), before.Travel(sum.After), before.Travel(sum.Before), sum.Saved),
	}, nil
}

// paths returns a map of the paths of all tools, and their trips. Holes that different tools drill
// belong to different paths, and a command between two holes of a tool interrupts its path.
func (p Picture) paths(b drill.Board, title string) (plot.Map, []drill.Trip, error) {
	trips, err := b.Trips()
	if err != nil {
		return plot.Map{}, nil, err
	}
	m := plot.Map{Title: title, Note: "travel " + b.Travel(drill.Total(trips).Before), Crop: !p.Whole, Unit: b.Unit, PerUnit: 1}
	tools := drill.ByTool(trips)
	for _, t := range tools {
		m.Paths = append(m.Paths, plot.Path{Name: strings.TrimSpace(fmt.Sprintf("T%d %s", t.Tool, b.Diameter(t)))})
	}
	for _, run := range b.Runs {
		i := slices.IndexFunc(tools, func(t drill.Trip) bool { return t.Tool == run.Tool.Number })
		m.Paths[i].Lines = append(m.Paths[i].Lines, addRun(&m, run))
	}
	m.Details = m.Helpful()&plot.Scale | plot.Holes
	if p.Details != nil {
		m.Details = p.Details(m.Details)
	}
	return m, trips, nil
}

// addRun adds the holes of a run to a map, and returns their indices.
func addRun(m *plot.Map, run drill.Run) []int32 {
	line := tsp.Identity(run.Hits())
	for k := range line {
		line[k] += int32(len(m.XY) / 2)
	}
	m.XY = append(m.XY, run.Places()...)
	m.Holes = append(m.Holes, slices.Repeat([]float64{run.Tool.Diameter}, run.Hits())...)
	return line
}
