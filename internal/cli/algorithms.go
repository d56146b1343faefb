package cli

import (
	"fmt"
	"runtime"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
)

func newAlgorithms(s streams) *cobra.Command {
	var form textOrJSON
	var problem string
	c := &cobra.Command{
		Use:   "algorithms [NAME]",
		Short: "List the algorithms, or the parameters of one",
		Args:  args(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, a []string) error {
			rows, err := algorithms(a, problem)
			if err != nil {
				return err
			}
			return form.write(s, rows, func() error {
				if len(a) > 0 {
					return printDetails(s, rows, problem == "")
				}
				return printAlgorithms(s, rows)
			})
		},
	}
	c.Flags().StringVar(&problem, "problem", "", "only those for one problem: tsp, qap, perceptron, maxcut, colouring or function")
	form.flags(c)
	return c
}

// algorithms are all there are, those of a name, or those for a problem.
func algorithms(names []string, problem string) ([]tourmaline.Offer, error) {
	all := tourmaline.Offers()
	if problem != "" {
		all = slices.DeleteFunc(all, func(o tourmaline.Offer) bool { return o.Problem != problem })
		if len(all) == 0 {
			return nil, usageError("unknown problem %q: expected tsp, qap, perceptron, maxcut, colouring or function", problem)
		}
	}
	if len(names) == 0 {
		return all, nil
	}
	all = slices.DeleteFunc(all, func(o tourmaline.Offer) bool { return o.Name != names[0] })
	if len(all) == 0 {
		return nil, usageError("unknown algorithm %q: 'tourmaline algorithms' lists them", names[0])
	}
	return all, nil
}

// printAlgorithms prints those for tours, and once those that all other problems have.
func printAlgorithms(s streams, rows []tourmaline.Offer) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	last := ""
	for _, o := range rows {
		if o.Problem != last && last != "" && last != tours {
			break
		}
		if o.Problem != last {
			fmt.Fprintf(w, "%s", heading(o.Problem, last != ""))
		}
		last = o.Problem
		fmt.Fprintf(w, "%s\t%s\n", o.Name, o.Summary)
	}
	return w.Flush()
}

func heading(problem string, more bool) string {
	if problem == tours {
		return "auto\texact for tiny instances, ils for all others (default)\n"
	}
	lines := "for assignments, perceptrons, cuts and functions\nauto\ttabu; climb for functions (default)\n"
	if more {
		return "\n" + lines
	}
	return lines
}

// printDetails prints parameters, of problems other than tours for the first only unless
// one was asked for.
func printDetails(s streams, rows []tourmaline.Offer, brief bool) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	others := ""
	for _, o := range rows {
		if brief && o.Problem != tours {
			if others != "" {
				others += ", "
			}
			if others += o.Problem; others != o.Problem {
				continue
			}
		}
		fmt.Fprintf(w, "%s\t%s\n\nparameter\tdefault for %s, %s\t\n", o.Name, o.Summary, o.Problem, o.Typical)
		for _, p := range o.Params {
			fmt.Fprintf(w, "-p %s=…\t%v\t%s\n", p.Name, p.Default, p.Usage)
		}
		fmt.Fprintf(w, "\n")
	}
	if err := w.Flush(); err != nil || others == "" {
		return err
	}
	_, err := fmt.Fprintf(s.out, "The same for %s; --problem shows the defaults of one.\n", others)
	return err
}

func newVersion(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Show the version",
		Args:  args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(s.out, "tourmaline %s %s %s/%s\n", tourmaline.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
