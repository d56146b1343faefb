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

// MostUnwatched is the maximum number of consecutive launches of a kernel that are not waited for.
const MostUnwatched = mostUnwatched

// Answers replaces the results of driver functions. If a function is nil or returns 0, the result
// of the driver is used.
type Answers struct {
	Launch func(items, group int) int32         // if not 0, clEnqueueNDRangeKernel is not called
	Wait   func() int32                         // returned after clWaitForEvents is called
	Status func() int32                         // status of a launch that was waited for
	Took   func(items, group int) time.Duration // duration of the launch, including enqueueing
	Read   func() int32                         // if not 0, clEnqueueReadBuffer is not called
	Finish func() int32                         // returned after clFinish is called
}

// Pretend makes a device return the given answers until the end of the test, or until stop is
// called. Only one device can pretend at a time.
func Pretend(t testing.TB, d *Device, a Answers) (stop func()) {
	t.Helper()
	p := &pretence{Answers: a, driver: d.driver}
	if !pretending.CompareAndSwap(nil, p) {
		t.Fatal("another device pretends already")
	}
	fake, own := *d.driver, pretended()
	fake.EnqueueNDRangeKernel, fake.WaitForEvents = own.EnqueueNDRangeKernel, own.WaitForEvents
	fake.GetEventInfo, fake.GetEventProfilingInfo = own.GetEventInfo, own.GetEventProfilingInfo
	fake.EnqueueReadBuffer, fake.Finish = own.EnqueueReadBuffer, own.Finish
	d.driver = &fake
	stop = sync.OnceFunc(func() {
		d.driver = p.driver
		pretending.Store(nil)
	})
	t.Cleanup(stop)
	return stop
}

// A pretence holds the answers and the real driver.
type pretence struct {
	Answers
	driver       *driver
	items, group int // work-items and group size of the last launch
}

var pretending atomic.Pointer[pretence]

// pretended returns the entry points of the pretence. It creates them once, because the number of
// callbacks is limited and callbacks are never freed. The entry points call the driver directly,
// not through call, because they may already be running on the thread that call uses.
var pretended = sync.OnceValue(func() driver {
	return driver{
		EnqueueNDRangeKernel: purego.NewCallback(func(queue, kernel, dimensions uintptr, offset, global, group *uintptr, events, list, event uintptr) uintptr {
			p := pretending.Load()
			p.items, p.group = int(*global), int(*group)
			if p.Launch != nil {
				if code := p.Launch(p.items, p.group); code != success {
					return uintptr(code)
				}
			}
			return forward(p.driver.EnqueueNDRangeKernel, queue, kernel, dimensions, address(offset), address(global), address(group), events, list, event)
		}),
		WaitForEvents: purego.NewCallback(func(count, list uintptr) uintptr {
			p := pretending.Load()
			return afterwards(p.Wait, forward(p.driver.WaitForEvents, count, list))
		}),
		GetEventInfo: purego.NewCallback(func(event, what, size uintptr, value *int32, written uintptr) uintptr {
			p := pretending.Load()
			result := forward(p.driver.GetEventInfo, event, what, size, address(value), written)
			if p.Status != nil {
				if status := p.Status(); status != success {
					*value = status
				}
			}
			return result
		}),
		GetEventProfilingInfo: purego.NewCallback(func(event, what, size uintptr, value *uint64, written uintptr) uintptr {
			p := pretending.Load()
			if p.Took == nil {
				return forward(p.driver.GetEventProfilingInfo, event, what, size, address(value), written)
			}
			*value = 1 // queued and started at the same time
			if uint32(what) == profileEnded {
				*value += uint64(p.Took(p.items, p.group))
			}
			return success
		}),
		EnqueueReadBuffer: purego.NewCallback(func(queue, buffer, blocking, offset, size, host, events, list, event uintptr) uintptr {
			p := pretending.Load()
			if p.Read != nil {
				if code := p.Read(); code != success {
					return uintptr(code)
				}
			}
			return forward(p.driver.EnqueueReadBuffer, queue, buffer, blocking, offset, size, host, events, list, event)
		}),
		Finish: purego.NewCallback(func(queue uintptr) uintptr {
			p := pretending.Load()
			return afterwards(p.Finish, forward(p.driver.Finish, queue))
		}),
	}
})

// forward calls a function of the real driver.
func forward(function uintptr, args ...uintptr) uintptr {
	result, _, _ := purego.SyscallN(function, args...)
	return result
}

// afterwards returns the answer, or the result of the driver if the answer is 0.
func afterwards(answer func() int32, result uintptr) uintptr {
	if answer != nil {
		if code := answer(); code != success {
			return uintptr(code)
		}
	}
	return result
}

// address converts a pointer to an address. The caller of the entry point keeps the pointer alive.
func address[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }
