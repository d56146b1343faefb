package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func newCheck(s streams) *cobra.Command {
	var read reading
	var way route
	var form report
	var what question
	c := &cobra.Command{
		Use:   "check INSTANCE TOUR",
		Short: "Check a tour or another solution and cost it from scratch",
		Long: `Check that TOUR visits every city of INSTANCE exactly once, and compute what it
costs. TOUR is a TSPLIB .tour file, a list of ids, a CSV with an id column, or
a result in JSON. Exit code 6 means that it is no tour of the instance.

Solutions of other problems are results in JSON, or .sln files of QAPLIB. For the
minimum of a function there is no INSTANCE but --problem and --dim.`,
		Args: args(cobra.RangeArgs(1, 2)),
		RunE: func(c *cobra.Command, a []string) error {
			instance := ""
			if len(a) == 2 {
				instance, a = a[0], a[1:]
			}
			problem, other, err := what.other(instance, read.maxInput)
			if err != nil {
				return err
			}
			if other {
				return checkOther(s, problem, form, a[0])
			}
			return check(s, read, way, form, instance, a[0])
		},
	}
	what.flags(c)
	read.flags(c)
	way.flags(c)
	form.flags(c)
	return c
}

func check(s streams, read reading, way route, form report, instance, path string) error {
	in, err := read.instance(instance)
	if err != nil {
		return err
	}
	if in, err = way.apply(in); err != nil {
		return err
	}
	claim := readClaim(path)
	if in, err = claim.apply(in, way); err != nil {
		return err
	}
	tour, err := checkedTour(path, in)
	if err != nil {
		return err
	}
	value := in.Cost(tour)
	if err := claim.judge(path, in, value); err != nil {
		return err
	}
	return form.write(s, judged(in, value), func() error {
		_, err := fmt.Fprintf(s.out, "%s: a %s of %s, cost %s%s\n", in.Name, kind(in), count(in.N(), "city"), price(in, value), quality(in, value))
		return err
	})
}

// kind names what the instance asks for.
func kind(in *tsp.Instance) string {
	if in.Open() {
		return "path"
	}
	return "tour"
}

// checkedTour reads a tour of the instance. A file that cannot be read is bad
// input; one that is no tour fails the check.
func checkedTour(path string, in *tsp.Instance) (tsp.Tour, error) {
	t, err := readTour(path, in)
	if errors.Is(err, format.ErrNoTour) {
		return nil, &exitError{exitCheck, err}
	}
	if err != nil {
		return nil, err
	}
	if err := in.Check(t); err != nil {
		return nil, &exitError{exitCheck, fmt.Errorf("%s is no tour of %s: %w", path, in.Name, err)}
	}
	return t, nil
}

func readTour(path string, in *tsp.Instance) (tsp.Tour, error) {
	t, err := format.ReadTourFile(path, in)
	return t, inputError(err)
}

// judgement is what check tells in JSON.
type judgement struct {
	Name      string   `json:"name"`
	N         int      `json:"n"`
	Cost      float64  `json:"cost"`
	BestKnown *float64 `json:"best_known"`
	Gap       *float64 `json:"gap_percent"`
}

func judged(in *tsp.Instance, value float64) judgement {
	j := judgement{Name: in.Name, N: in.N(), Cost: value}
	if known, ok := tsp.BestKnown(in); ok {
		j.BestKnown, j.Gap = new(float64(known.Value)), new(known.Gap(value))
	}
	return j
}
