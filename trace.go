package tourmaline

import (
	"math"
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

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
		thinned := make(trace, 0, maxTrace)
		for i := 0; i < len(*t); i += 2 {
			thinned = append(thinned, (*t)[i])
		}
		*t = thinned
	}
	*t = append(*t, TracePoint{Seconds: seconds(p.Elapsed), Step: p.Step, Cost: p.Cost})
}

// seconds returns a duration in seconds, rounded to 0.1 ms.
func seconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e4) / 1e4 }
