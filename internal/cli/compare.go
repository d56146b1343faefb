package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/report"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// compare is one run of the compare command.
type compare struct {
	trial
	instances []string
	limits    experiment.Limits
	runs      int
	threads   int
	engine    string

	records     string
	outputs     []string
	form        string
	measure     string
	excludeBusy bool
	allowance   string
}

func newCompare(s streams) *cobra.Command {
	v := &compare{trial: trial{streams: s}}
	c := &cobra.Command{
		Use:   "compare A B …",
		Short: "Compare algorithms, with statistical tests and pictures",
		Long: `Compare algorithms. A and B are record files written by bench, or algorithms,
optionally with parameters: mmas:ants=50,rho=0.9. Algorithms are first run on the
instances, in alternation. Repeat the command to resume an interrupted comparison.

The table contains a row for each instance and contestant; p is the result of a rank-sum
test against the contestant with the best mean rank, corrected for the number of tests on
the instance (Holm). Runs of a paired plan are compared by a signed-rank test. Ranks
across instances are compared by Friedman's test. An output that ends in .html is a
self-contained report with pictures; .md and .csv are tables.

An instance is a file, a pattern such as 'tsplib/*.tsp', or a generated one:
uniform:1000, clustered:500:7 (shape, cities, seed), perceptron:73x73, rastrigin:10.`,
		Example: `  tourmaline compare mmas acs-spm faco ils ga --instances 'tsplib/*.tsp' -t 5s --runs 5
  tourmaline compare ils ils:heat=1 --instances uniform:2000,clustered:2000 --max-steps 100
  tourmaline compare old.ndjson new.ndjson -o report.html -o table.csv`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, a []string) error { return v.run(c, a) },
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringSliceVar(&v.instances, "instances", nil, "instances: files, patterns, or generated ones such as uniform:1000")
	addFlags(c, &v.limits)
	c.Flags().Lookup("time-limit").Usage = "maximum time of a run, excluding reading the instance"
	f.IntVar(&v.runs, "runs", 5, "number of runs of each algorithm on each instance")
	f.IntVarP(&v.threads, "threads", "j", 0, "number of threads per run (default: all cores)")
	f.StringVar(&v.engine, "engine", "", "cpu or opencl")
	f.StringVar(&v.records, "records", "", "`file` for the records (default: compare-… with .ndjson)")
	f.StringArrayVarP(&v.outputs, "output", "o", nil, "`file` for a report: .html, .md or .csv; may be repeated (default: compare-….html if algorithms are run)")
	f.StringVar(&v.form, "format", "text", "format of the printed table: text, markdown or csv")
	f.StringVar(&v.measure, "measure", "", "measure to compare: "+strings.Join(experiment.MeasureNames(), ", ")+" (default: gap, or cost if no best known cost is on record)")
	f.BoolVar(&v.excludeBusy, "exclude-busy", false, "leave out runs during which other programs kept the machine busy")
	f.StringVar(&v.allowance, "allow", "", "exit with code 6 if the last file is worse than the first by more than this percentage, such as 0.5%")
	v.flags(c)
	return c
}

func (v *compare) run(c *cobra.Command, a []string) error {
	if err := v.check(a); err != nil {
		return err
	}
	sources, err := v.collect(c, a)
	if err != nil {
		return err
	}
	found, err := report.Compare(experiment.Merge(sources), report.Options{
		Measure: v.measure, ExcludeBusy: v.excludeBusy, Command: commandLine(c, a),
	})
	if err != nil {
		return inputError(err)
	}
	for _, path := range v.outputs {
		if err := v.create(path, func(w io.Writer) error { return v.write(w, found, filepath.Ext(path)) }); err != nil {
			return err
		}
		if !v.quiet {
			v.say("report: %s\n", path)
		}
	}
	if err := v.write(v.out, found, v.form); err != nil {
		return outputError(err)
	}
	return v.judge(sources)
}

// check rejects invalid flags before any run starts.
func (v *compare) check(a []string) error {
	if v.runs < 1 || v.threads < 0 {
		return usageError("--runs must be at least 1, and --threads must not be negative")
	}
	if !slices.Contains(forms, v.form) {
		return usageError("--format %s: expected one of %s", v.form, strings.Join(forms, ", "))
	}
	if _, ok := experiment.FindMeasure(v.measure); v.measure != "" && !ok {
		return usageError("--measure %s: expected one of %s", v.measure, strings.Join(experiment.MeasureNames(), ", "))
	}
	if _, err := v.allowed(); err != nil {
		return err
	}
	if v.allowance != "" && (len(a) < 2 || !isRecords(a[0])) {
		return usageError("--allow needs two files: the old records and the new ones")
	}
	for _, path := range v.outputs {
		if !slices.Contains(reportEndings, filepath.Ext(path)) {
			return usageError("-o %s: expected a name that ends in .html, .md or .csv", path)
		}
		if err := v.canWrite(path); err != nil {
			return err
		}
	}
	return nil
}

// The formats in which a comparison is printed, and the extensions of report files.
var (
	forms         = []string{"text", "markdown", "csv"}
	reportEndings = []string{".html", ".md", ".csv"}
)

func (v *compare) write(w io.Writer, c *report.Comparison, form string) error {
	switch strings.TrimPrefix(form, ".") {
	case "html":
		return report.HTML(w, c)
	case "md", "markdown":
		return report.Markdown(w, c)
	case "csv":
		return report.CSV(w, c)
	}
	return report.Text(w, c)
}

// judge returns an error if the last source is worse than the first by more than --allow permits.
func (v *compare) judge(all []experiment.Source) error {
	allowed, err := v.allowed()
	if allowed == nil || err != nil {
		return err
	}
	losses, err := experiment.Losses(all[0].Records, all[len(all)-1].Records)
	if err != nil {
		return inputError(err)
	}
	var worse []string
	for _, l := range losses {
		if l.Percent > *allowed {
			worse = append(worse, fmt.Sprintf("%s by %.3f %%", l.Contestant, l.Percent))
		}
	}
	if len(worse) > 0 {
		return &exitError{exitCheck, fmt.Errorf("worse than before by more than %v %%: %s", *allowed, strings.Join(worse, ", "))}
	}
	return nil
}

// allowed returns how much worse the last source may be, in percent, or nil if there is no limit.
func (v *compare) allowed() (*float64, error) {
	text := strings.TrimSuffix(v.allowance, "%")
	if text == "" {
		return nil, nil
	}
	allowed, err := job.ParseNumber(text)
	if err != nil {
		return nil, usageError("--allow %s: expected a percentage such as 0.5%%", v.allowance)
	}
	return &allowed, nil
}

// commandLine returns the command that the user typed, for the report.
func commandLine(c *cobra.Command, a []string) string {
	words := append([]string{c.CommandPath()}, list.Map(a, experiment.Quote)...)
	c.Flags().Visit(func(f *pflag.Flag) {
		switch values, many := f.Value.(pflag.SliceValue); {
		case many:
			for _, value := range values.GetSlice() {
				words = append(words, "--"+f.Name, experiment.Quote(value))
			}
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name+"="+f.Value.String())
		default:
			words = append(words, "--"+f.Name, experiment.Quote(f.Value.String()))
		}
	})
	return strings.Join(words, " ")
}

// collect returns the records to compare. It reads them from files, or runs the given algorithms.
func (v *compare) collect(c *cobra.Command, a []string) ([]experiment.Source, error) {
	algorithms := slices.DeleteFunc(slices.Clone(a), isRecords)
	switch len(algorithms) {
	case 0:
		sources, err := experiment.ReadSources(a)
		return sources, inputError(err)
	case len(a):
	default:
		return nil, usageError("expected either record files or algorithms, not both: %s", strings.Join(a, " "))
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

// isRecords reports whether a word names a file rather than an algorithm.
func isRecords(word string) bool {
	return isFile(word) || strings.ContainsAny(word, `/\`) || filepath.Ext(word) == ".ndjson"
}

// contest returns a plan that compares algorithms.
func (v *compare) contest(algorithms []string) (*experiment.Plan, error) {
	if len(v.instances) == 0 {
		return nil, usageError("no instances given; for example: --instances 'tsplib/*.tsp', or generated ones: --instances uniform:1000")
	}
	p := &experiment.Plan{
		Title: strings.Join(algorithms, " against "),
		Size:  experiment.Size{Instances: v.instances, Runs: v.runs, Limits: v.limits},
	}
	for _, text := range algorithms {
		c, err := experiment.ParseContestant(text)
		if err != nil {
			return nil, withCode(exitUsage, err)
		}
		c.Engine, c.Threads = v.engine, v.threads
		p.Contestants = append(p.Contestants, c)
	}
	return p, withCode(exitUsage, p.Validate())
}
