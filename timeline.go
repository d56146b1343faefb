package tourmaline

import (
	"math"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A timeline records the progress of a run. All times count from Config.Began, plus the time before
// a checkpoint.
type timeline struct {
	began   time.Time     // Config.Began
	earlier time.Duration // time before the checkpoint

	last search.Progress
	over search.Reason // reason why the algorithm finished; empty while it continues

	started   bool // whether Steps was called
	startedAt time.Duration

	prepared   bool // whether the preparation is complete
	preparedAt time.Duration
	// number of steps at the end of the preparation; 0 unless the run was resumed
	preparedStep int
	// times of the algorithm's phases within the preparation, to which they belong
	preparedActs []stopwatch.Phase

	closed bool // whether the device was released
}

func (t *timeline) elapsed() time.Duration { return t.earlier + time.Since(t.began) }

// update sets the cost and time of the progress, and reports whether the cost improved. A proven
// optimum replaces a cheaper solution, because only rounding made that solution seem better.
func (t *timeline) update(cost float64) (improved bool) {
	t.last.Elapsed = t.elapsed()
	if cost < t.last.Cost || cost > t.last.Cost && t.over == search.Optimal {
		t.last.Cost, t.last.Improved, t.last.ImprovedAt = cost, t.last.Step, t.last.Elapsed
		return true
	}
	return false
}

// TracePoint records an improvement.
type TracePoint struct {
	Seconds float64 `json:"seconds"`
	Step    int     `json:"step"`
	Cost    float64 `json:"cost"`
	// Diversity and Mean are set if they were requested; see search.Stats.
	Diversity *float64 `json:"diversity,omitempty"`
	Mean      *float64 `json:"mean,omitempty"`
}

// A trace is a list of improvements.
type trace []TracePoint

// maxTrace is the number of points at which a trace drops every second point.
const maxTrace = 2000

// add appends a point.
func (t *trace) add(p search.Progress) {
	if len(*t) >= maxTrace {
		for i := range (len(*t) + 1) / 2 {
			(*t)[i] = (*t)[2*i]
		}
		*t = (*t)[:(len(*t)+1)/2]
	}
	*t = append(*t, TracePoint{Seconds: seconds(p.Elapsed), Step: p.Step, Cost: p.Cost})
}

// removeBelow removes the points below a proven optimum: only rounding made those solutions seem
// better. Other costs are lower than all earlier ones, and remove nothing.
func (t *trace) removeBelow(cost float64) {
	*t = slices.DeleteFunc(*t, func(p TracePoint) bool { return p.Cost < cost })
}

// seconds returns a duration in seconds, rounded to 0.1 ms.
func seconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e4) / 1e4 }

// phases returns the preparation, then the phases of the algorithm or the stages of its search,
// then the cooling if the search was stopped early.
func (s *Solver) phases() []Phase {
	t := &s.timeline
	acts, stages, end := s.run.phases(), s.stages.Phases(), t.last.Elapsed
	if s.cooling.started() {
		acts, stages, end = s.cooling.acts, s.cooling.stages, s.cooling.since
	}
	all := []Phase{{Name: preparing, Seconds: seconds(max(t.preparedAt-t.startedAt, 0))}}
	for i, p := range acts {
		if i < len(t.preparedActs) {
			p.Elapsed -= t.preparedActs[i].Elapsed
		}
		all = append(all, Phase{Name: p.Name, Seconds: seconds(p.Elapsed)})
	}
	rest := max(end-t.preparedAt, 0)
	for i, p := range stages {
		switch {
		case p.Name == preparing:
			all[0].Serial = s.serial(p)
		case acts == nil && i == len(stages)-1: // includes the time spent in the observer
			all = append(all, Phase{p.Name, seconds(max(rest, 0)), s.serial(p)})
		case acts == nil:
			all = append(all, Phase{p.Name, seconds(p.Elapsed), s.serial(p)})
			rest -= p.Elapsed
		}
	}
	if s.cooling.started() {
		all = append(all, Phase{Name: "cool", Seconds: seconds(t.last.Elapsed - end)})
	}
	return all
}

// preparing is the name of the stage before the first step.
const preparing = "prepare"

// serial returns the part of a stage's time in which only one thread could work. The result is nil,
// meaning unknown, for work on a device and for a run resumed after its first step.
func (s *Solver) serial(stage stopwatch.Phase) *float64 {
	if s.run.device != nil || s.timeline.preparedStep > 0 {
		return nil
	}
	return new(seconds(stage.Serial))
}
