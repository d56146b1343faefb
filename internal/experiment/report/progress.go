package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

// A progress is the best value of a run over time: a gap or a cost, strictly falling. Each value
// holds until the next.
type progress struct {
	seconds, steps, values []float64
	end, lastStep          float64 // end of the run, in seconds and in steps
}

// progresses returns the progress of those runs in a contestant's cell that have a result.
func (in *Instance) progresses(contestant int) []progress {
	var all []progress
	for _, r := range in.Cells[contestant].Records {
		if r.Result != nil && readable(r.Result.Cost) {
			all = append(all, in.progress(r.Result))
		}
	}
	return all
}

func (in *Instance) progress(r *tourmaline.Result) progress {
	p := progress{end: duration(r.Seconds), lastStep: duration(float64(r.Steps))}
	last := tourmaline.TracePoint{Seconds: p.end, Step: r.Steps, Cost: r.Cost}
	for _, t := range append(slices.Clone(r.Trace), last) {
		p.add(duration(t.Seconds), duration(float64(t.Step)), in.shown(r, t.Cost))
	}
	p.end, p.lastStep = max(p.end, p.seconds[len(p.seconds)-1]), max(p.lastStep, p.steps[len(p.steps)-1])
	return p
}

// duration limits a number of seconds or steps to the range that a chart can show.
func duration(v float64) float64 {
	if !(v >= 0) {
		return 0
	}
	return min(v, largest)
}

// add adds a point if its value improves on the last one. A point that is earlier than the last one
// is moved to the time of the last one.
func (p *progress) add(seconds, step, value float64) {
	if n := len(p.values); n > 0 {
		seconds, step = max(seconds, p.seconds[n-1]), max(step, p.steps[n-1])
		if !(value < p.values[n-1]) {
			return
		}
	} else if !readable(value) {
		value = largest
	}
	p.seconds, p.steps, p.values = append(p.seconds, seconds), append(p.steps, step), append(p.values, max(value, -largest))
}

// shown converts a cost to the value that the pictures of the instance show.
func (in *Instance) shown(r *tourmaline.Result, cost float64) float64 {
	if !in.byGap || r.BestKnown == nil {
		return cost
	}
	gap, _ := tourmaline.Known{Value: *r.BestKnown}.Gap(cost)
	return gap
}

// at returns the value at a time or step. axis holds the times or steps of the values.
func (p progress) at(axis []float64, when float64) float64 {
	i, found := slices.BinarySearch(axis, when)
	// use the last of several values at the same time
	for found && i+1 < len(axis) && axis[i+1] == when {
		i++
	}
	if !found {
		i--
	}
	return p.values[max(i, 0)]
}

// band returns the median and the quartiles of several runs, at times that are evenly spaced on a
// logarithmic axis. It starts when every run has a value. A run that has ended keeps its last
// value.
func band(name string, runs []progress, axis axis) (plot.Series, error) {
	s := plot.Series{Name: name}
	from, to := 0.0, 0.0
	for _, r := range runs {
		from, to = max(from, axis.of(r)[0]), max(to, axis.end(r))
	}
	for _, when := range spread(max(from, axis.least), to) {
		var values []float64
		for _, r := range runs {
			values = append(values, r.at(axis.of(r), when))
		}
		d, err := stats.Describe(values)
		if err != nil {
			return s, err
		}
		s.X, s.Y = append(s.X, when), append(s.Y, d.Median)
		if len(runs) > 1 {
			s.Low, s.High = append(s.Low, d.Lower), append(s.High, d.Upper)
		}
	}
	return s, nil
}

// spread returns positions in the range from … to, each larger than the previous one by a constant
// factor.
func spread(from, to float64) []float64 {
	const points = 120
	if !(from < to) {
		return []float64{from}
	}
	times := make([]float64, points)
	for i := range times {
		times[i] = from * math.Pow(to/from, float64(i)/(points-1))
	}
	times[points-1] = to
	return times
}

// An axis is the horizontal axis of a progress chart.
type axis struct {
	of    func(progress) []float64 // positions of the values
	end   func(progress) float64
	least float64 // lower end of the logarithmic axis
}

func bySeconds() axis {
	return axis{func(p progress) []float64 { return p.seconds }, func(p progress) float64 { return p.end }, 1e-4}
}

func bySteps() axis {
	return axis{func(p progress) []float64 { return p.steps }, func(p progress) float64 { return p.lastStep }, 1}
}

// A Target is a gap or a cost that runs of an instance may reach.
type Target struct {
	Value float64
	Label string
	Cells []Reach // by contestant
}

// A Reach describes how fast the runs of a contestant reach a target.
type Reach struct {
	Shares stats.Distribution // share of runs that have reached the target, by seconds
	// expected running time with restarts, in seconds; infinite if no run reached the target
	Expected float64
	Longest  float64 // duration of the longest run, in seconds; 0 without runs
}

// aim sets the targets of every instance and the times at which runs reach them.
func (c *Comparison) aim(gaps []float64) error {
	for i := range c.Instances {
		in := &c.Instances[i]
		values := gaps
		if len(gaps) == 0 || !in.byGap {
			values = in.secondBest()
		}
		for _, v := range values {
			t, err := in.target(v)
			if err != nil {
				return err
			}
			in.Targets = append(in.Targets, t)
		}
	}
	return nil
}

// secondBest returns the median final value of the second-best contestant, or of the only one. It
// is a useful target because some runs reach it and some do not.
func (in *Instance) secondBest() []float64 {
	var finals []float64
	for _, cell := range in.Cells {
		switch {
		case len(cell.Values) == 0:
		case in.byGap && cell.Gap != nil:
			finals = append(finals, *cell.Gap)
		case !in.byGap:
			finals = append(finals, cell.Cost)
		}
	}
	if len(finals) == 0 {
		return nil
	}
	slices.Sort(finals)
	return []float64{finals[min(1, len(finals)-1)]}
}

func (in *Instance) target(value float64) (Target, error) {
	t := Target{Value: value, Label: "cost ≤ " + humanize.Figure(value)}
	if in.byGap {
		t.Label = fmt.Sprintf("gap ≤ %s %%", humanize.Figure(value))
	}
	for i := range in.Cells {
		var runs []stats.Run
		reach := Reach{}
		for _, p := range in.progresses(i) {
			run := p.to(value)
			runs = append(runs, run)
			reach.Longest = max(reach.Longest, p.end)
		}
		for range in.Cells[i].Failed {
			// as if the run had continued without success
			runs = append(runs, stats.Run{Time: reach.Longest})
		}
		if len(runs) > 0 {
			var err error
			if reach.Expected, err = stats.ExpectedTime(runs); err != nil {
				return t, err
			}
			if reach.Shares, err = stats.TimeToTarget(inVain(runs, reach.Longest)); err != nil {
				return t, err
			}
		}
		t.Cells = append(t.Cells, reach)
	}
	return t, nil
}

// inVain extends the runs that did not reach the target to the end of the longest run. These runs
// ended without being interrupted, so the shares are relative to all runs.
func inVain(runs []stats.Run, longest float64) []stats.Run {
	all := slices.Clone(runs)
	for i := range all {
		if !all[i].Reached {
			all[i].Time = longest
		}
	}
	return all
}

// to returns the attempt of a run to reach a value. It tolerates rounding, because the value may be
// the median of the gaps.
func (p progress) to(value float64) stats.Run {
	const rounding = 1e-9
	for i, v := range p.values {
		if v <= value+rounding {
			return stats.Run{Time: p.seconds[i], Reached: true}
		}
	}
	return stats.Run{Time: p.end}
}
