package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/tsp"
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
	SamePlace  int         `json:"cities_at_a_place_taken"`
	FixedEdges int         `json:"fixed_edges"`
	BestKnown  *float64    `json:"best_known"`
	Proven     bool        `json:"proven"`
	Estimate   *float64    `json:"uniform_estimate"`
	Hash       string      `json:"hash"`

	precision, forbidden string // for people
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
			problem, other, err := what.other(a[0], read.maxInput)
			if err != nil {
				return err
			}
			if other {
				return infoOther(s, problem, form)
			}
			in, err := read.instance(a[0])
			if err != nil {
				return err
			}
			f := gather(in)
			return form.write(s, f, func() error { return printFacts(s, f) })
		},
	}
	what.flags(c)
	read.flags(c)
	form.flags(c)
	return c
}

func gather(in *tsp.Instance) facts {
	f := facts{
		Name: in.Name, Comment: in.Comment, N: in.N(), Metric: in.Metric().String(), Symmetric: in.Symmetric(),
		Scale: in.Scale(), Exact: in.Rounding().Exact, FixedEdges: len(in.FixedEdges()), Hash: in.Hash(), SamePlace: samePlace(in),
	}
	f.precision, f.forbidden = precision(in.Rounding()), forbidden(in)
	if d := in.Dims(); d > 0 {
		box := in.Box()
		f.Box = [][]float64{box.Lo[:d], box.Hi[:d]}
	}
	if known, ok := tsp.BestKnown(in); ok {
		v := float64(known.Value)
		f.BestKnown, f.Proven = &v, known.Proven
	}
	if e := in.RandomTourEstimate(); e > 0 {
		f.Estimate = &e
	}
	return f
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
	row("name", "%s", printable(f.Name))
	if f.Comment != "" {
		row("comment", "%s", printableLines(f.Comment))
	}
	row("cities", "%s", cost(float64(f.N)))
	kind := "symmetric"
	if !f.Symmetric {
		kind = "asymmetric"
	}
	row("metric", "%s, %s", f.Metric, kind)
	if f.precision != "" {
		row("precision", "%s", f.precision)
	}
	if f.forbidden != "" {
		row("forbidden", "%s", f.forbidden)
	}
	if f.Box != nil {
		row("box", "%v to %v", f.Box[0], f.Box[1])
		row("shared places", "%s", cost(float64(f.SamePlace)))
	}
	if f.FixedEdges > 0 {
		row("fixed edges", "%d", f.FixedEdges)
	}
	switch {
	case f.BestKnown != nil && f.Proven:
		row("optimum", "%s", cost(*f.BestKnown))
	case f.BestKnown != nil:
		row("best known", "%s", cost(*f.BestKnown))
	}
	if f.Estimate != nil {
		row("if uniform", "about %s", cost(*f.Estimate))
	}
	row("hash", "%s", f.Hash)
	return w.Flush()
}
