package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/report"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/term"
)

// bench is one run of the bench command.
type bench struct {
	trial
	full   bool
	dryRun bool
	repeat int
	runs   int
	only   []string
	output string
}

func newBench(s streams) *cobra.Command {
	v := &bench{trial: trial{streams: s}}
	c := &cobra.Command{
		Use:   "bench PLAN",
		Short: "Run an experiment: several algorithms on several instances",
		Long: `Run the experiment that PLAN describes: a TOML file with instances, contestants
(an algorithm with its parameters, an engine and a number of threads), runs or seeds,
and limits. docs/experiments.md describes the format.

The contestants alternate, so that they all run under the same machine load. Each run
appends a line to the output, with its result, the machine, and the load that other
programs caused. Repeat the command to resume an experiment that was stopped or killed:
no run is lost or repeated.

'tourmaline compare' evaluates the output.`,
		Example: `  tourmaline bench plans/acs16-table5.toml --data folder-with-tsplib
  tourmaline bench plan.toml --full -o full.ndjson
  tourmaline compare full.ndjson -o report.html`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, a []string) error { return v.run(c, a[0]) },
	}
	f := c.Flags()
	f.SortFlags = false
	f.BoolVar(&v.full, "full", false, "run at full size, as set under [full] in the plan")
	f.StringVarP(&v.output, "output", "o", "", "`file` to append the records to (default: the plan's name with .ndjson)")
	f.IntVar(&v.runs, "runs", 0, "runs of each contestant on each instance (default: as in the plan)")
	f.StringSliceVar(&v.only, "contestants", nil, "contestants to run (default: all)")
	f.BoolVar(&v.dryRun, "dry-run", false, "list the runs as commands, without running them")
	f.IntVar(&v.repeat, "repeat", 0, "repeat up to this `number` of recorded runs, and compare their costs with the records instead of adding records")
	v.flags(c)
	return c
}

func (v *bench) run(c *cobra.Command, path string) error {
	if v.data == "" {
		v.data = filepath.Dir(path)
	}
	p, err := v.plan(path)
	if err != nil {
		return err
	}
	if v.dryRun {
		return v.list(p)
	}
	log := v.log(path)
	if v.repeat != 0 {
		return v.repeatRuns(c, p, log)
	}
	records, err := v.runPlan(c, p, log)
	if err != nil {
		return err
	}
	return v.summarise(records, log)
}

// plan reads the plan and applies the flags.
func (v *bench) plan(path string) (*experiment.Plan, error) {
	p, err := readPlan(path)
	if err != nil {
		return nil, err
	}
	if p.Paper != nil && p.Paper.Command != "" {
		return nil, inputError(fmt.Errorf("%s defines no runs: measure %s by\n%s", path, p.Paper.Item, p.Paper.Command))
	}
	if unknown := p.Unknown(v.data, problems.IsName); len(unknown) > 0 {
		return nil, inputError(fmt.Errorf("%s: unknown instance %s, for which the plan sets limits or contestants", path, strings.Join(unknown, ", ")))
	}
	if v.full {
		p = p.AtFullSize()
	}
	if v.runs < 0 {
		return nil, usageError("--runs must not be negative")
	}
	if v.runs > 0 {
		p.Runs, p.Seeds = v.runs, nil
		if err := p.Validate(); err != nil {
			return nil, usageError("--runs: %w", err)
		}
	}
	if len(v.only) > 0 {
		if err := p.Keep(v.only); err != nil {
			return nil, usageError("--contestants: %w", err)
		}
	}
	return p, nil
}

func readPlan(path string) (*experiment.Plan, error) {
	p, err := budget.File(path, experiment.ReadPlan)
	return p, inputError(err)
}

// log returns the name of the record file.
func (v *bench) log(plan string) string {
	if v.output != "" {
		return v.output
	}
	name := strings.TrimSuffix(filepath.Base(plan), filepath.Ext(plan))
	if v.full {
		name += "-full"
	}
	return name + ".ndjson"
}

// list prints the command of every run.
func (v *bench) list(p *experiment.Plan) error {
	runs, err := v.schedule(p)
	if err != nil {
		return err
	}
	commands, err := v.bench().Commands(runs)
	if err != nil {
		return err
	}
	for _, c := range commands {
		if _, err := fmt.Fprintln(v.out, c); err != nil {
			return outputError(err)
		}
	}
	return nil
}

// repeatRuns repeats recorded runs of a plan and compares their results with the records.
func (v *bench) repeatRuns(c *cobra.Command, p *experiment.Plan, log string) error {
	if v.repeat < 0 {
		return usageError("--repeat must not be negative")
	}
	runs, err := v.schedule(p)
	if err != nil {
		return err
	}
	records, err := experiment.ReadLog(log)
	if err != nil {
		return inputError(err)
	}
	n, differ := 0, 0
	for r, err := range v.bench().Repeat(c.Context(), runs, records, v.repeat) {
		verdict := "cost " + humanize.Exact(r.Result.Cost) + ", as recorded"
		if errors.Is(err, experiment.ErrDiffers) {
			verdict = err.Error()
			differ++
		} else if err != nil {
			return runError(err)
		}
		if _, err := fmt.Fprintf(v.out, "%s on %s, seed %d: %s\n", r.Contestant, r.Instance, r.Seed, verdict); err != nil {
			return outputError(err)
		}
		n++
	}
	switch {
	case n == 0:
		return inputError(fmt.Errorf("%s: no run of the plan can be repeated: expected a result that does not depend on time", log))
	case differ > 0:
		return withCode(exitCheck, fmt.Errorf("%d of %d repeated runs differ from their records", differ, n))
	}
	return nil
}

// watcher returns a function that shows the progress of a trial. On a terminal it overwrites one
// line; otherwise it prints a line for each run.
func (t *trial) watcher() func(experiment.Status) {
	switch {
	case t.quiet:
		return nil
	case term.IsTerminal(t.err):
		due := throttle(100 * time.Millisecond)
		return func(s experiment.Status) {
			if s.Record != nil || due() {
				t.say("\r\x1b[K%s", s)
			}
			if s.Done == s.Total {
				t.say("\r\x1b[K")
			}
		}
	}
	return func(s experiment.Status) {
		if s.Record != nil {
			t.say("%s\n", s)
		}
	}
}

// summarise compares the records and prints the comparison.
func (v *bench) summarise(records []experiment.Record, log string) error {
	found, err := report.Compare(records, report.Options{})
	if err != nil {
		return inputError(err)
	}
	if !v.quiet {
		v.say("records written to %s; 'tourmaline compare %s -o report.html' evaluates them\n", log, experiment.Quote(log))
	}
	return outputError(report.Text(v.out, found))
}
