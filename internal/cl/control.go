package cl

import (
	"math"
	"math/bits"
	"slices"
	"time"
)

// A Launch specifies how the work-items of a kernel are divided into launches.
type Launch struct {
	Group int `json:"group"` // work-items in a group
	Wave  int `json:"wave"`  // work-items in a launch, a multiple of Group
}

const (
	// trials is how many launches of a configuration are timed. The first may
	// include compilation for the group size.
	//
	// Deviation: ten in [LSM13 §6.5], whose times are summed. Of two the faster one
	// counts, and kernels settle five times as soon.
	trials = 2

	smallestGroup = 32  // a warp; groups grow by as much [LSM13 Algorithm 3, line 19]
	largestGroup  = 512 // [LSM13 Algorithm 3, line 4]

	// longest is the longest time that a wave may take, and the most work that
	// may be enqueued without waiting. Cancelling has to wait for that long.
	longest = 50 * time.Millisecond
)

// A control is thread control [LSM13 §4.1, Algorithm 3]. It searches for the group
// and the wave with the least time per job while the first waves do real work. A
// job is a work-item or, if groups are teams, a whole group of any size. It is
// independent of OpenCL: it is asked for the next launch and told the result.
//
// Deviation: the last wave is the one that holds all jobs, even if their
// number is not a power of two, since a single launch is often best.
// Deviation: no further group sizes are tried if that takes much longer than the
// launches themselves, as with drivers that recompile for every group size.
// Deviation: a launch may also be refused after tuning, when memory is short for
// example. Smaller ones follow until one is accepted.
// Deviation: waves stop growing at 50 ms, so that cancelling works.
// Deviation: the fastest of the trials counts and not their sum, because
// disturbances only ever make a measurement longer.
type control struct {
	groups []int // candidates, ascending
	teams  bool  // a job is a group
	floor  int   // jobs in the smallest wave
	only   int   // the one wave that is allowed, in work-items; 0 = all

	preferred Launch // tried before all others, and kept unless it is refused; zero = none

	wave, group, trial int     // the current trial: jobs, an index, a count
	cost               float64 // nanoseconds per job, the cheapest trial so far

	best     Launch
	bestCost float64 // +Inf = none yet
	over     bool    // tuning has ended
}

// newControl returns thread control for the given group sizes, ascending. The
// first wave has one group (for work-items: of the smallest size) per compute
// unit. With less, units would idle and nothing would finish sooner.
//
// Deviation: Algorithm 3 begins with the power of two nearest to the size of a
// solution, which a kernel does not know.
func newControl(groups []int, teams bool, units int) *control {
	floor := powerOfTwo(max(units, 1))
	if !teams {
		floor = max(powerOfTwo(smallestGroup*max(units, 1)), groups[0])
	}
	return &control{groups: groups, teams: teams, floor: floor, wave: floor, cost: math.Inf(1), bestCost: math.Inf(1)}
}

// items returns the number of work-items of some jobs, before rounding up to groups.
func (c *control) items(jobs, group int) int {
	if c.teams {
		return jobs * group
	}
	return jobs
}

// jobs returns the number of jobs that a launch holds.
func (c *control) jobs(l Launch) int {
	if c.teams {
		return l.Wave / l.Group
	}
	return l.Wave
}

// launch returns the launch that holds some jobs.
func (c *control) launch(jobs, group int) Launch {
	return Launch{Group: group, Wave: roundUp(c.items(jobs, group), group)}
}

// tried returns the launch to try next.
func (c *control) tried() Launch {
	if c.preferred != (Launch{}) {
		return c.preferred
	}
	group := c.groups[c.group]
	if c.only != 0 {
		return Launch{Group: group, Wave: roundUp(c.only, group)}
	}
	return c.launch(c.wave, group)
}

// powerOfTwo returns the smallest power of two that is at least n > 0.
func powerOfTwo(n int) int { return 1 << bits.Len(uint(n-1)) }

// roundUp returns the smallest multiple of m that is at least n.
func roundUp(n, m int) int { return (n + m - 1) / m * m }

// next chooses the launch for a run of jobs, of which left remain, and reports
// whether it is a trial. A trial must be timed and followed by measured or
// failed.
func (c *control) next(jobs, left int) (l Launch, trial bool) {
	if c.settled(jobs) {
		return c.best, false
	}
	l = c.tried()
	if left >= c.jobs(l) || left == jobs {
		return l, true
	}
	// The remainder of a run shows little about waves of this size.
	if c.found() {
		return c.best, false
	}
	return l, false
}

// settled reports whether nothing is left to try for runs of that many jobs: a
// wave has held them all, or it is fixed. A larger run later continues the
// tuning.
func (c *control) settled(jobs int) bool {
	return c.over || c.wave > c.floor && (c.only != 0 || c.wave/2 >= jobs)
}

func (c *control) found() bool { return !math.IsInf(c.bestCost, 1) }

// measured records the time of a trial of n jobs.
func (c *control) measured(n int, took time.Duration) {
	c.cost = min(c.cost, max(float64(took), 1)/float64(n)) // a coarse clock may return 0
	if c.trial++; c.trial < trials {
		return
	}
	if c.cost < c.bestCost {
		c.best, c.bestCost = c.tried(), c.cost
	}
	if c.preferred != (Launch{}) {
		c.over = true
		c.observed(n, took)
		return
	}
	c.advance()
}

// advance moves to the next group size, or to the next wave.
func (c *control) advance() {
	c.begin(c.group + 1)
	if c.group < len(c.groups) && (c.teams || c.only != 0 || c.groups[c.group] <= c.wave) {
		return
	}
	c.group = 0
	c.wave *= 2
	if c.bestCost*float64(c.wave) > float64(longest) {
		c.over = true
	}
}

// begin prepares the trials of a group size.
func (c *control) begin(group int) { c.group, c.trial, c.cost = group, 0, math.Inf(1) }

// refused chooses what follows a launch that the driver rejected, and reports
// whether there is anything. A rejected trial ends the tuning, and the best so
// far is kept [LSM13 Algorithm 3, lines 8 to 12]. If that is rejected as well, or
// there is none, launches become smaller. A rejected preference is forgotten.
func (c *control) refused(l Launch, trial bool) bool {
	switch {
	case l == c.preferred && !c.over:
		c.preferred = Launch{}
		c.begin(0)
		return true
	case trial && c.found():
		c.over = true
		return true
	}
	smaller := c.smaller(l)
	if smaller == l { // nothing works: a later run begins anew
		c.wave, c.best, c.bestCost, c.over = c.floor, Launch{}, math.Inf(1), false
		c.begin(0)
		return false
	}
	c.best, c.over = smaller, true
	return true
}

// smaller returns the next smaller launch: half the wave, down to one group, then
// the first wave with the next smaller group. If there is none, it returns l.
func (c *control) smaller(l Launch) Launch {
	if c.only == 0 {
		if half := c.launch(max(c.jobs(l)/2, 1), l.Group); half.Wave < l.Wave {
			return half
		}
	}
	for _, group := range slices.Backward(c.groups) {
		switch {
		case group >= l.Group:
		case c.only != 0:
			return Launch{Group: group, Wave: roundUp(c.only, group)}
		default:
			return c.launch(c.floor, group)
		}
	}
	return l
}

// hurry ends the search for a group size as soon as there is a usable one. Waves
// go on growing: that needs no compilation, and trials begin with small ones,
// where launching dominates the time.
func (c *control) hurry() {
	if c.over || !c.found() || len(c.groups) == 1 {
		return
	}
	c.groups = []int{c.best.Group}
	c.begin(0)
}

// observed records the time of a launch of n jobs that was not a trial. If jobs
// have become so expensive that a wave takes too long, waves become smaller.
func (c *control) observed(n int, took time.Duration) {
	if c.only != 0 || !c.found() && !c.over || took <= 2*longest {
		return
	}
	smaller := c.launch(min(c.jobs(c.best), n)/2, c.best.Group)
	if c.jobs(smaller) >= c.floor && smaller.Wave < c.best.Wave {
		c.best = smaller
	}
}
