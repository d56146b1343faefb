package cl

import (
	"math"
	"math/bits"
	"slices"
	"time"
)

// A Launch specifies how the work-items of a kernel are divided into launches.
type Launch struct {
	Group int `json:"group"` // number of work-items in a group
	Wave  int `json:"wave"`  // number of work-items in a launch, a multiple of Group
}

const (
	// trials is the number of timed launches per configuration. The first launch may include
	// compilation for the group size.
	//
	// Deviation: [LSM13 §6.5] sums the times of ten launches. Here only the faster of two launches
	// counts, so tuning needs a fifth of the launches.
	trials = 2

	smallestGroup = 32  // a warp; also the increment of group sizes [LSM13 Algorithm 3, line 19]
	largestGroup  = 512 // [LSM13 Algorithm 3, line 4]

	// longest is the maximum duration of a wave, and also of the work that may be enqueued without
	// waiting. Cancelling may take this long.
	longest = 50 * time.Millisecond
)

// A control implements thread control [LSM13 §4.1, Algorithm 3]. It searches for the group size and
// the wave size with the least time per job while the first waves do real work. A job is a
// work-item or, if groups are teams, a whole group of any size. A control does not depend on
// OpenCL: callers ask it for the next launch and report the result.
//
// Deviation: the last wave size tried is the one that holds all jobs, even if their number is not a
// power of two, because a single launch is often best.
//
// Deviation: the control stops trying group sizes if the trials take much longer than the launches
// themselves, as with drivers that recompile for every group size.
//
// Deviation: the driver may also reject a launch after tuning, for example when memory is short.
// The control then tries smaller launches until the driver accepts one.
//
// Deviation: waves stop growing at 50 ms, so that cancelling stays fast.
//
// Deviation: the fastest of the trials counts instead of their sum, because disturbances only make
// a measurement longer.
type control struct {
	groups []int // candidate group sizes, ascending
	teams  bool  // whether a job is a group
	floor  int   // number of jobs in the smallest wave
	only   int   // only allowed wave size, in work-items; 0 means any

	preferred Launch // tried first, and used unless the driver rejects it; zero if unset

	// current trial: number of jobs, index into groups, number of launches timed
	wave, group, trial int
	cost               float64 // least time per job in the current trial so far, in nanoseconds

	best     Launch
	bestCost float64 // +Inf until a launch has been measured
	over     bool    // whether tuning has finished
	chosen   Launch  // best before observed reduced it
	rejected bool    // whether the driver has rejected a launch
}

// again returns a copy of c for a later kernel. It ignores that observed has reduced the launch,
// because jobs may have become expensive during a search.
func (c *control) again() *control {
	d := *c
	d.best = d.chosen
	return &d
}

// newControl returns thread control for the given group sizes, which must ascend. The first wave
// has one group per compute unit; if jobs are work-items, these groups have the smallest size. With
// a smaller wave, compute units would idle and no job would finish sooner.
//
// Deviation: Algorithm 3 starts with the power of two nearest to the size of a solution, but a
// kernel does not know that size.
func newControl(groups []int, teams bool, units int) *control {
	floor := powerOfTwo(max(units, 1))
	if !teams {
		floor = max(powerOfTwo(smallestGroup*max(units, 1)), groups[0])
	}
	return &control{groups: groups, teams: teams, floor: floor, wave: floor, cost: math.Inf(1), bestCost: math.Inf(1)}
}

// items returns the number of work-items for the given jobs, before rounding up to groups.
func (c *control) items(jobs, group int) int {
	if c.teams {
		return jobs * group
	}
	return jobs
}

// jobs returns the number of jobs in a launch.
func (c *control) jobs(l Launch) int {
	if c.teams {
		return l.Wave / l.Group
	}
	return l.Wave
}

// launch returns the launch for the given number of jobs and group size.
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

// next chooses the next launch for a run with the given number of jobs, of which left remain. It
// reports whether the launch is a trial. The caller must time a trial and then call measured or
// refused.
func (c *control) next(jobs, left int) (l Launch, trial bool) {
	if c.settled(jobs) {
		return c.best, false
	}
	l = c.tried()
	if left >= c.jobs(l) || left == jobs {
		return l, true
	}
	// The remainder of a run is smaller than a wave, so its time tells little about waves of this
	// size.
	if c.found() {
		return c.best, false
	}
	return l, false
}

// settled reports whether no trials are left for runs of the given number of jobs, because a wave
// has held all jobs or because the wave size is fixed. A later run with more jobs continues the
// tuning.
func (c *control) settled(jobs int) bool {
	return c.over || c.wave > c.floor && (c.only != 0 || c.wave/2 >= jobs)
}

func (c *control) found() bool { return !math.IsInf(c.bestCost, 1) }

// measured records the duration of a trial with n jobs.
func (c *control) measured(n int, took time.Duration) {
	c.cost = min(c.cost, max(float64(took), 1)/float64(n)) // a coarse clock may report 0
	if c.trial++; c.trial < trials {
		return
	}
	if c.cost < c.bestCost {
		c.best, c.bestCost = c.tried(), c.cost
		c.chosen = c.best
	}
	if c.preferred != (Launch{}) {
		c.over = true
		c.observed(n, took)
		return
	}
	c.advance()
}

// advance moves to the next group size or, after the last one, to the next wave size.
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

// begin prepares the trials of the group size with the given index.
func (c *control) begin(group int) { c.group, c.trial, c.cost = group, 0, math.Inf(1) }

// refused chooses the launch to use after the driver has rejected l, and reports whether there is
// one. A rejected trial stops the tuning, and the best launch so far is used [LSM13 Algorithm 3,
// lines 8 to 12]. If there is no best launch, or if the driver rejects that launch too, refused
// chooses a smaller one. It discards a rejected preference.
func (c *control) refused(l Launch, trial bool) bool {
	c.rejected = true
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
	if smaller == l { // the driver rejects every launch, so a later run restarts the tuning
		c.wave, c.best, c.bestCost, c.over = c.floor, Launch{}, math.Inf(1), false
		c.begin(0)
		return false
	}
	c.best, c.over = smaller, true
	return true
}

// smaller returns the next smaller launch: first it halves the wave down to one group, then it uses
// the first wave size with the next smaller group. If there is no smaller launch, it returns l.
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

// hurry stops the search for a group size if a usable size has been found. Waves continue to grow,
// because a new wave size needs no compilation, and because trials start with small waves, in which
// the launch overhead dominates.
func (c *control) hurry() {
	if c.over || !c.found() || len(c.groups) == 1 {
		return
	}
	c.groups = []int{c.best.Group}
	c.begin(0)
}

// observed records the duration of a launch with n jobs that was not a trial. If jobs have become
// so expensive that a wave takes too long, observed reduces the wave size.
func (c *control) observed(n int, took time.Duration) {
	if c.only != 0 || !c.found() && !c.over || took <= 2*longest {
		return
	}
	smaller := c.launch(min(c.jobs(c.best), n)/2, c.best.Group)
	if c.jobs(smaller) >= c.floor && smaller.Wave < c.best.Wave {
		c.best = smaller
	}
}
