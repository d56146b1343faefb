package output

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Facts describes an instance.
type Facts struct {
	Name       string      `json:"name"`
	Comment    string      `json:"comment,omitempty"`
	N          int         `json:"n"`
	Metric     string      `json:"metric"`
	Symmetric  bool        `json:"symmetric"`
	Scale      float64     `json:"scale"`
	Exact      bool        `json:"exact"` // whether no distance was rounded
	Box        [][]float64 `json:"box,omitempty"`
	Unit       string      `json:"unit,omitempty"`
	SamePlace  int         `json:"cities_at_a_place_taken"`
	RowsLeft   int         `json:"rows_left_out,omitempty"`
	Doubts     []string    `json:"doubts,omitempty"`
	Used       string      `json:"columns_used,omitempty"`
	FixedEdges int         `json:"fixed_edges"`
	BestKnown  *float64    `json:"best_known"`
	Proven     bool        `json:"proven"`
	Estimate   *float64    `json:"uniform_estimate"`
	Hash       string      `json:"hash"`

	Skipped []string `json:"-"` // reasons why rows were skipped

	precision, forbidden string
}

// Describe returns the facts about an instance.
func Describe(in *tsp.Instance) Facts {
	f := Facts{
		Name: in.Name(), Comment: in.Details().Comment, N: in.N(), Metric: in.Metric().String(), Symmetric: in.Symmetric(),
		Unit: in.Details().Unit, Scale: in.Scale(), Exact: in.Rounding().Exact, FixedEdges: len(in.FixedEdges()), Hash: in.Hash(), SamePlace: samePlace(in),
	}
	f.precision, f.forbidden = Precision(in.Rounding()), Forbidden(in)
	if d := in.Dims(); d > 0 {
		box := places.Box(in)
		f.Box = [][]float64{box.Lo[:d], box.Hi[:d]}
	}
	if known, ok := tsp.BestKnown(in); ok {
		f.BestKnown, f.Proven = new(float64(known.Value)), known.Proven
	}
	if e := places.RandomTourEstimate(in); e > 0 {
		f.Estimate = &e
	}
	return f
}

// samePlace returns the number of cities that share the place of an earlier city.
func samePlace(in *tsp.Instance) int {
	type place [3]float64
	seen := make(map[place]bool, in.N())
	d := in.Dims()
	if d == 0 {
		return 0
	}
	for i := 0; i < len(in.Coords()); i += d {
		var p place
		copy(p[:], in.Coords()[i:i+d])
		seen[p] = true
	}
	return in.N() - len(seen)
}

// Write writes the facts as a human-readable table.
func (f Facts) Write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name, format string, a ...any) { fmt.Fprintf(w, "%s\t%s\n", name, fmt.Sprintf(format, a...)) }
	known := func(name, value string) {
		if value != "" {
			row(name, "%s", value)
		}
	}
	row("name", "%s", humanize.Printable(f.Name))
	known("comment", humanize.PrintableLines(f.Comment))
	row("cities", "%s", humanize.Cost(float64(f.N)))
	kind := "symmetric"
	if !f.Symmetric {
		kind = "asymmetric"
	}
	row("metric", "%s, %s", f.Metric, kind)
	known("unit", humanize.Printable(f.Unit))
	known("precision", f.precision)
	known("forbidden", f.forbidden)
	if f.Box != nil {
		row("box", "%v to %v", f.Box[0], f.Box[1])
	}
	if f.SamePlace == 1 {
		row("repeated", "1 city has the same coordinates as another city")
	} else if f.SamePlace > 1 {
		row("repeated", "%s have the same coordinates as another city", humanize.Count(f.SamePlace, "city"))
	}
	if f.FixedEdges > 0 {
		row("fixed edges", "%d", f.FixedEdges)
	}
	switch {
	case f.BestKnown != nil && f.Proven:
		row("optimum", "%s", humanize.Cost(*f.BestKnown))
	case f.BestKnown != nil:
		row("best known", "%s", humanize.Cost(*f.BestKnown))
	}
	if f.Estimate != nil {
		row("for comparison", "about %s for a random instance of this size", humanize.Cost(*f.Estimate))
	}
	known("columns", humanize.Printable(strings.TrimPrefix(f.Used, "columns: ")))
	for i, fault := range f.Skipped[:min(len(f.Skipped), 10)] {
		if i == 0 {
			row("skipped", "%s", humanize.Count(f.RowsLeft, "row"))
		}
		row("", "%s", humanize.Printable(fault))
	}
	for _, doubt := range f.Doubts {
		row("warning", "%s", humanize.Printable(doubt))
	}
	row("hash", "%s", f.Hash)
	return w.Flush()
}

// Interpretation describes how a file was interpreted.
func Interpretation(in *tsp.Instance) string {
	switch m := in.Metric(); {
	case m == tsp.Haversine:
		return "latitude and longitude, straight-line distances"
	case m == tsp.Explicit && in.Symmetric():
		return "a symmetric distance matrix"
	case m == tsp.Explicit:
		return "an asymmetric distance matrix"
	case m == tsp.Euclidean:
		return fmt.Sprintf("%d coordinates each, Euclidean distances", in.Dims())
	default:
		return m.String()
	}
}
