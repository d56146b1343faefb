package cli

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

// planLimits are the flags for limits of a run in an experiment.
type planLimits struct {
	time      duration
	steps     string
	targetGap string
}

func (l *planLimits) flags(c *cobra.Command) {
	f := c.Flags()
	f.VarP(&l.time, "time-limit", "t", "wall clock of a run, without the reading of the instance")
	f.StringVar(&l.steps, "max-steps", "", "steps of a run, or so many for each city, such as 10n")
	f.StringVar(&l.targetGap, "target-gap", "", "a `gap` to the best known cost that ends a run, such as 1%")
}

// limits are those of a plan.
func (l *planLimits) limits() (limits experiment.Limits, err error) {
	limits.Time = experiment.Duration(time.Duration(l.time))
	if l.steps != "" {
		if err := limits.Steps.UnmarshalText([]byte(l.steps)); err != nil {
			return limits, usageError("--max-steps: %w", err)
		}
	}
	if limits.TargetGap, err = number(strings.TrimSuffix(l.targetGap, "%")); err != nil {
		return limits, usageError("--target-gap %s: expected a percentage such as 1%%", l.targetGap)
	}
	return limits, nil
}

// collect is what is compared: the records of files, or those of algorithms that are run.
func (v *compare) collect(c *cobra.Command, a []string) ([]experiment.Source, error) {
	files := 0
	for _, name := range a {
		if isRecords(name) {
			files++
		}
	}
	switch {
	case files == len(a):
		sources, err := experiment.ReadSources(a)
		return sources, inputError(err)
	case files > 0:
		return nil, usageError("expected files of records or algorithms, not both: %s", strings.Join(a, " "))
	}
	p, err := v.contest(a)
	if err != nil {
		return nil, err
	}
	if v.records == "" {
		v.records = p.FileName(v.data) + ".ndjson"
	}
	if len(v.outputs) == 0 {
		v.outputs = []string{strings.TrimSuffix(v.records, filepath.Ext(v.records)) + ".html"}
	}
	records, err := v.make(c, p, v.records)
	return []experiment.Source{{Name: v.records, Records: records}}, err
}

// isRecords tells whether a word is a file and not an algorithm.
func isRecords(word string) bool {
	return isFile(word) || strings.ContainsAny(word, `/\`) || filepath.Ext(word) == ".ndjson"
}

// contest is a plan of algorithms against each other.
func (v *compare) contest(algorithms []string) (*experiment.Plan, error) {
	if len(v.instances) == 0 {
		return nil, usageError("which instances? --instances 'tsplib/*.tsp', or one that needs no file: --instances uniform:1000")
	}
	limits, err := v.limits.limits()
	if err != nil {
		return nil, err
	}
	p := &experiment.Plan{
		Title: strings.Join(algorithms, " against "),
		Size:  experiment.Size{Instances: v.instances, Runs: v.runs, Limits: limits},
	}
	for _, text := range algorithms {
		c, err := experiment.ParseContestant(text)
		if err != nil {
			return nil, usageError("%w", err)
		}
		c.Engine, c.Threads = v.engine, v.threads
		p.Contestants = append(p.Contestants, c)
	}
	if err := p.Validate(); err != nil {
		return nil, usageError("%w", err)
	}
	return p, nil
}
