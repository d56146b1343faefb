package cli

import (
	"fmt"
	"runtime"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
)

// typical is the number of cities whose default parameters are shown.
const typical = 1000

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
			return form.write(s, describe(rows), func() error { return printAlgorithms(s, rows) })
		},
	}
	form.flags(c)
	return c
}

func algorithms(names []string) ([]catalog.Algorithm, error) {
	all := catalog.Algorithms()
	if len(names) == 0 {
		return all, nil
	}
	for _, a := range all {
		if a.Name == names[0] {
			return []catalog.Algorithm{a}, nil
		}
	}
	return nil, usageError("unknown algorithm %q: 'tourmaline algorithms' lists them", names[0])
}

func printAlgorithms(s streams, rows []catalog.Algorithm) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	if len(rows) > 1 {
		fmt.Fprintf(w, "auto\texact for tiny instances, ils for all others (default)\n")
	}
	for _, a := range rows {
		fmt.Fprintf(w, "%s\t%s\n", a.Name, a.Summary)
	}
	if len(rows) == 1 {
		fmt.Fprintf(w, "\nparameter\tdefault for %s\t\n", count(typical, "city"))
		for _, p := range catalog.Describe(rows[0].Params(typical)) {
			fmt.Fprintf(w, "-p %s=…\t%v\t%s\n", p.Name, p.Default, p.Usage)
		}
	}
	return w.Flush()
}

// description is an algorithm in JSON.
type description struct {
	Name    string      `json:"name"`
	Summary string      `json:"summary"`
	Params  []parameter `json:"params"`
}

type parameter struct {
	Name    string `json:"name"`
	Default any    `json:"default"`
	Usage   string `json:"usage"`
}

func describe(rows []catalog.Algorithm) []description {
	var out []description
	for _, a := range rows {
		d := description{Name: a.Name, Summary: a.Summary}
		for _, p := range catalog.Describe(a.Params(typical)) {
			d.Params = append(d.Params, parameter{p.Name, p.Default, p.Usage})
		}
		out = append(out, d)
	}
	return out
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
