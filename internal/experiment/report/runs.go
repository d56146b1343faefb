package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

// maxCharts is the maximum number of instances in one picture.
const maxCharts = 24

// ErrTooManyInstances reports that the runs cover more instances than one picture can show.
var ErrTooManyInstances = errors.New("too many instances for one picture")

// A RunFile is a result, or a trace represented as the result of an unknown instance.
type RunFile struct {
	Path   string
	Result *tourmaline.Result
}

// Convergence returns a chart for each instance, with one line for each combination of algorithm
// and parameters.
func Convergence(files []RunFile) ([]plot.Chart, error) {
	groups, err := byInstance(files)
	if err != nil {
		return nil, err
	}
	var charts []plot.Chart
	for _, group := range groups {
		c, err := Converged(group[0].Result.Instance.Name, lines(group))
		if err != nil {
			return nil, err
		}
		charts = append(charts, c)
	}
	return charts, nil
}

// isTrace reports whether the file is a trace, which contains only costs and times.
func (f RunFile) isTrace() bool { return f.Result.Schema == "" }

// name returns the file name without folder and extension.
func (f RunFile) name() string {
	return strings.TrimSuffix(filepath.Base(f.Path), filepath.Ext(f.Path))
}

// byInstance groups runs by instance. Traces do not name their instance; they join the results if
// all results are for one instance.
func byInstance(files []RunFile) ([][]RunFile, error) {
	var groups [][]RunFile
	var traces []RunFile
	for _, f := range files {
		if f.isTrace() {
			traces = append(traces, f)
			continue
		}
		same := func(group []RunFile) bool {
			a, b := group[0].Result.Instance, f.Result.Instance
			return a.Name == b.Name && a.Hash == b.Hash
		}
		if i := slices.IndexFunc(groups, same); i >= 0 {
			groups[i] = append(groups[i], f)
		} else {
			groups = append(groups, []RunFile{f})
		}
	}
	switch {
	case len(groups) > maxCharts:
		return nil, fmt.Errorf("%w: the results belong to %d instances, expected at most %d", ErrTooManyInstances, len(groups), maxCharts)
	case len(traces) == 0:
		return groups, nil
	case len(groups) > 1:
		return nil, fmt.Errorf("%s: a trace does not name its instance, but the results belong to %s: use the JSON result of that run, or traces of one instance", traces[0].Path, instanceNames(groups))
	case len(groups) == 0:
		return [][]RunFile{traces}, nil
	}
	for _, t := range traces {
		t.Result.BestKnown = groups[0][0].Result.BestKnown
	}
	return [][]RunFile{append(groups[0], traces...)}, nil
}

func instanceNames(groups [][]RunFile) string {
	var names []string
	for _, group := range groups {
		names = append(names, humanize.Printable(group[0].Result.Instance.Name))
	}
	return strings.Join(names, " and ")
}

// lines groups runs of the same algorithm with the same parameters. Each trace is a separate line.
func lines(files []RunFile) []Runs {
	var heads []RunFile
	var all []Runs
	for _, f := range files {
		same := func(h RunFile) bool {
			return !f.isTrace() && h.Result.Algorithm == f.Result.Algorithm && slices.Equal(h.Result.Params, f.Result.Params)
		}
		if i := slices.IndexFunc(heads, same); i >= 0 {
			all[i].Results = append(all[i].Results, f.Result)
			continue
		}
		heads = append(heads, f)
		all = append(all, Runs{Results: []*tourmaline.Result{f.Result}})
	}
	for i, h := range heads {
		if all[i].Name = h.name(); !h.isTrace() {
			all[i].Name = humanize.Printable(h.Result.Algorithm + differing(h, heads))
		}
		if n := len(all[i].Results); n > 1 {
			all[i].Name += ", " + humanize.Count(n, "run")
		}
	}
	return all
}

// differing lists the parameters of f whose values differ among the runs of the same algorithm.
func differing(f RunFile, all []RunFile) string {
	own, text := parameters(f), ""
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if slices.ContainsFunc(all, func(o RunFile) bool {
			return o.Result.Algorithm == f.Result.Algorithm && parameters(o)[name] != own[name]
		}) {
			text += " " + name + "=" + own[name]
		}
	}
	return text
}

// parameters returns the parameters of a run as text, or nil if it has no parameters.
func parameters(f RunFile) map[string]string {
	var raw map[string]json.RawMessage
	if json.Unmarshal(f.Result.Params, &raw) != nil {
		return nil
	}
	texts := map[string]string{}
	for name, value := range raw {
		texts[name] = strings.Trim(string(value), `"`)
	}
	return texts
}

// ReadRun reads a JSON result, or a trace with one point per line.
func ReadRun(path string) (RunFile, error) {
	return budget.File(path, func(from io.Reader, _ string) (RunFile, error) { return readRun(from, path) })
}

func readRun(from io.Reader, path string) (RunFile, error) {
	r := RunFile{path, &tourmaline.Result{}}
	for d := json.NewDecoder(budget.New(from, budget.Held)); r.isTrace(); {
		err := r.readValue(d)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return RunFile{}, fmt.Errorf("%s: expected a JSON result or a trace: %w", path, budget.PlainJSON(err))
		}
	}
	if len(r.Result.Trace) == 0 {
		return RunFile{}, fmt.Errorf("%s: the file contains no trace", path)
	}
	if r.isTrace() {
		last := r.Result.Trace[len(r.Result.Trace)-1]
		r.Result.Cost, r.Result.Seconds, r.Result.Steps = last.Cost, last.Seconds, last.Step
	}
	return r, nil
}

// readValue reads the next JSON value of a file: the result, or a point of the trace.
func (f RunFile) readValue(d *json.Decoder) error {
	var item json.RawMessage
	if err := d.Decode(&item); err != nil {
		return err
	}
	var kind struct {
		Schema string
		Cost   *float64
	}
	err := json.Unmarshal(item, &kind)
	switch {
	case err != nil:
		return err
	case kind.Schema != "":
		return json.Unmarshal(item, f.Result)
	case kind.Cost == nil:
		return errors.New("a point has no cost")
	}
	var point tourmaline.TracePoint
	err = json.Unmarshal(item, &point)
	f.Result.Trace = append(f.Result.Trace, point)
	return err
}

// Runs is a group of runs that a chart shows as one line: their median, with a band between the
// quartiles.
type Runs struct {
	Name    string
	Results []*tourmaline.Result
}

// Converged returns a convergence chart of runs on one instance. The chart shows gaps if all
// results include the best known cost, and costs otherwise.
func Converged(instance string, lines []Runs) (plot.Chart, error) {
	in := &Instance{Name: instance, byGap: true}
	for _, l := range lines {
		in.byGap = in.byGap && !slices.ContainsFunc(l.Results, knowsNoBest)
	}
	chart := in.canvas("time", " s")
	chart.Column, chart.Theme, chart.Patterned = false, plot.Light, len(lines) > 1
	var values []float64
	for _, l := range lines {
		s, err := in.line(l)
		if err != nil {
			return chart, err
		}
		chart.Series = append(chart.Series, s)
		values = slices.Concat(values, s.Y, s.Low, s.High)
	}
	if chart.Floor, chart.FloorLabel = in.floor(values); chart.FloorLabel != "" {
		chart.FloorLabel += chart.YUnit
	}
	return chart, nil
}

func knowsNoBest(r *tourmaline.Result) bool { return r.BestKnown == nil || *r.BestKnown == 0 }

// line returns the series of a single run, or the band of several runs.
func (in *Instance) line(l Runs) (plot.Series, error) {
	var runs []progress
	for _, r := range l.Results {
		runs = append(runs, in.progress(r))
	}
	if len(runs) > 1 {
		s, err := band(l.Name, runs, bySeconds())
		return in.late(s), err
	}
	p := runs[0]
	last := p.values[len(p.values)-1]
	return in.late(plot.Series{Name: l.Name, X: append(p.seconds, p.end), Y: append(p.values, last)}), nil
}

// late returns the part of a line in which costs are at most 10 % above the last cost, or gaps are
// at most 100 %. Otherwise the random solution at the start would dominate the chart.
func (in *Instance) late(s plot.Series) plot.Series {
	end := s.Y[len(s.Y)-1]
	limit := max(100, end)
	if !in.byGap {
		if end < 0 {
			return s
		}
		limit = 1.1 * end
	}
	from := slices.IndexFunc(s.Y, func(v float64) bool { return v <= limit })
	s.X, s.Y = s.X[from:], s.Y[from:]
	if len(s.Low) > 0 {
		s.Low, s.High = s.Low[from:], s.High[from:]
	}
	return s
}
