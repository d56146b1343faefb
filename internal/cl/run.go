package cl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unsafe"
)

const (
	eventStatus    = 0x11D3
	profileQueued  = 0x1280
	profileStarted = 0x1282
	profileEnded   = 0x1283

	// overhead is the assumed fixed cost of a launch. It ensures that even empty kernels do not
	// fill the queue without limit.
	overhead = 5 * time.Microsecond

	// mostUnwatched is the maximum number of consecutive launches of a kernel that are not timed,
	// so that an old estimate of their duration is used. Waiting for a launch costs as much as ten
	// launches.
	mostUnwatched = 512
)

// Run launches the kernel over items work-items, one wave after another. The number of work-items
// is rounded up to whole groups, so kernels start with if (get_global_id(0) >= n) return. Thread
// control chooses the group size and the wave size. Results must not depend on them.
//
// Run may return while work is still enqueued. Calls that read the results wait for that work.
// Cancelling takes effect between waves: Run returns ctx.Err(), and the device still completes the
// enqueued waves.
func (k *Kernel) Run(ctx context.Context, items int) error { return k.run(ctx, items, false) }

// RunTeams launches the kernel for the given number of teams. A team is a group of work-items that
// do a job together. The team number is get_global_id(0) / get_local_size(0), not get_group_id(0),
// which restarts with every wave. Thread control chooses the number of work-items in a team,
// possibly 1, and the number of teams in a wave. Results must not depend on either. Otherwise
// RunTeams works like Run.
func (k *Kernel) RunTeams(ctx context.Context, teams int) error { return k.run(ctx, teams, true) }

// run launches the kernel for the given number of jobs, one wave after another. A job is a
// work-item or a team.
func (k *Kernel) run(ctx context.Context, jobs int, teams bool) error {
	if err := k.begin(jobs); err != nil {
		return err
	}
	defer k.device.mu.Unlock()
	c, err := k.tuning(teams, jobs)
	if err != nil {
		return err
	}
	k.jobs = max(k.jobs, jobs)
	for first := 0; first < jobs; {
		if err := cancelled(ctx); err != nil {
			return err
		}
		l, trial := c.next(jobs, jobs-first)
		n := min(c.jobs(l), jobs-first)
		switch err := k.wave(c, first, n, l.Group, trial); {
		case err == nil:
			first += n
		case !refused(err) || !c.refused(l, trial):
			k.device.lost = true
			return err
		}
	}
	return nil
}

// RunGroups launches the kernel once, with exactly the given number of groups and work-items per
// group. It is for kernels in which each group writes one result.
func (k *Kernel) RunGroups(ctx context.Context, groups, group int) error {
	if err := k.begin(groups); err != nil {
		return err
	}
	defer k.device.mu.Unlock()
	if err := k.fits(group); err != nil {
		return err
	}
	if groups == 0 {
		return nil
	}
	if err := cancelled(ctx); err != nil {
		return err
	}
	_, err := k.paced(span{items: groups * group, group: group, jobs: groups * group})
	k.device.lost = k.device.lost || err != nil
	return err
}

// A span is the part of a run that is done in one launch.
type span struct {
	first, items, group int // first work-item, number of work-items, and group size
	jobs                int // number of requested work-items or teams
}

// begin checks the arguments and the count, and locks the device for a launch. If it returns an
// error, the device is not locked.
func (k *Kernel) begin(count int) error {
	if err := k.lock(); err != nil {
		return err
	}
	err := k.ready()
	if err == nil && count < 0 {
		err = k.failure("clEnqueueNDRangeKernel", invalidGlobalSize, fmt.Sprintf("%d items or groups: expected 0 or more", count))
	}
	if err != nil {
		k.device.mu.Unlock()
		return err
	}
	return nil
}

// ready checks that every argument is set and that no bound buffer has been closed.
func (k *Kernel) ready() error {
	for i := range k.arguments {
		a := &k.arguments[i]
		if !a.bound {
			return k.failure("clEnqueueNDRangeKernel", invalidKernelArgs, k.mismatch(i, "nothing"))
		}
		if a.memory != nil && a.memory.handle == 0 {
			return k.failure("clEnqueueNDRangeKernel", invalidKernelArgs, k.mismatch(i, "closed buffer "+a.memory.name))
		}
	}
	return nil
}

// cancelled returns ctx.Err(), or nil if ctx is nil.
func cancelled(ctx context.Context) error {
	if ctx == nil {
		return nil
	}
	return ctx.Err()
}

// wave launches a part of a run and reports the result to thread control.
func (k *Kernel) wave(c *control, first, n, group int, trial bool) error {
	s := span{first: c.items(first, group), items: roundUp(c.items(n, group), group), group: group, jobs: n}
	if !trial {
		took, err := k.paced(s)
		c.observed(n, took)
		return err
	}
	return k.try(c, s)
}

// try times a launch for thread control.
func (k *Kernel) try(c *control, s span) error {
	// The measured time must not include earlier work.
	if k.device.pending > 0 {
		if err := k.device.finish(); err != nil {
			return &broken{err} // the failure is not due to this launch
		}
	}
	start := time.Now()
	t, err := k.timed(s)
	if err != nil {
		return err
	}
	c.measured(s.jobs, t.whole)
	k.device.waited(c, time.Since(start)-t.busy)
	return nil
}

// paced launches s. If the queue holds too much work, or if the kernel must be timed again, it
// waits and returns the duration of the launch on the device. Otherwise it returns zero.
func (k *Kernel) paced(s span) (time.Duration, error) {
	d := k.device
	estimate := overhead + time.Duration(k.perJob*float64(s.jobs))
	if k.perJob > 0 && d.pending+estimate <= longest && k.unwatched < mostUnwatched {
		err := k.enqueue(s, false)
		if err == nil {
			d.enqueued(k, estimate)
		}
		return 0, err
	}
	t, err := k.timed(s)
	return t.busy, err
}

// A timing holds two durations of a launch: the time on the device, and the time from enqueueing to
// completion.
type timing struct{ busy, whole time.Duration }

// timed launches s, waits, and records the time per job.
func (k *Kernel) timed(s span) (timing, error) {
	d := k.device
	start := time.Now()
	if err := k.enqueue(s, true); err != nil {
		return timing{}, err
	}
	d.traffic.Waits++
	code := call(d.driver.WaitForEvents, 1, uintptr(unsafe.Pointer(&k.event)))
	t := k.profile(time.Since(start))
	status := k.status()
	release(d.driver.ReleaseEvent, k.event)
	k.event = 0
	if status < 0 {
		code = status
	}
	if code != success {
		// The driver accepted the launch, which failed later. Part of it may have run, so it must
		// not be repeated.
		detail := strings.TrimSpace(fmt.Sprintf("%d items in groups of %d %s", s.items, s.group, d.behind()))
		d.idle()
		d.queued = true
		return timing{}, &broken{k.failure("clWaitForEvents", code, detail)}
	}
	d.idle()
	k.unwatched = 0
	k.perJob = max(float64(t.busy)/float64(s.jobs), 1e-6)
	return t, nil
}

// status returns the result of the launch, which is negative for an error.
func (k *Kernel) status() int32 {
	var status int32
	call(k.device.driver.GetEventInfo, k.event, eventStatus, unsafe.Sizeof(status), uintptr(unsafe.Pointer(&status)), 0)
	return status
}

// profile returns the times that the event reports, or the clock time if it reports none.
func (k *Kernel) profile(clock time.Duration) timing {
	queued, started, ended := k.moment(profileQueued), k.moment(profileStarted), k.moment(profileEnded)
	if queued == 0 || queued > started || started >= ended {
		return timing{busy: clock, whole: clock}
	}
	return timing{busy: time.Duration(ended - started), whole: time.Duration(ended - queued)}
}

func (k *Kernel) moment(what uintptr) uint64 {
	var nanoseconds uint64
	if call(k.device.driver.GetEventProfilingInfo, k.event, what, unsafe.Sizeof(nanoseconds), uintptr(unsafe.Pointer(&nanoseconds)), 0) != success {
		return 0
	}
	return nanoseconds
}

// enqueue launches a span.
func (k *Kernel) enqueue(s span, event bool) error {
	if err := k.sizeLocals(s.group); err != nil {
		return err
	}
	k.offset, k.global, k.group = uintptr(s.first), uintptr(s.items), uintptr(s.group)
	var where uintptr
	if event {
		where = uintptr(unsafe.Pointer(&k.event)) // k stays alive until the function returns
	}
	code := call(k.device.driver.EnqueueNDRangeKernel, k.device.queue, k.handle, 1,
		uintptr(unsafe.Pointer(&k.offset)), uintptr(unsafe.Pointer(&k.global)), uintptr(unsafe.Pointer(&k.group)),
		0, 0, where)
	if code != success {
		return k.failure("clEnqueueNDRangeKernel", code,
			fmt.Sprintf("%d items in groups of %d: the kernel allows at most %d", s.items, s.group, k.most))
	}
	k.device.countLaunch()
	made(k.event) // zero without an event
	return nil
}

// sizeLocals passes the local memory sizes for this group size to the driver.
func (k *Kernel) sizeLocals(group int) error {
	for i := range k.arguments {
		a := &k.arguments[i]
		if a.local == nil {
			continue
		}
		size := uintptr(a.local.bytes(group))
		if size == a.size {
			continue
		}
		code := call(k.device.driver.SetKernelArg, k.handle, uintptr(i), size, 0)
		if code != success {
			return k.failure("clSetKernelArg", code, k.mismatch(i, fmt.Sprintf("%d bytes of local memory", size)))
		}
		a.size = size
	}
	return nil
}

// broken marks an error after which a launch must not be repeated.
type broken struct{ error }

func (b *broken) Unwrap() error { return b.error }

// refused reports whether a launch was rejected for lack of resources. A smaller launch may then
// work.
func refused(err error) bool {
	if b := (*broken)(nil); errors.As(err, &b) {
		return false
	}
	e := (*Error)(nil)
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code {
	case allocationFailure, outOfResources, outOfHostMemory, invalidGroupSize, invalidItemSize, invalidGlobalSize:
		return true
	}
	return false
}
