package opencl

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Searches of a process share an open device, so that the second one compiles nothing. Searches at
// the same time have a device each, and one of them stays open.
func TestDevicesAreReused(t *testing.T) {
	d := find(t, Options{})
	if d.info.Platform == "Oclgrind" {
		t.Skip("Oclgrind supports one open device at a time")
	}
	closeIdle(t, d)
	in, lists := fifty(t)
	open := func() *opened {
		t.Helper()
		o, err := d.Open(t.Context())
		if err == nil {
			_, err = o.(sweep.Opener).Sweeps(t.Context(), in, lists)
		}
		if err != nil {
			t.Fatal(err)
		}
		return o.(*opened)
	}
	var first *cl.Device
	var programs int
	for i := range 3 {
		o := open()
		if i == 0 {
			first = o.driven.Load()
			programs = first.Traffic().Programs
		}
		if got := first.Traffic().Programs; o.driven.Load() != first || got != programs {
			t.Errorf("search %d: another device, or %d programs compiled, expected %d", i, got, programs)
		}
		for range 2 {
			if err := o.Close(); err != nil {
				t.Error(err)
			}
		}
		if used := first.Used(); used != 0 || programs == 0 {
			t.Errorf("%d bytes used by nobody, %d programs", used, programs)
		}
	}
	a, b := open(), open()
	if a.driven.Load() != first || b.driven.Load() == first {
		t.Error("two searches at the same time share a device, or none is reused")
	}
	second := b.driven.Load()
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if !second.Reusable() || first.Reusable() {
		t.Error("the device that was closed first is not the one that stays open")
	}
}

// closeIdle closes the idle device, so that the next search opens another one.
func closeIdle(t *testing.T, d *clDevice) {
	t.Helper()
	driven, err := d.take()
	if err == nil {
		err = driven.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A thousand searches in one process compile once and keep no memory on the device.
func TestAThousandSolves(t *testing.T) {
	d := find(t, Options{})
	if d.info.Platform == "Oclgrind" {
		t.Skip("Oclgrind supports one open device at a time")
	}
	solve := warm(t, d)
	driven := idle.devices[d.info]
	if driven == nil {
		t.Fatal("no device stays open")
	}
	before := driven.Traffic().Programs
	for range 1000 {
		solve()
	}
	if after := driven.Traffic().Programs; idle.devices[d.info] != driven || after != before || driven.Used() != 0 {
		t.Errorf("%d programs before, %d after, %d bytes used", before, after, driven.Used())
	}
}

// BenchmarkWarmSolve measures a search of one step with compiled kernels.
func BenchmarkWarmSolve(b *testing.B) {
	d, err := Find(0, Options{})
	if err != nil {
		b.Skip(err)
	}
	solve := warm(b, d.(*clDevice))
	for b.Loop() {
		solve()
	}
}

// warm returns a function that solves a small instance in one step, after a first solve.
func warm(t testing.TB, d *clDevice) func() {
	in, err := tsp.Generate(tsp.Uniform, 100, 1)
	if err != nil {
		t.Fatal(err)
	}
	solve := func() {
		_, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{Algorithm: "ls13", Limits: tourmaline.Limits{Steps: 1}, Device: d})
		if err != nil {
			t.Fatal(err)
		}
	}
	solve()
	return solve
}
