//go:build !noopencl && (amd64 || arm64) && ((linux && !android) || (darwin && !ios) || windows)

package cl

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/ebitengine/purego"
)

// MostUnwatched is how many launches of a kernel are not waited for.
const MostUnwatched = mostUnwatched

// Answers replace what a driver returns. Nil functions, and calls whose answer
// is 0, are left to the driver.
type Answers struct {
	Launch func(items, group int) int32         // clEnqueueNDRangeKernel is not called
	Wait   func() int32                         // clWaitForEvents is called, then this is returned
	Status func() int32                         // the status of a launch that was waited for
	Took   func(items, group int) time.Duration // how long it took, enqueueing included
	Read   func() int32                         // clEnqueueReadBuffer is not called
	Finish func() int32                         // clFinish is called, then this is returned
}

// Pretend makes a device answer so until the end of the test, or until stop is
// called. Only one device at a time can pretend.
func Pretend(t testing.TB, d *Device, a Answers) (stop func()) {
	t.Helper()
	p := &pretence{Answers: a, driver: d.driver}
	if !pretending.CompareAndSwap(nil, p) {
		t.Fatal("another device pretends already")
	}
	fake, own := *d.driver, pretended()
	fake.enqueueKernel, fake.waitForEvents = own.enqueueKernel, own.waitForEvents
	fake.eventInfo, fake.eventProfile = own.eventInfo, own.eventProfile
	fake.enqueueReadBuffer, fake.finish = own.enqueueReadBuffer, own.finish
	d.driver = &fake
	stop = sync.OnceFunc(func() {
		d.driver = p.driver
		pretending.Store(nil)
	})
	t.Cleanup(stop)
	return stop
}

// A pretence holds answers and the real driver.
type pretence struct {
	Answers
	driver       *driver
	items, group int // of the last launch
}

var pretending atomic.Pointer[pretence]

// pretended returns the entry points of the pretence. They are created once,
// because callbacks are few and never freed. They call the driver directly and
// not through call, whose one thread they may be running on.
var pretended = sync.OnceValue(func() driver {
	return driver{
		enqueueKernel: purego.NewCallback(func(queue, kernel, dimensions uintptr, offset, global, group *uintptr, events, list, event uintptr) uintptr {
			p := pretending.Load()
			p.items, p.group = int(*global), int(*group)
			if p.Launch != nil {
				if code := p.Launch(p.items, p.group); code != success {
					return uintptr(code)
				}
			}
			return forward(p.driver.enqueueKernel, queue, kernel, dimensions, address(offset), address(global), address(group), events, list, event)
		}),
		waitForEvents: purego.NewCallback(func(count, list uintptr) uintptr {
			p := pretending.Load()
			return afterwards(p.Wait, forward(p.driver.waitForEvents, count, list))
		}),
		eventInfo: purego.NewCallback(func(event, what, size uintptr, value *int32, written uintptr) uintptr {
			p := pretending.Load()
			result := forward(p.driver.eventInfo, event, what, size, address(value), written)
			if p.Status != nil {
				if status := p.Status(); status != success {
					*value = status
				}
			}
			return result
		}),
		eventProfile: purego.NewCallback(func(event, what, size uintptr, value *uint64, written uintptr) uintptr {
			p := pretending.Load()
			if p.Took == nil {
				return forward(p.driver.eventProfile, event, what, size, address(value), written)
			}
			*value = 1 // queued and started at once
			if uint32(what) == profileEnded {
				*value += uint64(p.Took(p.items, p.group))
			}
			return success
		}),
		enqueueReadBuffer: purego.NewCallback(func(queue, buffer, blocking, offset, size, host, events, list, event uintptr) uintptr {
			p := pretending.Load()
			if p.Read != nil {
				if code := p.Read(); code != success {
					return uintptr(code)
				}
			}
			return forward(p.driver.enqueueReadBuffer, queue, buffer, blocking, offset, size, host, events, list, event)
		}),
		finish: purego.NewCallback(func(queue uintptr) uintptr {
			p := pretending.Load()
			return afterwards(p.Finish, forward(p.driver.finish, queue))
		}),
	}
})

// forward passes the call on to the driver.
func forward(function uintptr, args ...uintptr) uintptr {
	result, _, _ := purego.SyscallN(function, args...)
	return result
}

// afterwards returns the answer after a call, or the result of the call if the
// answer is 0.
func afterwards(answer func() int32, result uintptr) uintptr {
	if answer != nil {
		if code := answer(); code != success {
			return uintptr(code)
		}
	}
	return result
}

// address converts a pointer that the caller of the entry point keeps alive.
func address[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }
