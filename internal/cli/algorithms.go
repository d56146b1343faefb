package cli

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
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
			return form.write(s, rows, func(s streams) error {
				if len(a) > 0 && a[0] == catalog.Auto {
					return printAuto(s, rows)
				}
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
	all = slices.DeleteFunc(all, func(o tourmaline.Offer) bool {
		return o.Name != names[0] && !(names[0] == catalog.Auto && autoMayPick(o))
	})
	if len(all) == 0 {
		return nil, usageError("unknown algorithm %q: 'tourmaline algorithms' lists them", names[0])
	}
	return all, nil
}

// autoMayPick tells whether auto can stand for an algorithm, by instance and limits.
func autoMayPick(o tourmaline.Offer) bool {
	return o.Default || o.Problem == tours && slices.Contains(catalog.AutoTours(), o.Name)
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
			fmt.Fprintf(w, "%s", heading(o.Problem, last != "", rows))
		}
		last = o.Problem
		fmt.Fprintf(w, "%s\t%s\n", o.Name, o.Summary)
	}
	return w.Flush()
}

func heading(problem string, more bool, rows []tourmaline.Offer) string {
	if problem == tours {
		return "auto\t" + catalog.AutoTourRule() + " (default)\n"
	}
	lines := "for assignments, perceptrons, cuts, colourings and functions\nauto\t" + autoOthers(rows) + " (default)\n"
	if more {
		return "\n" + lines
	}
	return lines
}

// autoOthers says what auto stands for, for problems other than tours.
func autoOthers(rows []tourmaline.Offer) string {
	var names []string
	of := map[string][]string{}
	for _, o := range rows {
		if !o.Default || o.Problem == tours {
			continue
		}
		if of[o.Name] == nil {
			names = append(names, o.Name)
		}
		of[o.Name] = append(of[o.Name], o.Problem)
	}
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = name + " for " + strings.Join(of[name], ", ")
	}
	return strings.Join(parts, "; ")
}

// printAuto says what auto stands for; the parameters are those of that algorithm.
func printAuto(s streams, rows []tourmaline.Offer) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "auto\tthe default: picks by the problem, its size, the limits and the threads, and says in the result why\n\n")
	if slices.ContainsFunc(rows, func(o tourmaline.Offer) bool { return o.Problem == tours }) {
		fmt.Fprintf(w, "tours\t%s\n", catalog.AutoTourRule())
	}
	if others := autoOthers(rows); others != "" {
		fmt.Fprintf(w, "others\t%s\n", others)
	}
	fmt.Fprintf(w, "\n'tourmaline algorithms NAME' lists the parameters of one.\n")
	return w.Flush()
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
