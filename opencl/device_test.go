package opencl

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The interfaces that searches require of a device.
var (
	_ device.Device      = (*clDevice)(nil)
	_ sweep.Device       = (*clDevice)(nil)
	_ aco.Device         = (*clDevice)(nil)
	_ ga.Device          = (*clDevice)(nil)
	_ local.KernelDevice = (*clDevice)(nil)
	_ device.Opened      = (*opened)(nil)
	_ sweep.Opener       = (*opened)(nil)
	_ aco.Opener         = (*opened)(nil)
	_ ga.Opener          = (*opened)(nil)
	_ local.KernelOpener = (*opened)(nil)
)

// find returns the first device, or skips the test if there is no device.
func find(t *testing.T, opts Options) *clDevice {
	t.Helper()
	if err := cltest.Device(t).Close(); err != nil { // Oclgrind supports one open device at a time
		t.Fatal(err)
	}
	d, err := Find(0, opts)
	if err != nil {
		t.Fatal(err)
	}
	return d.(*clDevice)
}

func TestDevicesAreListed(t *testing.T) {
	want := cltest.Device(t).Info()
	all, err := Devices()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 || all[0] != want || want.Engine != "opencl" || want.Memory == 0 {
		t.Errorf("%+v, want %+v first", all, want)
	}
}

func TestFindRefuses(t *testing.T) {
	for _, l := range []Launch{{Group: 64}, {Wave: 64}, {Group: 64, Wave: 100}, {Group: -1, Wave: -1}} {
		if _, err := Find(0, Options{Launch: l}); err == nil || errors.Is(err, device.Err) {
			t.Errorf("%+v: %v", l, err)
		}
	}
	cltest.Device(t)
	for _, number := range []int{-1, 1000} {
		if _, err := Find(number, Options{}); !errors.Is(err, device.Err) || !errors.Is(err, ErrNoDevice) {
			t.Errorf("number %d: %v", number, err)
		}
	}
}

// Open returns a device.Err if it fails, and leaves the device closed.
func TestOpenFails(t *testing.T) {
	cache(t)
	gone := find(t, Options{})
	gone.info.Number = 1000
	if _, err := gone.Open(t.Context()); !errors.Is(err, device.Err) || !errors.Is(err, cl.ErrNoDevice) {
		t.Errorf("gone: %v", err)
	}

	wrong, bad := find(t, Options{}), mismatch("philox")
	forget(t, wrong.info)
	tested.Store(wrong.info, verdict{errors.Join(bad)})
	if _, err := wrong.Open(t.Context()); !errors.Is(err, device.Err) || !errors.Is(err, bad) {
		t.Errorf("a device that computes wrongly: %v", err)
	}
	if err := wrong.SelfTest(t.Context()); !errors.Is(err, bad) || errors.Is(err, device.Err) {
		t.Errorf("the verdict on it: %v", err)
	}

	forget(t, wrong.info)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := wrong.Open(ctx); !errors.Is(err, context.Canceled) || errors.Is(err, device.Err) {
		t.Errorf("cancelled: %v", err)
	}
}

// fifty returns an instance of 50 cities with candidate lists.
func fifty(t *testing.T) (*tsp.Instance, *near.Lists) {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, 50, 1)
	if err != nil {
		t.Fatal(err)
	}
	lists, err := near.Nearest(t.Context(), in, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in, lists
}

// Creating an engine returns a device.Err if it fails.
func TestEnginesFail(t *testing.T) {
	cache(t)
	in, lists := fifty(t)
	o, err := find(t, Options{Launch: Launch{Group: 1 << 20, Wave: 1 << 20}}).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.(sweep.Opener).Sweeps(t.Context(), in, lists); !errors.Is(err, device.Err) || !strings.Contains(err.Error(), "groups of 1048576") {
		t.Errorf("a launch that cannot be: %v", err)
	}
	if _, err := o.(ga.Opener).Genes(t.Context(), in, ga.Paper(50)); !errors.Is(err, device.Err) || !strings.Contains(err.Error(), "2048 genes") {
		t.Errorf("genes with a launch that cannot be: %v", err)
	}
	if _, err := o.(local.KernelOpener).Picks(t.Context(), 1, false, []moves.KernelSource{{}}); !errors.Is(err, device.Err) {
		t.Errorf("a kernel without moves: %v", err)
	}
	for range 2 {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	}
	_, sweeps := o.(sweep.Opener).Sweeps(t.Context(), in, lists)
	_, colony := o.(aco.Opener).Colony(t.Context(), in, nil, nil, lists, aco.Rules{}, 1)
	_, genes := o.(ga.Opener).Genes(t.Context(), in, ga.Paper(50))
	_, picks := o.(local.KernelOpener).Picks(t.Context(), 1, false, nil)
	for _, err := range []error{sweeps, colony, genes, picks} {
		if !errors.Is(err, device.Err) || !errors.Is(err, cl.ErrClosed) {
			t.Errorf("a device that is closed: %v", err)
		}
	}
}

// The Fits methods report problems without opening the device.
func TestFits(t *testing.T) {
	d := &clDevice{info: device.Info{Name: "small", Kind: "gpu", Memory: 1 << 10, MaxBuffer: 1 << 10, Local: 32 << 10}}
	oneWay, err := tsp.FromMatrix(3, []float64{0, 1, 2, 3, 0, 4, 5, 6, 0})
	if err != nil {
		t.Fatal(err)
	}
	in, err := tsp.Generate(tsp.Uniform, 500, 1)
	if err != nil {
		t.Fatal(err)
	}
	doubles := []moves.KernelSource{{File: "x.cl", Delta: moves.Double, Moves: 1}}
	for name, err := range map[string]error{
		"asymmetric":       d.FitsSweeps(oneWay),
		"ants":             d.FitsColony(in, aco.MMASDefaults(500).Rules()),
		"child":            d.FitsGenes(in, ga.Paper(500)),
		"double precision": d.FitsKernels(doubles),
	} {
		if !errors.Is(err, device.Err) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := errors.Join(d.FitsSweeps(in), d.FitsKernels([]moves.KernelSource{{Moves: 1}})); err != nil {
		t.Error(err)
	}
}
