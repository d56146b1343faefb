package report

import (
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

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
