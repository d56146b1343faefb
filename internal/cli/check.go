package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/verify"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func newCheck(s streams) *cobra.Command {
	var read reading
	var way route
	var form textOrJSON
	var what problemFlags
	var m measures
	var certified bool
	var several vans
	var timing schedule
	c := &cobra.Command{
		Use:   "check INSTANCE TOUR…",
		Short: "Check a tour or other solution and compute its cost",
		Long: `Check that TOUR visits every city of INSTANCE exactly once, and compute its cost.
TOUR is any file that 'solve' writes, a TSPLIB .tour file from a different program, a
list of ids or labels, or a CSV file with an id or name column. It may be compressed, a
pipe, or - for standard input. Exit code 6 means that it is not a tour of the instance,
or that it states a wrong cost, lower bound, instance, number of cities, leg, total or
label. Whole costs must be equal; other costs may differ by a relative 1e-12. If the file
states that it is a path, its cost is that of a path. With --certificate, the file must
also prove a lower bound: see docs/bounds.md. Several tours are each compared
with the first.

For a drill file, TOUR is a file with the same holes for each tool in a different order.

With --vehicles, --capacity or --fleet, TOUR is a plan that 'solve' wrote with the same
flags: a result or a table. Limits and all stated legs, times and loads are checked.

Solutions of other problems are JSON results or QAPLIB .sln files. The minimum of a
function has no INSTANCE: use --problem and --dim instead.`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			overwrites := form.checkOverwrite(append(read.files(), a...)...)
			if err := cmp.Or(overwrites, rejectEmpty(c)); err != nil {
				return err
			}
			instance := ""
			if len(a) == 1 && !slices.Contains(problems.Functions(), what.problem) {
				return usageError("expected '%s', got 1 argument: the tour or solution of %s is missing", c.UseLine(), a[0])
			}
			if len(a) > 1 {
				instance, a = a[0], a[1:]
			}
			asked, err := several.applies(what.problem, instance)
			switch {
			case err != nil:
				return err
			case asked:
				return dispatch{several, read, way, timing}.check(s, form, m, instance, a)
			}
			if len(a) > 1 {
				if err := what.onlyTours(read, instance); err != nil {
					return err
				}
				return check(c.Context(), s, read, way, form, m, instance, a, certified)
			}
			if instance == "-" && a[0] == "-" {
				return usageError("standard input can be read only once: name a file for INSTANCE or TOUR")
			}
			if what.problem == "" && read.isDrill(instance) {
				return checkDrill(s, read, form, instance, a[0])
			}
			problem, other, err := what.readOther(instance, read)
			switch {
			case err != nil:
				return err
			case other:
				return checkOther(s, problem, form, a[0])
			}
			return check(c.Context(), s, read, way, form, m, instance, a, certified)
		},
	}
	what.flags(c)
	read.flags(c)
	read.roads.flags(s, c)
	way.flags(c)
	m.flags(c)
	form.flags(c)
	several.flags(c)
	timing.flags(c)
	c.Flags().BoolVar(&certified, "certificate", false, "also verify the certificate of the lower bound in a JSON result that 'solve --bound' wrote; takes time in proportion to the square of the number of cities")
	return c
}

func check(ctx context.Context, s streams, read reading, way route, form textOrJSON, m measures, instance string, paths []string, certified bool) error {
	in, err := read.instance(instance)
	if err != nil {
		return err
	}
	if in, err = way.apply(in); err != nil {
		return err
	}
	var tours []verify.Tour
	for _, path := range paths {
		t, err := readTour(path, in, way)
		if err == nil {
			err = checkError(t.Check())
		}
		if err == nil && certified {
			err = checkError(t.CheckCertificate(ctx))
		}
		if err != nil {
			return err
		}
		tours = append(tours, t)
	}
	if len(tours) > 1 {
		return writeComparison(s, form, m, verify.Compare(tours))
	}
	in, r := tours[0].Instance, tours[0].Report()
	return form.write(s, r, func(s streams) error {
		_, err := fmt.Fprintf(s.out, "%s: a %s of %s, %s%s%s\n", humanize.Printable(in.Name()), output.Kind(in), humanize.Count(in.N(), output.Noun(in)),
			output.Price(r.Cost, in.Details().Unit, m.system()), r.StatedText()+r.ProvenText(), output.Quality(in, r.Cost, m.system()))
		return err
	})
}

func writeComparison(s streams, form textOrJSON, m measures, all []verify.Comparison) error {
	return form.write(s, all, func(s streams) error {
		for _, c := range all {
			if _, err := fmt.Fprintf(s.out, "%s: a %s of %s, %s%s\n", humanize.Printable(c.File), output.Kind(c.Instance), humanize.Count(c.N, output.Noun(c.Instance)),
				output.Price(c.Cost, c.Instance.Details().Unit, m.system()), c.Text(all[0], m.system())); err != nil {
				return err
			}
		}
		return nil
	})
}

// readTour reads a tour of an instance. If the file declares a path, readTour converts the instance
// to a path, unless a route flag is set or the instance is already a path.
func readTour(path string, in *tsp.Instance, way route) (verify.Tour, error) {
	t, err := verify.ReadTour(path, in, way == (route{}))
	return t, checkError(err)
}

// checkError adds the exit code to an error from a check.
func checkError(err error) error {
	var failed *verify.Error
	if errors.As(err, &failed) {
		return &exitError{exitCheck, err}
	}
	return inputError(err)
}
