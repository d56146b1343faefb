package cl

import (
	"math"
	"math/bits"
	"time"
)

// A Launch is how the work-items of a kernel are cut into launches.
type Launch struct {
	Group int `json:"group"` // work-items in a group
	Wave  int `json:"wave"`  // work-items in a launch, a multiple of Group
}

const (
	// trials is how many launches of a configuration are timed. The first one
	// may include compiling for the group size.
	trials = 2

	smallestGroup = 32  // a warp
	largestGroup  = 512 // [LSM13 Algorithm 3, line 4]

	// longest is how long a wave may take, and how much work may be enqueued
	// without waiting for it: what cancelling has to wait for.
	longest = 50 * time.Millisecond
)

// A control is thread control [LSM13 §4.1, Algorithm 3]: it looks for the group
// and the wave with the least time per job while the first waves do their real
// work. A job is a work-item or, where groups are teams, a whole group, whatever
// its size. It knows nothing of OpenCL: it is asked for the next launch and told
// what became of it.
//
// Deviation: group sizes double instead of growing by 32, which finds the same
// optimum in 5 steps instead of 16.
// Deviation: the last wave is the one that holds all jobs, also when their
// number is no power of two, since a single launch is often best.
// Deviation: it is cut short where trying takes much longer than the launches
// themselves, as with drivers that compile again for every group size.
// Deviation: waves stop growing at 50 ms, so that cancelling works.
// Deviation: the cheapest of the trials counts and not their sum, because what
// disturbs a measurement only ever makes it longer.
type control struct {
	groups []int // candidates, ascending
	teams  bool  // a job is a group
	floor  int   // jobs in the smallest wave
	only   int   // the one wave that is allowed, in work-items; 0 = all

	wave, group, trial int     // what is being tried: jobs, an index, a count
	cost               float64 // nanoseconds per job, the cheapest trial so far

	best     Launch
	bestCost float64 // +Inf = none yet
	over     bool    // nothing is tried any more
}

// newControl makes thread control for the given group sizes, ascending. Waves
// begin with a group (of work-items: of the smallest size) for every compute unit:
// with less, units idle and nothing ends sooner.
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

// items is the number of work-items of some jobs, before it is rounded up to groups.
func (c *control) items(jobs, group int) int {
	if c.teams {
		return jobs * group
	}
	return jobs
}

// jobs is the number of jobs that a launch holds.
func (c *control) jobs(l Launch) int {
	if c.teams {
		return l.Wave / l.Group
	}
	return l.Wave
}

// launch is the one that holds some jobs.
func (c *control) launch(jobs, group int) Launch {
	return Launch{Group: group, Wave: roundUp(c.items(jobs, group), group)}
}

// tried is the launch whose turn it is.
func (c *control) tried() Launch {
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

// next chooses the launch for a run of jobs of which some are left, and says
// whether it is a trial: a trial is timed, and measured or failed is called.
func (c *control) next(jobs, left int) (l Launch, trial bool) {
	if c.settled(jobs) {
		return c.best, false
	}
	l = c.tried()
	if left >= c.jobs(l) || left == jobs {
		return l, true
	}
	// The rest of a run says little about waves of this size.
	if c.found() {
		return c.best, false
	}
	return l, false
}

// settled reports whether there is nothing left to try for runs of so many jobs: a
// wave has held them all, or is the only one. A larger run later goes on where this
// one ended.
func (c *control) settled(jobs int) bool {
	return c.over || c.wave > c.floor && (c.only != 0 || c.wave/2 >= jobs)
}

func (c *control) found() bool { return !math.IsInf(c.bestCost, 1) }

// measured takes the time of a trial of n jobs.
func (c *control) measured(n int, took time.Duration) {
	c.cost = min(c.cost, max(float64(took), 1)/float64(n)) // a coarse clock may say 0
	if c.trial++; c.trial < trials {
		return
	}
	if c.cost < c.bestCost {
		c.best, c.bestCost = c.tried(), c.cost
	}
	c.advance()
}

// advance goes to the next group size, or to the next wave.
func (c *control) advance() {
	c.trial, c.cost = 0, math.Inf(1)
	c.group++
	if c.group < len(c.groups) && (c.teams || c.only != 0 || c.groups[c.group] <= c.wave) {
		return
	}
	c.group = 0
	c.wave *= 2
	if c.bestCost*float64(c.wave) > float64(longest) {
		c.over = true
	}
}

// failed ends the tuning after a launch that was refused, and reports whether
// there is a configuration to go back to [LSM13 Algorithm 3, lines 8 to 12].
func (c *control) failed() bool {
	if c.found() {
		c.over = true
	}
	return c.found()
}

// hurry ends the tuning as soon as there is a configuration to go on with. Trials
// begin with small waves, where launching takes most of the time: without knowing
// better, waves are as large as they may be.
func (c *control) hurry() {
	if c.over || !c.found() {
		return
	}
	c.over = true
	if most := int(float64(longest) / 2 / c.bestCost); c.only == 0 && most > c.jobs(c.best) {
		c.best.Wave = c.items(most, c.best.Group) / c.best.Group * c.best.Group
	}
}

// observed takes the time of a launch of n jobs that was no trial: where jobs have
// become so expensive that a wave takes too long, waves get smaller.
func (c *control) observed(n int, took time.Duration) {
	if c.only != 0 || !c.found() && !c.over || took <= 2*longest {
		return
	}
	smaller := c.launch(min(c.jobs(c.best), n)/2, c.best.Group)
	if c.jobs(smaller) >= c.floor && smaller.Wave < c.best.Wave {
		c.best = smaller
	}
}
