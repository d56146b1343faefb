package cl

import (
	"fmt"
	"math"
)

// Fix overrides the group size, the wave size or both. Thread control chooses values that are zero,
// so Fix(Launch{}) removes the override.
func (k *Kernel) Fix(l Launch) error {
	if err := k.lock(); err != nil {
		return err
	}
	defer k.device.mu.Unlock()
	return k.fix(l)
}

func (k *Kernel) fix(l Launch) error {
	if l.Group < 0 || l.Wave < 0 || l.Group > 0 && l.Wave%l.Group != 0 {
		return k.failure("clEnqueueNDRangeKernel", invalidGroupSize,
			fmt.Sprintf("waves of %d items in groups of %d: expected non-negative numbers and a wave size that is a multiple of the group size", l.Wave, l.Group))
	}
	if l.Group > 0 {
		if err := k.fits(l.Group); err != nil {
			return err
		}
	}
	k.fixed, k.control = l, nil
	return nil
}

// Launch returns the fixed launch or the best launch so far. It also reports whether that launch is
// settled, which means that a run with no more jobs than the largest run so far does no trials.
func (k *Kernel) Launch() (l Launch, settled bool) {
	if k.lock() != nil {
		return Launch{}, false
	}
	defer k.device.mu.Unlock()
	switch {
	case k.fixed.Group > 0 && k.fixed.Wave > 0:
		return k.fixed, true
	case k.control == nil:
		return k.fixed, false
	}
	return k.control.best, k.control.settled(k.jobs)
}

// MaxGroup returns the maximum number of work-items in a group of this kernel, for RunGroups. It
// depends on the kernel as well as on the device.
func (k *Kernel) MaxGroup() int {
	if k == nil {
		return 0
	}
	return min(k.most, k.device.Info().MaxGroup)
}

// tuning returns the thread control of this kernel for a run with the given number of jobs.
func (k *Kernel) tuning(teams bool, jobs int) (*control, error) {
	if k.control != nil && k.control.teams == teams {
		return k.control, nil
	}
	k.shape = k.shapeOf(teams, jobs)
	c := k.program.code.learned(k)
	if c == nil {
		var err error
		if c, err = k.newControl(teams); err != nil {
			return nil, err
		}
	}
	k.control, k.jobs = c, 0
	return c, nil
}

func (k *Kernel) newControl(teams bool) (*control, error) {
	if k.fixed.Group > 0 {
		if err := k.fits(k.fixed.Group); err != nil {
			return nil, err
		}
	}
	groups := k.groups(teams)
	if len(groups) == 0 {
		return nil, k.fits(k.leastGroup())
	}
	c := newControl(groups, teams, k.device.info.Units)
	c.only = k.fixed.Wave
	switch {
	case k.fixed.Group > 0 && k.fixed.Wave > 0:
		c.best, c.over = k.fixed, true
	case k.fixed == Launch{}:
		c.preferred = k.preferred
	}
	return c, nil
}

// groups lists the group sizes to try, in ascending order. They fit the kernel and, if the wave
// size is fixed, divide it. On a CPU, where a core runs one work-item after another, the first team
// size is one, because a team of one work-item needs no synchronisation.
func (k *Kernel) groups(teams bool) []int {
	if k.fixed.Group > 0 {
		return []int{k.fixed.Group}
	}
	var groups []int
	least := k.leastGroup()
	if teams && k.device.info.Kind == "cpu" && least > 1 && k.fits(1) == nil {
		groups = append(groups, 1)
	}
	for group := least; group == least || group <= largestGroup && k.required == 0; group += smallestGroup {
		if (k.fixed.Wave == 0 || k.fixed.Wave%group == 0) && k.fits(group) == nil {
			groups = append(groups, group)
		}
	}
	return groups
}

// leastGroup returns the smallest group size to try. That is the size that the source requires or,
// if there is no requirement, a warp. If a warp does not fit, it is the largest power of two that
// does.
func (k *Kernel) leastGroup() int {
	if k.required > 0 {
		return k.required
	}
	group := smallestGroup
	for group > 1 && (k.fits(group) != nil || k.fixed.Wave%group != 0) {
		group /= 2
	}
	return group
}

// fits checks a group size against the limits of the kernel and the device.
func (k *Kernel) fits(group int) error {
	if k.required > 0 && group != k.required {
		return k.failure("clEnqueueNDRangeKernel", invalidGroupSize,
			fmt.Sprintf("groups of %d items: the kernel source requires %d", group, k.required))
	}
	if most := k.MaxGroup(); group < 1 || group > most {
		return k.failure("clEnqueueNDRangeKernel", invalidGroupSize,
			fmt.Sprintf("groups of %d items: the kernel allows at most %d", group, most))
	}
	if need := k.localBytes(group); need > k.device.info.Local {
		return k.failure("clEnqueueNDRangeKernel", outOfResources,
			fmt.Sprintf("groups of %d items need %d bytes of local memory, but the device has %d", group, need, k.device.info.Local))
	}
	return nil
}

// localBytes returns the local memory that a group of the given size needs.
func (k *Kernel) localBytes(group int) uint64 {
	need := k.local
	for i := range k.arguments {
		if l := k.arguments[i].local; l != nil {
			need += min(l.bytes(group), math.MaxUint32)
		}
	}
	return need
}
