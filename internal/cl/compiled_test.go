package cl_test

import (
	"errors"
	"testing"
	"testing/fstest"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
)

// A device compiles a source with given defines once, also after the program is closed and after
// Clear, which closes programs and buffers.
func TestCodeIsCompiledOnce(t *testing.T) {
	d := cltest.Device(t)
	sources := fstest.MapFS{"add.cl": {Data: []byte(addKernel)}}
	compiled := func(want int) {
		t.Helper()
		if got := d.Traffic().Programs; got != want {
			t.Errorf("%d programs compiled, expected %d", got, want)
		}
	}
	checkAdd(t, d, build(t, d, "add", addKernel), 100, 3)
	p, err := d.Build(sources, "add.cl")
	must(t, err)
	must(t, p.Close())
	compiled(1)
	_, err = d.Build(sources, "add.cl", cl.Define{Name: "N", Value: 1})
	must(t, err)
	compiled(2)

	k, x := build(t, d, "add", addKernel), buffer[uint32](t, d, "x", 5)
	must(t, k.Bind(x, uint32(1), uint32(5)))
	must(t, d.Clear())
	if err := k.Run(t.Context(), 5); !errors.Is(err, cl.ErrClosed) || d.Used() != 0 || d.Reusable() == cltest.Simulated(d) {
		t.Errorf("%v, %d bytes used", err, d.Used())
	}
	checkAdd(t, d, build(t, d, "add", addKernel), 100, 3)
	compiled(2)
	must(t, d.Close())
	if !errors.Is(d.Clear(), cl.ErrClosed) || d.Reusable() {
		t.Error("a closed device can be reused")
	}
}

// A device releases old code, but only code that no program uses.
func TestOldCodeIsReleased(t *testing.T) {
	d := cltest.Device(t)
	if cltest.Simulated(d) {
		t.Skip("takes long on the simulator, which has no cache of compiled programs")
	}
	k := build(t, d, "add", addKernel)
	before := cl.Live()
	for i := range cl.MostCompiled + 3 {
		p, err := d.Build(fstest.MapFS{"add.cl": {Data: []byte(addKernel)}}, "add.cl", cl.Define{Name: "N", Value: i})
		must(t, err)
		must(t, p.Close())
	}
	if kept := cl.Live() - before; kept != cl.MostCompiled {
		t.Errorf("%d programs kept, expected %d", kept, cl.MostCompiled)
	}
	checkAdd(t, d, k, 100, 3)
	programs := d.Traffic().Programs
	for _, i := range []int{cl.MostCompiled + 2, 0} { // kept and released
		_, err := d.Build(fstest.MapFS{"add.cl": {Data: []byte(addKernel)}}, "add.cl", cl.Define{Name: "N", Value: i})
		must(t, err)
	}
	if got := d.Traffic().Programs - programs; got != 1 {
		t.Errorf("%d programs compiled again, expected 1", got)
	}
}
