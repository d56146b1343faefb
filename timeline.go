package tourmaline

import (
	"time"

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
	// number of steps when the preparation was complete, all from before a checkpoint
	preparedStep int

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
