package report

import (
	"cmp"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

// A Picture is an SVG image with its caption.
type Picture struct {
	SVG     template.HTML
	Caption string
	err     error // why there is no image
}

// A drawing is a chart, a box plot or a rank diagram.
type drawing interface{ SVG(w io.Writer) error }

// draw returns a picture. Package plot escapes the names in the picture.
func draw(d drawing, caption string) Picture {
	var svg strings.Builder
	err := d.SVG(&svg)
	return Picture{template.HTML(svg.String()), caption, err}
}

// canvas returns an empty chart for an instance.
func (in *Instance) canvas(xLabel, xUnit string) plot.Chart {
	c := plot.Chart{
		Title: in.Name, XLabel: xLabel, XUnit: xUnit, YLabel: "cost",
		Patterned: true, Column: true, Theme: plot.Page,
	}
	if in.byGap {
		c.YLabel, c.YUnit = "gap to the best known cost", " %"
	}
	return c
}

// floor returns the lower end of a logarithmic gap axis and its label. It returns 0 for a linear
// axis, which is used for costs and for gaps within one decade.
func (in *Instance) floor(values []float64) (at float64, label string) {
	least, most, zero := math.Inf(1), 0.0, ""
	for _, v := range values {
		switch {
		case v > 0:
			least, most = min(least, v), max(most, v)
		case v < 0:
			zero = "≤ 0"
		case zero == "":
			zero = "0"
		}
	}
	if !in.byGap || most < 10*least {
		return 0, ""
	}
	return max(least/2, most*1e-9), zero
}

// convergence draws the best value over time or steps.
func (c *Comparison) convergence(in *Instance, chart plot.Chart, axis axis, caption string) Picture {
	var values []float64
	for i, name := range c.Contestants {
		var s plot.Series
		if runs := in.progresses(i); len(runs) > 0 {
			var err error
			if s, err = band(name, runs, axis); err != nil {
				return Picture{err: err}
			}
		}
		values = slices.Concat(values, s.Y, s.Low, s.High)
		chart.Series = append(chart.Series, s)
	}
	chart.Title += ": " + caption
	chart.Floor, chart.FloorLabel = in.floor(values)
	return draw(chart, caption)
}

// scatter draws the time at which each run found its best value.
func (c *Comparison) scatter(in *Instance) Picture {
	chart := in.canvas("time of the last improvement", " s")
	chart.Points = true
	chart.Title += ": quality over time"
	var values []float64
	for i, name := range c.Contestants {
		s := plot.Series{Name: name}
		runs := in.progresses(i)
		slices.SortFunc(runs, func(a, b progress) int { return cmp.Compare(a.found(), b.found()) })
		for _, r := range runs {
			s.X, s.Y = append(s.X, r.found()), append(s.Y, r.values[len(r.values)-1])
		}
		values = append(values, s.Y...)
		chart.Series = append(chart.Series, s)
	}
	chart.Floor, chart.FloorLabel = in.floor(values)
	return draw(chart, "Quality over time: each mark is a run, at the time it found its best solution.")
}

// found returns the time of the last improvement.
func (p progress) found() float64 { return p.seconds[len(p.seconds)-1] }

// boxes draws a box plot of the measured values.
func (c *Comparison) boxes(in *Instance) Picture {
	b := plot.Boxes{Title: in.Name + ": " + c.Measure.Says, XLabel: c.Measure.Says, XUnit: c.unit(), Theme: plot.Page}
	var values []float64
	for i, cell := range in.Cells {
		row := plot.Row{Name: c.Contestants[i], Values: cell.Values}
		if len(cell.Values) > 0 {
			box, err := stats.BoxPlot(cell.Values)
			if err != nil {
				return Picture{err: err}
			}
			row.Low, row.Lower, row.Median, row.Upper, row.High = box.Low, box.Lower, box.Median, box.Upper, box.High
		}
		values = append(values, cell.Values...)
		b.Rows = append(b.Rows, row)
	}
	if c.Measure.Unit == "%" {
		b.Floor, b.FloorLabel = in.floor(values)
	}
	return draw(b, "Final results: median, quartiles, and whiskers to the last run within one and a half times the height of the box. Each mark is a run.")
}

// toTarget draws the share of runs that have reached a target over time.
func (c *Comparison) toTarget(in *Instance, t Target) Picture {
	chart := in.canvas("time", " s")
	chart.Title += ": time to " + t.Label
	chart.YLabel, chart.YUnit, chart.From, chart.To = "runs with "+t.Label, " %", 0, 100
	first, last := math.Inf(1), 0.0
	for _, r := range t.Cells {
		last = max(last, r.Longest)
		if len(r.Shares) > 0 {
			first = min(first, r.Shares[0].X)
		}
	}
	for i, r := range t.Cells {
		var s plot.Series
		if r.Longest > 0 {
			s = shares(c.Contestants[i], r.Shares, min(first, last), last)
		}
		chart.Series = append(chart.Series, s)
	}
	return draw(chart, "Time to target: share of runs that have reached "+t.Label+".")
}

// shares returns a distribution, in per cent, as a curve from x = first to x = last.
func shares(name string, d stats.Distribution, first, last float64) plot.Series {
	s := plot.Series{Name: name, X: []float64{first}, Y: []float64{0}}
	for _, p := range d {
		s.X, s.Y = append(s.X, p.X), append(s.Y, 100*p.Share)
	}
	if end := len(s.X) - 1; s.X[end] < last {
		s.X, s.Y = append(s.X, last), append(s.Y, s.Y[end])
	}
	return s
}

// ranks draws the critical-difference diagram.
func (c *Comparison) ranks() Picture {
	r := plot.Ranks{Names: c.Contestants, Ranks: c.Overall.MeanRanks, Difference: c.Overall.Difference, Title: "mean ranks", Theme: plot.Page}
	return draw(r, "Mean ranks across the instances, with the best on the left. A bar joins contestants whose mean ranks differ by no more than the critical difference (Nemenyi).")
}

// profiles draws the share of targets that a contestant reaches within a multiple of the fastest
// time.
func (c *Comparison) profiles(times [][]float64) Picture {
	all, err := stats.PerformanceProfiles(times)
	if err != nil {
		return Picture{err: err}
	}
	last := 1.0
	for _, d := range all {
		if len(d) > 0 {
			last = max(last, d[len(d)-1].X)
		}
	}
	chart := plot.Chart{
		Title: "performance profile", XLabel: "multiple of the fastest time", YLabel: "targets reached",
		YUnit: " %", From: 0, To: 100, Patterned: true, Column: true, Theme: plot.Page,
	}
	for i, d := range all {
		chart.Series = append(chart.Series, shares(c.Contestants[i], d, 1, last))
	}
	return draw(chart, "Performance profile: share of the targets of all instances that a contestant reaches within a multiple of the expected running time of the fastest.")
}

// expectedTimes returns, for each contestant, the expected times to reach every target.
func (c *Comparison) expectedTimes() [][]float64 {
	times := make([][]float64, len(c.Contestants))
	for _, in := range c.Instances {
		for _, t := range in.Targets {
			for i, r := range t.Cells {
				times[i] = append(times[i], r.expected())
			}
		}
	}
	return times
}

// expected returns the expected running time, bounded from below because a profile divides by it.
func (r Reach) expected() float64 {
	const least = 1e-6
	if len(r.Shares) == 0 {
		return math.Inf(1)
	}
	return max(r.Expected, least)
}
