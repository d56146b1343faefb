package cl

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
)

// mostCompiled is the maximum number of compiled programs that a device keeps while no Program uses
// them.
const mostCompiled = 32

// compiled is code for a device. Programs with the same source and the same options share it.
type compiled struct {
	handle   uintptr
	key      [sha256.Size]byte // hash of source and options
	users    int               // number of open programs
	used     int               // number of the last build that returned this code
	controls map[shape]*control
}

// A shape is what the times of a kernel depend on. Thread control that has tuned a launch is reused
// only for the same shape.
type shape struct {
	kernel    string
	teams     bool
	preferred Launch
	jobs      int    // number of jobs in the first run
	sizes     string // sizes of buffers and local memory
}

// mostShapes is the maximum number of shapes for which a program keeps thread control.
const mostShapes = 256

// compiled returns the code for a source text, and compiles it if the device does not have it. The
// device must be locked.
func (d *Device) compiled(file, text, options string) (*compiled, error) {
	key := sha256.Sum256([]byte(options + "\x00" + text))
	d.builds++
	code, ok := d.code[key]
	if !ok {
		handle, err := d.compile(file, text, options)
		if err != nil {
			return nil, err
		}
		code = &compiled{handle: handle, key: key, controls: map[shape]*control{}}
		d.forget()
		d.code[key] = code
	}
	code.used = d.builds
	code.users++
	return code, nil
}

// forget makes room for new code: it releases code that no program uses, starting with the code
// that has been unused for longest.
func (d *Device) forget() {
	var unused []*compiled
	for _, c := range d.code {
		if c.users == 0 {
			unused = append(unused, c)
		}
	}
	slices.SortFunc(unused, func(a, b *compiled) int { return cmp.Compare(a.used, b.used) })
	for _, c := range unused[:max(0, len(unused)-mostCompiled+1)] {
		release(d.driver.ReleaseProgram, c.handle)
		delete(d.code, c.key)
	}
}

// learn keeps the thread control of a kernel that is being closed, so that a later kernel of the
// same shape continues its tuning. A rejected launch may work later, for example when more memory
// is free, so after a rejection the later kernel starts afresh.
func (c *compiled) learn(k *Kernel) {
	if k.control == nil || k.fixed != (Launch{}) {
		return
	}
	if k.control.rejected {
		delete(c.controls, k.shape)
		return
	}
	if len(c.controls) >= mostShapes {
		clear(c.controls)
	}
	c.controls[k.shape] = k.control
}

// learned returns the thread control that an earlier kernel of the same shape has left, or nil.
func (c *compiled) learned(k *Kernel) *control {
	left := c.controls[k.shape]
	if left == nil || k.fixed != (Launch{}) {
		return nil
	}
	return left.again()
}

// shapeOf returns the shape of a kernel whose first run has the given number of jobs.
func (k *Kernel) shapeOf(teams bool, jobs int) shape {
	var sizes []uint64
	for i := range k.arguments {
		switch a := &k.arguments[i]; {
		case a.memory != nil:
			sizes = append(sizes, a.memory.bytes)
		case a.local != nil:
			sizes = append(sizes, uint64(a.local.PerItem), uint64(a.local.Fixed))
		}
	}
	return shape{k.name, teams, k.preferred, jobs, fmt.Sprint(sizes)}
}

// Learned returns the launches that thread control has found for the kernels of closed programs, by
// kernel. If a kernel has run with different sizes, the launch is that of the largest run.
func (d *Device) Learned() map[string]Launch {
	found, jobs := map[string]Launch{}, map[string]int{}
	if d.lock() != nil {
		return found
	}
	defer d.mu.Unlock()
	for _, code := range d.code {
		for s, c := range code.controls {
			if c.found() && s.jobs > jobs[s.kernel] {
				found[s.kernel], jobs[s.kernel] = c.best, s.jobs
			}
		}
	}
	return found
}
