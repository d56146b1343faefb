package tourmaline

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

// A timeline records how far a run has come. All times count from Config.Began, plus the
// time before a checkpoint.
type timeline struct {
	began   time.Time     // Config.Began
	earlier time.Duration // time of the run that was saved

	last search.Progress
	over search.Reason // why the algorithm has ended by itself; empty while it continues

	started   bool // Steps was called …
	startedAt time.Duration

	prepared     bool // the preparation is complete …
	preparedAt   time.Duration
	preparedStep int // … after this many steps, all from before a checkpoint

	closed bool // the device was released
}

func (t *timeline) elapsed() time.Duration { return t.earlier + time.Since(t.began) }

// update sets the progress to the present cost, and reports whether it has improved. A
// proven optimum may cost more than a solution that only rounding made seem better.
func (t *timeline) update(cost float64) (improved bool) {
	t.last.Elapsed = t.elapsed()
	if cost < t.last.Cost || cost > t.last.Cost && t.over == search.Optimal {
		t.last.Cost, t.last.Improved, t.last.ImprovedAt = cost, t.last.Step, t.last.Elapsed
		return true
	}
	return false
}
