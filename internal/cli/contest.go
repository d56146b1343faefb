package cli

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

// collect returns the records to compare: of files, or of algorithms that it runs.
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
	records, err := v.runPlan(c, p, v.records)
	return []experiment.Source{{Name: v.records, Records: records}}, err
}

// isRecords reports whether a word is a file and not an algorithm.
func isRecords(word string) bool {
	return isFile(word) || strings.ContainsAny(word, `/\`) || filepath.Ext(word) == ".ndjson"
}

// contest returns a plan that runs algorithms against each other.
func (v *compare) contest(algorithms []string) (*experiment.Plan, error) {
	if len(v.instances) == 0 {
		return nil, usageError("which instances? --instances 'tsplib/*.tsp', or one that needs no file: --instances uniform:1000")
	}
	p := &experiment.Plan{
		Title: strings.Join(algorithms, " against "),
		Size:  experiment.Size{Instances: v.instances, Runs: v.runs, Limits: v.limits},
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
