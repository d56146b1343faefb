package cl

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/tourmaline-opt/tourmaline/internal/list"
)

const (
	contextPlatform = 0x1084
	queueProfiling  = 1 << 1

	// simulator is the platform name of Oclgrind.
	simulator = "Oclgrind"
)

// A Device is an open device with a context and an in-order queue. Every command sees the results
// of earlier commands.
type Device struct {
	driver *driver
	info   Info

	mu             sync.Mutex
	id             uintptr
	context, queue uintptr // zero after Close
	used           uint64
	pending        time.Duration // estimated duration of enqueued work that no call has waited for
	queued         bool          // whether work was enqueued that no call has waited for
	waiting        []*Kernel     // kernels of the pending launches, without consecutive repeats
	memories       map[*memory]struct{}
	programs       map[*Program]struct{}
	code           map[[sha256.Size]byte]*compiled
	builds         int               // number of calls of Build
	preferred      map[string]Launch // keyed by kernel name
	demanded       Launch            // launch for all kernels; zero if unset
	patience       time.Duration     // remaining time for drivers that recompile for every trial

	lost    bool // whether a call has failed, except launches that smaller ones have replaced
	traffic Traffic

	longLoops atomic.Bool // whether LongLoops has succeeded
	hung      atomic.Bool // whether a call of the driver continues after its deadline
}

// Open opens the device with the given index in Devices. It fails if the driver does not answer.
func Open(number int) (*Device, error) {
	load := loaded
	return within(answerTime, "opening a device", func() (*Device, error) { return openNumber(load, number) })
}

func openNumber(load func() (*driver, error), number int) (*Device, error) {
	driver, err := load()
	if err != nil {
		return nil, err
	}
	found, err := driver.find()
	if err != nil {
		return nil, err
	}
	if number < 0 || number >= len(found) {
		return nil, fmt.Errorf("%w with number %d: devices found: %d, numbered from 0", ErrNoDevice, number, len(found))
	}
	return driver.open(found[number])
}

func (dr *driver) open(p place) (*Device, error) {
	if p.info.Platform == simulator {
		oneThread()
	}
	d := &Device{
		driver:   dr,
		info:     p.info,
		id:       p.device,
		memories: map[*memory]struct{}{},
		programs: map[*Program]struct{}{},
		code:     map[[sha256.Size]byte]*compiled{},
		patience: usualPatience,
	}
	var code int32
	properties := []uintptr{contextPlatform, p.platform, 0}
	d.context = made(create(dr.CreateContext, uintptr(unsafe.Pointer(&properties[0])),
		1, uintptr(unsafe.Pointer(&d.id)), 0, 0, uintptr(unsafe.Pointer(&code))))
	if d.context == 0 {
		return nil, d.failure("clCreateContext", code, "")
	}
	d.queue = made(create(dr.CreateCommandQueue, d.context, d.id, queueProfiling, uintptr(unsafe.Pointer(&code))))
	if d.queue == 0 {
		release(dr.ReleaseContext, d.context)
		return nil, d.failure("clCreateCommandQueue", code, "")
	}
	return d, nil
}

// Info returns the properties that the device reports.
func (d *Device) Info() Info {
	if d == nil {
		return Info{}
	}
	return d.info
}

// Used returns the total size of open buffers in bytes.
func (d *Device) Used() uint64 {
	if d == nil {
		return 0
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.used
}

// Finish waits until the device has completed all enqueued work.
func (d *Device) Finish() error {
	if err := d.lock(); err != nil {
		return err
	}
	defer d.mu.Unlock()
	return d.finish()
}

func (d *Device) finish() error {
	if !d.queued {
		return nil
	}
	d.traffic.Waits++
	err := d.failure("clFinish", call(d.driver.Finish, d.queue), d.behind())
	d.idle()
	if err != nil {
		d.lost, d.queued = true, true
	}
	return err
}

// Close waits for the device and releases all objects that were created from it. Closing again does
// nothing.
func (d *Device) Close() error {
	if d.lock() != nil {
		return nil
	}
	defer d.mu.Unlock()
	errs := []error{d.clear()}
	for _, c := range d.code {
		errs = append(errs, d.failure("clReleaseProgram", release(d.driver.ReleaseProgram, c.handle), ""))
	}
	clear(d.code)
	errs = append(errs,
		d.failure("clReleaseCommandQueue", release(d.driver.ReleaseCommandQueue, d.queue), ""),
		d.failure("clReleaseContext", release(d.driver.ReleaseContext, d.context), ""))
	d.queue, d.context = 0, 0
	return errors.Join(errs...)
}

// Reusable reports whether another search can use the device after Clear. A device on which a call
// has failed cannot be reused, because it may be lost. Neither can a device of Oclgrind, which
// supports one open device at a time.
func (d *Device) Reusable() bool {
	if d.lock() != nil {
		return false
	}
	defer d.mu.Unlock()
	return !d.lost && d.info.Platform != simulator
}

// Clear waits for the device and closes all programs and buffers, so that another search can use
// the device. The device keeps compiled code and what thread control has learned. After an error,
// the caller must close the device.
func (d *Device) Clear() error {
	if err := d.lock(); err != nil {
		return err
	}
	defer d.mu.Unlock()
	d.preferred, d.demanded, d.patience = nil, Launch{}, usualPatience
	d.queued = true // a device that was lost is noticed now
	return d.clear()
}

func (d *Device) clear() error {
	errs := []error{d.finish()}
	for p := range d.programs {
		p.release()
	}
	for m := range d.memories {
		errs = append(errs, m.release())
	}
	return errors.Join(errs...)
}

// lock locks the device for one operation, or returns an error if the device cannot be used. The
// caller must unlock d.mu only if lock returned no error.
func (d *Device) lock() error {
	if d == nil {
		return fmt.Errorf("OpenCL device: %w", ErrClosed)
	}
	if d.hung.Load() {
		return fmt.Errorf("OpenCL device %s: %w", d.info.Name, errHung)
	}
	d.mu.Lock()
	if d.queue == 0 {
		d.mu.Unlock()
		return fmt.Errorf("OpenCL device %s: %w", d.info.Name, ErrClosed)
	}
	return nil
}

// enqueued records a launch that the caller does not wait for.
func (d *Device) enqueued(k *Kernel, estimate time.Duration) {
	d.pending += estimate
	k.unwatched++
	if n := len(d.waiting); n == 0 || d.waiting[n-1] != k {
		d.waiting = append(d.waiting, k)
	}
}

// idle records that all enqueued work is done.
func (d *Device) idle() { d.pending, d.waiting, d.queued = 0, d.waiting[:0], false }

// behind returns a phrase that names the earlier launches that may have caused a failure.
func (d *Device) behind() string {
	if len(d.waiting) == 0 {
		return ""
	}
	last := d.waiting[max(0, len(d.waiting)-8):]
	names := list.Map(last, func(k *Kernel) string { return k.name })
	return "after launches of " + strings.Join(names, ", ")
}

// failure returns the error of a call that does not involve a kernel, or nil on success.
func (d *Device) failure(function string, code int32, detail string) error {
	if code == success {
		return nil
	}
	return &Error{Call: function, Code: code, Device: d.info.Name, Detail: detail}
}
