package cl

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// errHung means that a driver has not answered in time.
var errHung = errors.New("the OpenCL driver does not answer")

// Deadlines for calls of a driver.
const (
	answerTime  = 30 * time.Second // to list the devices or to open one
	compileTime = 5 * time.Minute  // to compile a program or to run the self-test
)

// impatient replaces all deadlines by almost nothing. Only tests set it.
var impatient atomic.Bool

// within calls a function that calls a driver, and returns an error if it takes longer than limit.
// There is no way to end such a call: it continues in its goroutine, which also keeps the memory
// that the driver may still write to.
func within[T any](limit time.Duration, what string, do func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		value, err := do()
		answers <- answer{value, err}
	}()
	if impatient.Load() {
		limit = time.Millisecond
	}
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-deadline.C:
		var none T
		return none, fmt.Errorf("%w: %s takes longer than %v; restart the machine or reinstall the driver, or use the CPU", errHung, what, limit)
	}
}

// hangs marks a device as unusable if err means that its driver does not answer. Later operations
// fail instead of waiting for the call that continues.
func (d *Device) hangs(err error) error {
	if errors.Is(err, errHung) {
		d.hung.Store(true)
	}
	return err
}
