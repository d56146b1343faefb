package report

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

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
