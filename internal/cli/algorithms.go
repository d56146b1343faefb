package cli

import (
	"fmt"
	"runtime"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/params"
)

// An offer is a row of what there is.
type offer struct {
	Name     string         `json:"name"`
	Problems string         `json:"problems"` // tours, or others
	Summary  string         `json:"summary"`
	Params   []params.Param `json:"params"`
	typical  string         // the size whose defaults are shown
}

const others = "others"

func newAlgorithms(s streams) *cobra.Command {
	var form report
	c := &cobra.Command{
		Use:   "algorithms [NAME]",
		Short: "List the algorithms, or the parameters of one",
		Args:  args(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, a []string) error {
			rows, err := algorithms(a)
			if err != nil {
				return err
			}
			return form.write(s, rows, func() error { return printAlgorithms(s, rows, len(a) > 0) })
		},
	}
	form.flags(c)
	return c
}

// algorithms are all there are, or those of a name.
func algorithms(names []string) ([]offer, error) {
	const cities, size = 1000, 100
	var all []offer
	for _, a := range catalog.Algorithms() {
		all = append(all, offer{a.Name, "tours", a.Summary, params.Describe(a.Params(cities)), count(cities, "city")})
	}
	for _, w := range catalog.Walks() {
		all = append(all, offer{w.Name, others, w.Summary, params.Describe(w.Params(size, size*size)), fmt.Sprintf("qap of size %d", size)})
	}
	if len(names) == 0 {
		return all, nil
	}
	all = slices.DeleteFunc(all, func(o offer) bool { return o.Name != names[0] })
	if len(all) == 0 {
		return nil, usageError("unknown algorithm %q: 'tourmaline algorithms' lists them", names[0])
	}
	return all, nil
}

func printAlgorithms(s streams, rows []offer, details bool) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	if !details {
		fmt.Fprintf(w, "auto\texact for tiny instances, ils for all others (default)\n")
	}
	for i, o := range rows {
		if !details && o.Problems == others && rows[i-1].Problems != others {
			fmt.Fprintf(w, "\nfor assignments, perceptrons, cuts and functions\n")
			fmt.Fprintf(w, "auto\ttabu; climb for functions (default)\n")
		}
		fmt.Fprintf(w, "%s\t%s\n", o.Name, o.Summary)
		if !details {
			continue
		}
		fmt.Fprintf(w, "\nparameter\tdefault for %s\t\n", o.typical)
		for _, p := range o.Params {
			fmt.Fprintf(w, "-p %s=…\t%v\t%s\n", p.Name, p.Default, p.Usage)
		}
		if i+1 < len(rows) {
			fmt.Fprintf(w, "\n")
		}
	}
	return w.Flush()
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
