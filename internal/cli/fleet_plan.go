package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/internal/verify"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// plan reads a plan that passes the check: a JSON result, or a table that 'solve' wrote. If stated
// is true, the legs and times in a table are checked, too.
func (d dispatch) plan(j *fleet.Job, path string, stated bool) (verify.Plan, error) {
	if d.IsWorkbook(path) || slices.Contains([]string{".csv", ".tsv", ".txt"}, strings.ToLower(filepath.Ext(unpack.Name(path)))) {
		rows, err := d.rows(path)
		if err != nil {
			return verify.Plan{}, err
		}
		p, err := verify.ReadPlanTable(path, j, rows, stated)
		return p, checkError(err)
	}
	problem := tourmaline.Vehicles(j.Problem)
	answer, err := readAnswer(problem, path)
	if err != nil {
		return verify.Plan{}, answerError(err)
	}
	if err := answer.Check(problem); err != nil {
		return verify.Plan{}, &exitError{exitCheck, fmt.Errorf("%s: %w", path, err)}
	}
	return verify.NewPlan(path, j, answer.Solution.(vrp.Plan), answer.Stated != nil)
}

// check checks plans for several vehicles.
func (d dispatch) check(s streams, form textOrJSON, m measures, instance string, paths []string) error {
	d.timing.system = m.system()
	j, err := d.job(instance)
	if err != nil {
		return err
	}
	var plans []verify.Plan
	for _, path := range paths {
		p, err := d.plan(j, path, true)
		if err != nil {
			return err
		}
		plans = append(plans, p)
	}
	all := verify.ComparePlans(plans)
	var result any = all
	if len(all) == 1 {
		result = all[0]
	}
	return form.write(s, result, func(s streams) error {
		for _, r := range all {
			if _, err := fmt.Fprintf(s.out, "%s: %s\n", humanize.Printable(r.File), r.Text(all[0], m.system())); err != nil {
				return err
			}
		}
		return nil
	})
}

// info describes stops and vehicles, and says what can be said without a search.
func (d dispatch) info(s streams, form textOrJSON, path string) error {
	j, err := d.job(path)
	if err != nil {
		return err
	}
	info, err := tourmaline.Vehicles(j.Problem).Info()
	if err != nil {
		return err
	}
	f := output.DescribeFleet(j.Problem, info, j)
	return form.write(s, f, func(s streams) error { return f.Write(s.out) })
}

// draw draws a plan.
func (d dispatch) draw(s streams, a []string, p picture) error {
	if len(a) != 2 {
		return usageError("expected 'plot STOPS PLAN': write a plan first with 'solve %s -o plan.csv' and the same flags", a[0])
	}
	d.timing.system = p.system()
	j, err := d.job(a[0])
	if err != nil {
		return err
	}
	plan, err := d.plan(j, a[1], false)
	if err != nil {
		return err
	}
	return drawPlan(s, plan.Plan, p)
}

// onlyFleets rejects flags that info reads only for several vehicles.
func onlyFleets(c *cobra.Command) error {
	for _, name := range []string{"start", "end", "open", "depart", "speed", "minutes-per-stop", "road-factor"} {
		if c.Flags().Changed(name) {
			return usageError("--%s: info uses it only for several vehicles: add --vehicles N, --capacity or --fleet", name)
		}
	}
	return nil
}
