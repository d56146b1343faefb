package tourmaline

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

// Stats describes a run for an observer.
type Stats struct {
	Engine  string // "cpu", or the driver of the device
	Device  string // device name; empty without a device
	Threads int

	// time limit from Limits.Time, the context or DefaultTimeLimit; 0 if there is no limit or Steps
	// was not called
	TimeLimit time.Duration
	// next part of the preparation, for example "neighbour lists"; empty after the last part
	Preparing string

	search.Stats // statistics of the solutions; trails use the instance's city numbers
}

// Stats returns statistics of the run, including the requested details. After a run on a device has
// ended, no details are available.
func (s *Solver) Stats(d search.Detail) (Stats, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stats := Stats{TimeLimit: s.schedule.limit}
	stats.Engine, stats.Device, stats.Threads = s.hardware()
	if !s.timeline.prepared {
		if stats.Preparing = s.run.preparing(); stats.Preparing == "" {
			stats.Preparing = "lower bound"
		}
	}
	if s.timeline.closed && s.run.device != nil {
		d = search.Detail{}
	}
	var err error
	stats.Stats, err = s.run.stats(d)
	return stats, err
}

// hardware returns the engine, the device name and the number of threads.
func (s *Solver) hardware() (engine, device string, threads int) {
	if d := s.run.device; d != nil {
		return d.Info().Engine, d.Info().Name, s.cfg.Threads
	}
	return "cpu", "", s.cfg.Threads
}
