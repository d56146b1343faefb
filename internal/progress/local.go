package progress

import (
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Local is a Source in this process.
type Local struct{ *tourmaline.Solver }

// Info describes the instance.
func (l Local) Info() tourmaline.InstanceInfo {
	info, _ := l.Problem().Info() // a solver always has a problem
	return info
}

// BestKnown returns the best known cost of the instance.
func (l Local) BestKnown() (tourmaline.Known, bool) { return l.Problem().BestKnown() }

// TimeLimit returns the time limit of the search; 0: none.
func (l Local) TimeLimit() time.Duration { return l.stats().TimeLimit }

// Preparing returns the part of the preparation that runs.
func (l Local) Preparing() string { return l.stats().Preparing }

func (l Local) stats() tourmaline.Stats {
	stats, _ := l.Stats(search.Detail{}) // without details there is no error
	return stats
}
