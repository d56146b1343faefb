package tourmaline

import "github.com/tourmaline-opt/tourmaline/internal/stopwatch"

// phases returns the preparation, then the phases of the algorithm or the stages of its search,
// then the cooling if the search was stopped early.
func (s *Solver) phases() []Phase {
	t := &s.timeline
	acts, stages, end := s.run.phases(), s.stages.Phases(), t.last.Elapsed
	if s.cooling.started() {
		acts, stages, end = s.cooling.acts, s.cooling.stages, s.cooling.since
	}
	all := []Phase{{Name: preparing, Seconds: seconds(max(t.preparedAt-t.startedAt, 0))}}
	for _, p := range acts {
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
