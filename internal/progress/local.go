package progress

import (
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Local is a Source in this process.
type Local struct{ *tourmaline.Solver }

// Info returns a description of the instance.
func (l Local) Info() tourmaline.InstanceInfo {
	info, _ := l.Problem().Info() // a solver always has a problem
	return info
}

// BestKnown returns the best known cost of the instance.
func (l Local) BestKnown() (tourmaline.Known, bool) { return l.Problem().BestKnown() }

// TimeLimit returns the time limit of the search, or 0 if it has no limit.
func (l Local) TimeLimit() time.Duration { return l.stats().TimeLimit }

// Preparing returns the name of the current part of the preparation.
func (l Local) Preparing() string { return l.stats().Preparing }

func (l Local) stats() tourmaline.Stats {
	stats, _ := l.Stats(search.Detail{}) // cannot fail without details
	return stats
}
