package cl

import "crypto/sha256"

// mostCompiled is the maximum number of compiled programs that a device keeps while no Program uses
// them.
const mostCompiled = 32

// compiled is code for a device. Programs with the same source and the same options share it.
type compiled struct {
	handle   uintptr
	key      [sha256.Size]byte // hash of source and options
	users    int               // number of open programs
	used     int               // number of the last build that returned this code
	controls map[tuned]*control
}

// tuned identifies the thread control of a kernel.
type tuned struct {
	kernel    string
	teams     bool
	preferred Launch
}

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
		code = &compiled{handle: handle, key: key, controls: map[tuned]*control{}}
		d.forget()
		d.code[key] = code
	}
	code.used = d.builds
	code.users++
	return code, nil
}

// forget makes room for new code: if the device has much code that no program uses, it releases
// the one that has been unused for longest.
func (d *Device) forget() {
	var oldest *compiled
	unused := 0
	for _, c := range d.code {
		if c.users > 0 {
			continue
		}
		unused++
		if oldest == nil || c.used < oldest.used {
			oldest = c
		}
	}
	if unused >= mostCompiled {
		release(d.driver.ReleaseProgram, oldest.handle)
		delete(d.code, oldest.key)
	}
}

// learn keeps the thread control of a kernel that is being closed, so that a later kernel continues
// its tuning. A rejected launch may work later, for example when more memory is free, so the later
// kernel then starts afresh.
func (c *compiled) learn(k *Kernel) {
	if k.control != nil && k.fixed == (Launch{}) && !k.control.rejected {
		c.controls[k.tuned(k.control.teams)] = k.control
	}
}

// learned returns the thread control that an earlier kernel has left, or nil.
func (c *compiled) learned(k *Kernel, teams bool) *control {
	left := c.controls[k.tuned(teams)]
	if left == nil || k.fixed != (Launch{}) {
		return nil
	}
	return left.again()
}

func (k *Kernel) tuned(teams bool) tuned { return tuned{k.name, teams, k.preferred} }
