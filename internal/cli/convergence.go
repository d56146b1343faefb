package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/report"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

// mostPanels is the largest number of instances in one picture.
const mostPanels = 24

// drawConvergence draws a chart for each instance: a line for each algorithm and its
// parameters, of all runs that share them.
func drawConvergence(s streams, files []string, p picture) error {
	var runs []run
	for _, path := range files {
		r, err := readRun(path)
		if err != nil {
			return err
		}
		runs = append(runs, r)
	}
	parts, err := byInstance(runs)
	if err != nil {
		return err
	}
	all := plot.Panels{Title: p.title, Theme: p.theme(), Width: p.width}
	for _, part := range parts {
		c, err := report.Converged(part[0].result.Instance.Name, lines(part))
		if err != nil {
			return err
		}
		all.Charts = append(all.Charts, c)
	}
	if len(parts) > 1 {
		return p.draw(s, all)
	}
	c := all.Charts[0]
	c.Theme, c.Width = all.Theme, all.Width
	if p.title != "" {
		c.Title = p.title
	}
	return p.draw(s, c)
}

// A run is a result, or a trace as the result it would be of an unknown instance.
type run struct {
	path   string
	result *tourmaline.Result
}

// bare reports whether the run is from a trace, which says only costs and times.
func (r run) bare() bool { return r.result.Schema == "" }

// file is the name of the file without its folder and extension.
func (r run) file() string {
	return strings.TrimSuffix(filepath.Base(r.path), filepath.Ext(r.path))
}

// byInstance sorts runs by what they solved. Traces do not say that: they belong to the
// others if those are of one instance.
func byInstance(runs []run) ([][]run, error) {
	var parts [][]run
	var traces []run
	for _, r := range runs {
		if r.bare() {
			traces = append(traces, r)
			continue
		}
		same := func(part []run) bool {
			return part[0].result.Instance.Name == r.result.Instance.Name && part[0].result.Instance.Hash == r.result.Instance.Hash
		}
		if i := slices.IndexFunc(parts, same); i >= 0 {
			parts[i] = append(parts[i], r)
		} else {
			parts = append(parts, []run{r})
		}
	}
	switch {
	case len(parts) > mostPanels:
		return nil, usageError("the results are of %d instances: expected at most %d in one picture", len(parts), mostPanels)
	case len(traces) == 0:
		return parts, nil
	case len(parts) > 1:
		return nil, inputError(fmt.Errorf("%s: a trace does not say its instance, and the results are of %s: give the JSON result of that run, or traces of one instance", traces[0].path, instances(parts)))
	case len(parts) == 0:
		return [][]run{traces}, nil
	}
	for _, t := range traces {
		t.result.BestKnown = parts[0][0].result.BestKnown
	}
	return [][]run{append(parts[0], traces...)}, nil
}

// instances names some instances for people.
func instances(parts [][]run) string {
	var names []string
	for _, part := range parts {
		names = append(names, humanize.Printable(part[0].result.Instance.Name))
	}
	return strings.Join(names, " and ")
}

// lines puts runs of the same algorithm with the same parameters together. Every trace is
// a line of its own.
func lines(runs []run) []report.Runs {
	var heads []run
	var all []report.Runs
	for _, r := range runs {
		same := func(h run) bool {
			return !r.bare() && h.result.Algorithm == r.result.Algorithm && slices.Equal(h.result.Params, r.result.Params)
		}
		if i := slices.IndexFunc(heads, same); i >= 0 {
			all[i].Results = append(all[i].Results, r.result)
			continue
		}
		heads = append(heads, r)
		all = append(all, report.Runs{Results: []*tourmaline.Result{r.result}})
	}
	for i, h := range heads {
		if all[i].Name = h.file(); !h.bare() {
			all[i].Name = humanize.Printable(h.result.Algorithm + differing(h, heads))
		}
		if n := len(all[i].Results); n > 1 {
			all[i].Name += ", " + humanize.Count(n, "run")
		}
	}
	return all
}

// differing lists the parameters of a run that other runs of its algorithm have otherwise.
func differing(r run, all []run) string {
	own, text := parameters(r), ""
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if slices.ContainsFunc(all, func(o run) bool {
			return o.result.Algorithm == r.result.Algorithm && parameters(o)[name] != own[name]
		}) {
			text += " " + name + "=" + own[name]
		}
	}
	return text
}

// parameters are those of a run as texts.
func parameters(r run) map[string]string {
	var raw map[string]json.RawMessage
	if json.Unmarshal(r.result.Params, &raw) != nil {
		return nil // no object: there is nothing to name
	}
	texts := map[string]string{}
	for name, value := range raw {
		texts[name] = strings.Trim(string(value), `"`)
	}
	return texts
}

// readRun reads a JSON result or a trace of one point a line.
func readRun(path string) (run, error) {
	f, err := os.Open(path)
	if err != nil {
		return run{}, inputError(err)
	}
	defer f.Close()
	r := run{path, &tourmaline.Result{}}
	for d := json.NewDecoder(budget.New(f, 0)); r.bare(); {
		err := r.read(d)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return run{}, inputError(fmt.Errorf("%s: expected a JSON result or a trace: %w", path, err))
		}
	}
	if len(r.result.Trace) == 0 {
		return run{}, inputError(fmt.Errorf("%s: there is no trace in it", path))
	}
	if r.bare() {
		last := r.result.Trace[len(r.result.Trace)-1]
		r.result.Cost, r.result.Seconds, r.result.Steps = last.Cost, last.Seconds, last.Step
	}
	return r, nil
}

// read takes up the next value of a file: the result, or a point of the trace.
func (r run) read(d *json.Decoder) error {
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
		return json.Unmarshal(item, r.result)
	case kind.Cost == nil:
		return errors.New("a point has no cost")
	}
	var point tourmaline.TracePoint
	err = json.Unmarshal(item, &point)
	r.result.Trace = append(r.result.Trace, point)
	return err
}
