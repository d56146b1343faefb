package cli

import (
	"fmt"
	"runtime"
	"slices"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
)

func newAlgorithms(s streams) *cobra.Command {
	var form textOrJSON
	var problem string
	c := &cobra.Command{
		Use:   "algorithms [NAME]",
		Short: "List the algorithms, or the parameters of an algorithm",
		Args:  args(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, a []string) error {
			rows, err := algorithms(a, problem)
			if err != nil {
				return err
			}
			return form.write(s, rows, func(s streams) error {
				if len(a) > 0 && a[0] == catalog.Auto {
					return output.WriteAuto(s.out, rows)
				}
				if len(a) > 0 {
					return output.WriteParams(s.out, rows, problem == "")
				}
				return output.WriteAlgorithms(s.out, rows)
			})
		},
	}
	c.Flags().StringVar(&problem, "problem", "", "list only algorithms for this `problem`: tsp, vehicles, qap, perceptron, maxcut, colouring or function")
	form.flags(c)
	return c
}

// algorithms returns the algorithms for problem, or for every problem if problem is empty. If names
// is not empty, it returns only the algorithms called names[0] or, if names[0] is auto, those that
// auto may choose.
func algorithms(names []string, problem string) ([]problems.Offer, error) {
	all := problems.Offers()
	if problem != "" {
		all = slices.DeleteFunc(all, func(o problems.Offer) bool { return o.Problem != problem })
		if len(all) == 0 {
			return nil, usageError("unknown problem %q: expected tsp, vehicles, qap, perceptron, maxcut, colouring or function", problem)
		}
	}
	if len(names) == 0 {
		return all, nil
	}
	all = slices.DeleteFunc(all, func(o problems.Offer) bool {
		return o.Name != names[0] && !(names[0] == catalog.Auto && output.AutoMayPick(o))
	})
	if len(all) == 0 {
		return nil, usageError("unknown algorithm %q: 'tourmaline algorithms' lists the available ones", names[0])
	}
	return all, nil
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
