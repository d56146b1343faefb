//go:build !noopencl && (amd64 || arm64) && ((linux && !android) || (darwin && !ios) || windows)

package cl

import (
	"errors"
	"testing"
	"testing/fstest"

	"github.com/ebitengine/purego"
)

// shorten sets the deadlines to almost nothing until the test ends, and returns a function that
// blocks until then, like a driver that does not answer.
func shorten(t *testing.T) (hang func()) {
	t.Helper()
	before := loaded
	impatient.Store(true)
	free := make(chan struct{})
	t.Cleanup(func() {
		impatient.Store(false)
		loaded = before
		close(free)
	})
	return func() { <-free }
}

// A driver that does not answer is an error of listing and opening devices.
func TestAHungDriverIsAnError(t *testing.T) {
	hang := shorten(t)
	loaded = func() (*driver, error) {
		hang()
		return nil, ErrNoRuntime
	}
	if devices, err := Devices(); devices != nil || !errors.Is(err, errHung) {
		t.Errorf("listing: %v, %v", devices, err)
	}
	if d, err := Open(0); d != nil || !errors.Is(err, errHung) {
		t.Errorf("opening: %v, %v", d, err)
	}
}

// A driver that does not answer while it compiles makes its device unusable. No later operation
// waits for it.
func TestAHungCompilerIsAnError(t *testing.T) {
	hang := shorten(t)
	create := purego.NewCallback(func(context, count, text, lengths uintptr, code *int32) uintptr {
		hang()
		*code = deviceNotFound
		return 0
	})
	open := func() *Device {
		return &Device{driver: &driver{CreateProgramWithSource: create}, queue: 1, programs: map[*Program]struct{}{}, memories: map[*memory]struct{}{}}
	}
	d := open()
	files := fstest.MapFS{"a.cl": {Data: []byte("__kernel void a() {}\n")}}
	if p, err := d.Build(files, "a.cl"); p != nil || !errors.Is(err, errHung) {
		t.Errorf("compiling: %v, %v", p, err)
	}
	if err := d.Finish(); !errors.Is(err, errHung) {
		t.Errorf("a later operation: %v", err)
	}
	if err := d.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
	if err := open().SelfTest(t.Context()); !errors.Is(err, errHung) {
		t.Errorf("self-test: %v", err)
	}
}
