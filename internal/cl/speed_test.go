package cl_test

import (
	"context"
	"errors"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
)

// All figures are positive, transfers exceed a megabyte per second, and nothing stays allocated.
func TestSpeed(t *testing.T) {
	d := cltest.Device(t)
	if cltest.Simulated(d) {
		t.Skip("large transfers take minutes on the simulator")
	}
	s, err := d.Speed(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s.Launch <= 0 || s.Wait <= 0 || s.Read <= 0 || s.Sent < 1e6 || s.Received < 1e6 {
		t.Errorf("%+v", s)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Speed(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if used := d.Used(); used != 0 {
		t.Errorf("%d bytes stay allocated", used)
	}
}

// Learned returns the launches that thread control has settled on, also of closed programs.
func TestLearned(t *testing.T) {
	d := cltest.Device(t)
	d.TuneThoroughly()
	k := build(t, d, "add", addKernel)
	for settled := false; !settled; _, settled = k.Launch() {
		checkAdd(t, d, k, 1003, 1)
	}
	want, _ := k.Launch()
	if err := d.Clear(); err != nil {
		t.Fatal(err)
	}
	if got := d.Learned()["add"]; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
