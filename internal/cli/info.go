package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// facts are what info tells.
type facts struct {
	Name       string      `json:"name"`
	Comment    string      `json:"comment,omitempty"`
	N          int         `json:"n"`
	Metric     string      `json:"metric"`
	Symmetric  bool        `json:"symmetric"`
	Scale      float64     `json:"scale"`
	Exact      bool        `json:"exact"` // no distance was rounded
	Box        [][]float64 `json:"box,omitempty"`
	Unit       string      `json:"unit,omitempty"`
	SamePlace  int         `json:"cities_at_a_place_taken"`
	RowsLeft   int         `json:"rows_left_out,omitempty"`
	Doubts     []string    `json:"doubts,omitempty"`
	FixedEdges int         `json:"fixed_edges"`
	BestKnown  *float64    `json:"best_known"`
	Proven     bool        `json:"proven"`
	Estimate   *float64    `json:"uniform_estimate"`
	Hash       string      `json:"hash"`

	precision, forbidden string   // for people
	skipped              []string // faults of rows that were left out
}

func newInfo(s streams) *cobra.Command {
	var read reading
	var form textOrJSON
	var what question
	c := &cobra.Command{
		Use:   "info FILE",
		Short: "Show what an instance is",
		Args:  args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, a []string) error {
			if err := form.spare(append(read.files(), a...)...); err != nil {
				return err
			}
			if what.problem == "" && read.isDrill(a[0]) {
				return infoDrill(s, read, a[0], form)
			}
			problem, other, err := what.other(a[0], read.maxInput)
			if err != nil {
				return err
			}
			if other {
				return infoOther(s, problem, form)
			}
			doc, err := read.document(a[0])
			if err != nil {
				return err
			}
			f := gather(doc.Instance)
			f.notice(doc)
			return form.write(s, f, func(s streams) error { return printFacts(s, f) })
		},
	}
	what.flags(c)
	read.flags(c)
	read.roads.flags(s, c)
	form.flags(c)
	return c
}

func gather(in *tsp.Instance) facts {
	f := facts{
		Name: in.Name(), Comment: in.Details().Comment, N: in.N(), Metric: in.Metric().String(), Symmetric: in.Symmetric(),
		Unit: in.Details().Unit, Scale: in.Scale(), Exact: in.Rounding().Exact, FixedEdges: len(in.FixedEdges()), Hash: in.Hash(), SamePlace: samePlace(in),
	}
	f.precision, f.forbidden = output.Precision(in.Rounding()), output.Forbidden(in)
	if d := in.Dims(); d > 0 {
		box := places.Box(in)
		f.Box = [][]float64{box.Lo[:d], box.Hi[:d]}
	}
	if known, ok := tsp.BestKnown(in); ok {
		v := float64(known.Value)
		f.BestKnown, f.Proven = &v, known.Proven
	}
	if e := places.RandomTourEstimate(in); e > 0 {
		f.Estimate = &e
	}
	return f
}

// notice adds what was noticed while the file was read.
func (f *facts) notice(doc *format.Document) {
	f.RowsLeft = doc.Left
	for _, e := range doc.Skipped {
		f.skipped = append(f.skipped, e.Error())
	}
	f.Doubts = doubtsAbout(doc)
}

// samePlace counts the cities whose place another city before has.
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

func printFacts(s streams, f facts) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	row := func(name, format string, a ...any) { fmt.Fprintf(w, "%s\t%s\n", name, fmt.Sprintf(format, a...)) }
	row("name", "%s", humanize.Printable(f.Name))
	if f.Comment != "" {
		row("comment", "%s", humanize.PrintableLines(f.Comment))
	}
	row("cities", "%s", humanize.Cost(float64(f.N)))
	kind := "symmetric"
	if !f.Symmetric {
		kind = "asymmetric"
	}
	row("metric", "%s, %s", f.Metric, kind)
	if f.Unit != "" {
		row("unit", "%s", humanize.Printable(f.Unit))
	}
	if f.precision != "" {
		row("precision", "%s", f.precision)
	}
	if f.forbidden != "" {
		row("forbidden", "%s", f.forbidden)
	}
	if f.Box != nil {
		row("box", "%v to %v", f.Box[0], f.Box[1])
	}
	if f.SamePlace == 1 {
		row("repeated", "1 city shares a place with another")
	} else if f.SamePlace > 1 {
		row("repeated", "%s share a place with another", humanize.Count(f.SamePlace, "city"))
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
		row("for comparison", "a random instance of this size: about %s", humanize.Cost(*f.Estimate))
	}
	for i, fault := range f.skipped[:min(len(f.skipped), 10)] {
		if i == 0 {
			row("left out", "%s", humanize.Count(f.RowsLeft, "row"))
		}
		row("", "%s", humanize.Printable(fault))
	}
	for _, doubt := range f.Doubts {
		row("doubt", "%s", humanize.Printable(doubt))
	}
	row("hash", "%s", f.Hash)
	return w.Flush()
}
