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

	// overhead is the assumed cost of a launch besides its items, so that even
	// empty kernels do not fill the queue without limit.
	overhead = 5 * time.Microsecond

	// mostUnwatched is how many launches of a kernel rely on an old estimate of
	// their time before one is timed again. Waiting for it costs as much as ten
	// launches.
	mostUnwatched = 512
)

// Run launches the kernel over items work-items, wave after wave: get_global_id(0)
// runs from 0 to items rounded up to groups, so kernels begin with
// if (id >= n) return. Thread control chooses the group and the wave; results
// must not depend on them.
//
// Run may return while work is still enqueued; whatever reads the results waits
// for it. Cancelling takes effect between waves: Run returns ctx.Err(), and the
// enqueued waves will still be done.
func (k *Kernel) Run(ctx context.Context, items int) error { return k.run(ctx, items, false) }

// RunTeams launches the kernel for a number of teams: groups of work-items that
// do a job together. The number of a team is get_global_id(0) /
// get_local_size(0), not get_group_id(0), which restarts with every wave.
// Thread control chooses how many work-items make a team, possibly 1, and how
// many teams a wave. Results must not depend on either. Otherwise it works like
// Run.
func (k *Kernel) RunTeams(ctx context.Context, teams int) error { return k.run(ctx, teams, true) }

// run launches the kernel for some jobs, work-items or teams, wave after wave.
func (k *Kernel) run(ctx context.Context, jobs int, teams bool) error {
	if err := k.begin(jobs); err != nil {
		return err
	}
	defer k.device.mu.Unlock()
	c, err := k.tuning(teams)
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
			return err
		}
	}
	return nil
}

// RunGroups launches the kernel once, with exactly that many groups of that
// many work-items, for kernels whose groups write one result each.
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
	return err
}

// A span is a part of a run: one launch.
type span struct {
	first, items, group int // work-items, and how many of them form a group
	jobs                int // requested work-items, or teams
}

// begin checks the count and locks the device for a launch, if all arguments
// are set.
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

// ready checks that every argument is set and no buffer has been closed since.
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

// cancelled returns ctx.Err, or nil without a context.
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
	// Earlier work must not be included in the time.
	if k.device.pending > 0 {
		if err := k.device.finish(); err != nil {
			return &broken{err} // it is not this launch that has failed
		}
	}
	start := time.Now()
	t, err := k.timed(s)
	if err != nil {
		return err
	}
	c.measured(n, t.whole)
	k.device.waited(c, time.Since(start)-t.busy)
	return nil
}

// paced launches and, if that fills the allowed queue, waits. It then returns
// the time that the launch took on the device, otherwise zero.
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

// A timing is how long a launch took: on the device, and from enqueueing to
// completion.
type timing struct{ busy, whole time.Duration }

// timed launches, waits, and records the time per job.
func (k *Kernel) timed(s span) (timing, error) {
	d := k.device
	start := time.Now()
	if err := k.enqueue(s, true); err != nil {
		return timing{}, err
	}
	code := call(d.driver.waitForEvents, 1, uintptr(unsafe.Pointer(&k.event)))
	t := k.profile(time.Since(start))
	status := k.status()
	release(d.driver.releaseEventRef, k.event)
	k.event = 0
	if status < 0 {
		code = status
	}
	if code != success {
		// The launch was accepted and failed later. Part of it may have been
		// done, so it must not be repeated.
		detail := strings.TrimSpace(fmt.Sprintf("%d items in groups of %d %s", s.items, s.group, d.behind()))
		d.idle()
		return timing{}, &broken{k.failure("clWaitForEvents", code, detail)}
	}
	d.idle()
	k.unwatched = 0
	k.perJob = max(float64(t.busy)/float64(s.jobs), 1e-6)
	return t, nil
}

// status returns the result of the launch: negative for an error.
func (k *Kernel) status() int32 {
	var status int32
	call(k.device.driver.eventInfo, k.event, eventStatus, unsafe.Sizeof(status), uintptr(unsafe.Pointer(&status)), 0)
	return status
}

// profile reads the times of the event, or uses the clock if there are none.
func (k *Kernel) profile(clock time.Duration) timing {
	queued, started, ended := k.moment(profileQueued), k.moment(profileStarted), k.moment(profileEnded)
	if queued == 0 || queued > started || started >= ended {
		return timing{busy: clock, whole: clock}
	}
	return timing{busy: time.Duration(ended - started), whole: time.Duration(ended - queued)}
}

func (k *Kernel) moment(what uintptr) uint64 {
	var nanoseconds uint64
	if call(k.device.driver.eventProfile, k.event, what, unsafe.Sizeof(nanoseconds), uintptr(unsafe.Pointer(&nanoseconds)), 0) != success {
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
		where = uintptr(unsafe.Pointer(&k.event)) // k is alive until the return below
	}
	code := call(k.device.driver.enqueueKernel, k.device.queue, k.handle, 1,
		uintptr(unsafe.Pointer(&k.offset)), uintptr(unsafe.Pointer(&k.global)), uintptr(unsafe.Pointer(&k.group)),
		0, 0, where)
	if code != success {
		return k.failure("clEnqueueNDRangeKernel", code,
			fmt.Sprintf("%d items in groups of %d: the kernel allows at most %d", s.items, s.group, k.most))
	}
	if event {
		made(k.event)
	}
	return nil
}

// sizeLocals passes the size of local memory for this group size to the driver.
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
		code := call(k.device.driver.setKernelArg, k.handle, uintptr(i), size, 0)
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

// refused reports whether a launch was rejected for lack of resources, so that
// a smaller one may work.
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
