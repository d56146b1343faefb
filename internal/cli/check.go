package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/generate"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func newCheck(s streams) *cobra.Command {
	var read reading
	var way route
	var form textOrJSON
	var what question
	var m measures
	c := &cobra.Command{
		Use:   "check INSTANCE TOUR…",
		Short: "Check a tour or another solution and cost it from scratch",
		Long: `Check that TOUR visits every city of INSTANCE exactly once, and compute what it
costs. TOUR is anything that 'solve' writes, a TSPLIB .tour file of another
program, a list of ids or labels, or a CSV with a column id or name. It may be
compressed, a pipe, or - for standard input. Exit code 6 means that it is not a
tour of the instance, or that what it states of itself is false: its cost, its
number of cities, a leg, a total, a label. Whole costs must be equal, others may differ by a
relative 1e-12. A file that says it is a path is costed as one. Several tours are each
set beside the first.

For a drill file, TOUR is one with the same holes for each tool in another order.

Solutions of other problems are results in JSON, or .sln files of QAPLIB. For the
minimum of a function there is no INSTANCE but --problem and --dim.`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			if err := form.spare(append(read.files(), a...)...); err != nil {
				return err
			}
			if err := meaningful(c); err != nil {
				return err
			}
			instance := ""
			if len(a) == 1 && !slices.Contains(generate.Functions(), what.problem) {
				return usageError("expected '%s', got 1 argument: what is the TOUR, or the solution, of %s?", c.UseLine(), a[0])
			}
			if len(a) > 1 {
				instance, a = a[0], a[1:]
			}
			if len(a) > 1 {
				if err := what.onlyTours(read, instance); err != nil {
					return err
				}
				return checkSeveral(s, read, way, form, m, instance, a)
			}
			if instance == "-" && a[0] == "-" {
				return usageError("standard input can be read once only: name a file for INSTANCE or TOUR")
			}
			if what.problem == "" && read.isDrill(instance) {
				return checkDrill(s, read, form, instance, a[0])
			}
			problem, other, err := what.other(instance, read.maxInput)
			if err != nil {
				return err
			}
			if other {
				return checkOther(s, problem, form, a[0])
			}
			return check(s, read, way, form, m, instance, a[0])
		},
	}
	what.flags(c)
	read.flags(c)
	read.roads.flags(s, c)
	way.flags(c)
	m.flags(c)
	form.flags(c)
	return c
}

func check(s streams, read reading, way route, form textOrJSON, m measures, instance, path string) error {
	in, err := read.instance(instance)
	if err != nil {
		return err
	}
	if in, err = way.apply(in); err != nil {
		return err
	}
	claim, err := readClaim(path, in, way)
	if err != nil {
		return err
	}
	if err := claim.judge(); err != nil {
		return err
	}
	in = claim.in
	value := in.Cost(claim.tour)
	j := judged(in, value)
	j.Stated = claim.stated.Cost
	return form.write(s, j, func(s streams) error {
		_, err := fmt.Fprintf(s.out, "%s: a %s of %s, %s%s%s\n", humanize.Printable(in.Name()), output.Kind(in), humanize.Count(in.N(), "city"),
			m.price(value, in.Details().Unit), truth(j.Stated), m.quality(in, value))
		return err
	})
}

// judgement is what check tells in JSON.
type judgement struct {
	Name      string   `json:"name"`
	N         int      `json:"n"`
	Problem   string   `json:"problem"`
	Cost      float64  `json:"cost"`
	Stated    *float64 `json:"stated_cost"` // what the file says; null: nothing
	BestKnown *float64 `json:"best_known"`
	Gap       *float64 `json:"gap_percent"`
}

func judged(in *tsp.Instance, value float64) judgement {
	j := judgement{Name: in.Name(), N: in.N(), Problem: output.Kind(in), Cost: value}
	if known, ok := tsp.BestKnown(in); ok {
		j.BestKnown, j.Gap = new(float64(known.Value)), new(100*(value/float64(known.Value)-1))
	}
	return j
}
