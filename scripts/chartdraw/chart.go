package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

const (
	optimum = 0.001 // position of a gap of 0, which a logarithmic axis cannot show, in percent
	// largest gap shown, in percent; the first tours are worse and would fill half of the chart
	worst     = 30
	soonest   = 0.01 // first time shown, in seconds; there is nothing to show before it
	perDecade = 100  // number of points of a line per decade of time
)

func chart(lines []*line, limit float64) plot.Chart {
	c := plot.Chart{
		Title:  "Gap to the optimum over time" + seeds(lines),
		XLabel: "wall-clock time, including reading", YLabel: "gap to the best known tour",
		XUnit: " s", YUnit: " %", Floor: optimum, FloorLabel: "optimum",
	}
	for _, l := range lines {
		c.Series = append(c.Series, series(l, limit))
		if l.expected {
			c.YLabel = "gap to the best known tour; uniform cities: to the expected one"
		}
	}
	return c
}

// seeds returns a text with the number of seeds, or "" if the number differs between lines.
func seeds(lines []*line) string {
	n := len(lines[0].runs)
	for _, l := range lines {
		if len(l.runs) != n {
			return ""
		}
	}
	if n == 1 {
		return ", one seed"
	}
	return fmt.Sprintf(", mean of %d seeds", n)
}

// series returns the gap over time up to the time limit. A run that ended early keeps its last gap,
// because it could not improve any further.
func series(l *line, limit float64) plot.Series {
	s := plot.Series{Name: l.name + "  " + percent(l.end())}
	for i := 0; ; i++ {
		t := soonest * math.Pow(10, float64(i)/perDecade)
		if t >= limit {
			break
		}
		if gap, ok := l.gap(t); ok && gap <= worst {
			s.X, s.Y = append(s.X, t), append(s.Y, gap)
		}
	}
	s.X, s.Y = append(s.X, limit), append(s.Y, l.end())
	return s
}

// percent formats a percentage with two decimals, or with three if it is small, or with none if it
// is so large that decimals would be meaningless.
func percent(v float64) string {
	switch {
	case v == 0:
		return "0 %"
	case math.Abs(v) < 0.0995:
		return fmt.Sprintf("%.3f %%", v)
	case math.Abs(v) >= 99.5:
		return fmt.Sprintf("%.0f %%", v)
	}
	return fmt.Sprintf("%.2f %%", v)
}

// table prints the gaps after 2 s, after 10 s and at the end.
func table(out io.Writer, lines []*line, limit float64) error {
	var times []float64
	for _, t := range []float64{2, 10} {
		if t < limit {
			times = append(times, t)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-16s %9s", "instance", "cities")
	for _, t := range append(times, limit) {
		fmt.Fprintf(&b, " %12s", fmt.Sprintf("after %g s", t))
	}
	note := ""
	for _, l := range lines {
		fmt.Fprintf(&b, "\n%-16s %9d", l.name, l.runs[0].Instance.N)
		for _, t := range times {
			text := "-"
			if gap, ok := l.gap(t); ok {
				text = percent(gap)
			}
			fmt.Fprintf(&b, " %12s", text)
		}
		fmt.Fprintf(&b, " %12s", percent(l.end()))
		if l.expected {
			b.WriteString(" *")
			note = "* over the expected optimum for uniform cities, 0.7124 times the square root of cities times area\n"
		}
	}
	_, err := fmt.Fprintf(out, "%s\n%s", b.String(), note)
	return err
}

// A line represents one instance: its runs and the reference cost for their gaps.
type line struct {
	name      string
	runs      []*tourmaline.Result
	reference float64
	expected  bool // whether the reference is an estimate rather than a published cost
}

// read groups the results by instance, in the order of the files.
func read(files []string, estimates map[string]float64) ([]*line, error) {
	if len(files) == 0 {
		return nil, errors.New("no results to draw")
	}
	var lines []*line
	byName := map[string]*line{}
	for _, file := range files {
		r, err := readResult(file)
		if err != nil {
			return nil, err
		}
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		l := byName[name]
		if l == nil {
			l = &line{name: name}
			byName[name], lines = l, append(lines, l)
		}
		switch cost, known := estimates[name]; {
		case r.BestKnown != nil:
			l.reference = *r.BestKnown
		case known:
			l.reference, l.expected = cost, true
		}
		if !(l.reference > 0) {
			return nil, fmt.Errorf("%s: no best known cost to compare with, and no -estimate", file)
		}
		l.runs = append(l.runs, r)
	}
	return lines, nil
}

func readResult(file string) (*tourmaline.Result, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var r tourmaline.Result
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if r.Schema != catalog.ResultSchema || len(r.Trace) == 0 {
		return nil, fmt.Errorf("%s: expected a JSON result with a trace", file)
	}
	return &r, nil
}

// gap returns the mean gap of the runs at a given time, in percent. It is undefined until every run
// has a tour.
func (l *line) gap(seconds float64) (percent float64, ok bool) {
	for _, r := range l.runs {
		cost, ok := costAt(r, seconds)
		if !ok {
			return 0, false
		}
		percent += 100 * (cost/l.reference - 1) / float64(len(l.runs))
	}
	return percent, true
}

// end returns the mean final gap of the runs.
func (l *line) end() (percent float64) {
	for _, r := range l.runs {
		percent += 100 * (r.Cost/l.reference - 1) / float64(len(l.runs))
	}
	return percent
}

// costAt returns the cost of a run's best tour at a given time.
func costAt(r *tourmaline.Result, seconds float64) (cost float64, ok bool) {
	for _, t := range r.Trace {
		if t.Seconds > seconds {
			break
		}
		cost, ok = t.Cost, true
	}
	return cost, ok
}
