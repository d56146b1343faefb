package tourmaline

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

// Stats describes a run for an observer.
type Stats struct {
	Engine  string // "cpu", or the driver of the device
	Device  string // name of the device; empty without one
	Threads int

	TimeLimit time.Duration // from Limits.Time, the context or DefaultTimeLimit; 0: none, or Steps was not called
	Preparing string        // the next part of the preparation, such as "neighbour lists"; empty after the last

	search.Stats // of the solutions; trails number cities as the instance does
}

// Stats returns statistics of the run, including the requested details. After the end of a
// run on a device no details are available.
func (s *Solver) Stats(d search.Detail) (Stats, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stats := Stats{TimeLimit: s.schedule.limit}
	stats.Engine, stats.Device, stats.Threads = s.hardware()
	if !s.timeline.prepared {
		stats.Preparing = s.run.preparing()
	}
	if s.timeline.closed && s.run.device != nil {
		d = search.Detail{}
	}
	var err error
	stats.Stats, err = s.run.stats(d)
	return stats, err
}

// hardware returns the engine, the name of the device and the number of threads.
func (s *Solver) hardware() (engine, device string, threads int) {
	if d := s.run.device; d != nil {
		return d.Info().Engine, d.Info().Name, s.cfg.Threads
	}
	return "cpu", "", s.cfg.Threads
}
