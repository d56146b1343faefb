package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// boardFacts are what info tells of a drill file.
type boardFacts struct {
	Name    string      `json:"name"`
	Unit    string      `json:"unit"`
	Numbers string      `json:"numbers"` // how they are written
	Holes   int         `json:"holes"`
	Travel  float64     `json:"travel"`
	Tools   []toolFacts `json:"tools"`
	Notes   []string    `json:"notes,omitempty"`
}

type toolFacts struct {
	Tool     int     `json:"tool"`
	Diameter float64 `json:"diameter"`
	Holes    int     `json:"holes"`
	Travel   float64 `json:"travel"`
}

// infoDrill shows what a drill file is.
func infoDrill(s streams, read reading, path string, form textOrJSON) error {
	b, err := read.board(path)
	if err != nil {
		return err
	}
	all, err := b.trips()
	if err != nil {
		return err
	}
	sum := total(all)
	facts := boardFacts{Name: b.name(), Unit: b.Unit, Numbers: b.Format, Holes: sum.Holes, Travel: sum.Before, Notes: b.Notes}
	for _, t := range byTool(all) {
		facts.Tools = append(facts.Tools, toolFacts{t.Tool, t.Diameter, t.Holes, t.Before})
	}
	return form.write(s, facts, func(s streams) error { return b.writeFacts(s.out, all) })
}

func (b board) writeFacts(w io.Writer, all []trip) error {
	const row = "%-5s %10s %9s %16s\n"
	var text strings.Builder
	fmt.Fprintf(&text, "%s\nunit %s, numbers with %s\n"+row, b.head(all), b.Unit, b.Format, "tool", "diameter", "holes", "travel")
	for _, t := range append(byTool(all), total(all)) {
		fmt.Fprintf(&text, row, t.name(), b.diameter(t), humanize.Cost(float64(t.Holes)), b.travel(t.Before))
	}
	for _, note := range b.Notes {
		fmt.Fprintf(&text, "note: %s\n", note)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// convertDrill writes the holes of a drill file as a table.
func convertDrill(s streams, read reading, path, out, form string) error {
	if form == "" {
		form = string(format.ByExtension(out))
	}
	if form != string(format.CSV) {
		return usageError("%s: a drill file is converted to a table of holes: expected a name that ends in .csv, or --format csv", out)
	}
	b, err := read.board(path)
	if err != nil {
		return err
	}
	err = s.create(out, func(w io.Writer) error {
		table := csv.NewWriter(w)
		_ = table.Write([]string{"x", "y", "tool", "diameter"}) // Error tells
		for _, run := range b.Runs {
			for _, h := range run.Holes {
				_ = table.Write([]string{digitsOf(h.X), digitsOf(h.Y), strconv.Itoa(run.Tool.Number), digitsOf(run.Tool.Diameter)})
			}
		}
		table.Flush()
		return table.Error()
	})
	if err == nil && out != "-" {
		s.say("%s: %s written to %s\n", humanize.Printable(b.name()), humanize.Count(b.Holes(), "hole"), out)
	}
	return err
}

func digitsOf(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// generateDrill writes a generated board, whose coordinates are thousandths of an inch:
// pins lie on its raster, vias do not.
func generateDrill(s streams, in *tsp.Instance, out string) error {
	const raster = 100
	tools := []drill.Tool{{Number: 1, Diameter: 0.012}, {Number: 2, Diameter: 0.035}}
	holes := make([][]float64, len(tools))
	xy := in.Coords()
	for i := 0; i < len(xy); i += 2 {
		tool := 0
		if math.Mod(xy[i], raster) == 0 && math.Mod(xy[i+1], raster) == 0 {
			tool = 1
		}
		holes[tool] = append(holes[tool], xy[i]/1000, xy[i+1]/1000)
	}
	if err := s.create(out, func(w io.Writer) error { return drill.Encode(w, drill.Inch, in.Comment, tools, holes) }); err != nil {
		return err
	}
	if out != "-" {
		s.say("%s: %s written to %s\n", humanize.Printable(in.Name), humanize.Count(in.N(), "hole"), out)
	}
	return nil
}

// drawDrill draws the holes of a drill file, and the way of a tool where it is one.
func drawDrill(s streams, read reading, files []string, p picture) error {
	b, err := read.board(files[0])
	if err != nil {
		return err
	}
	if len(files) == 2 {
		sorted, err := read.board(files[1])
		if err == nil {
			err = b.same(sorted)
		}
		if err != nil {
			return err
		}
		b = sorted
	}
	trips, err := b.trips()
	if err != nil {
		return err
	}
	m := plot.Map{Title: p.title, Theme: p.theme(), Width: p.width, Open: true, Unit: b.Unit, PerUnit: 1, Crop: p.frame != "all"}
	var drawn []trip
	for i, run := range b.Runs {
		if p.tool == 0 || run.Tool.Number == p.tool {
			m.XY = append(m.XY, run.Places()...)
			m.Holes = append(m.Holes, slices.Repeat([]float64{run.Tool.Diameter}, run.Hits())...)
			drawn = append(drawn, trips[i])
		}
	}
	if len(drawn) == 0 {
		return usageError("--tool %d: %s has no hole of it", p.tool, b.path)
	}
	m.Note = humanize.Count(total(drawn).Holes, "hole")
	if tools := byTool(drawn); len(tools) == 1 {
		m.Tour = tsp.Identity(len(m.XY) / 2)
		m.Note = strings.TrimSpace(fmt.Sprintf("T%d %s", tools[0].Tool, b.diameter(tools[0]))) + " · " + m.Note + " · travel " + b.travel(tools[0].Before)
	} else {
		m.Note += " · " + humanize.Count(len(tools), "tool")
	}
	if m.Title == "" {
		m.Title = b.name()
	}
	m.Details = p.details(m.Helpful() | plot.Holes)
	return p.draw(s, m)
}
