package tourmaline_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/opencl"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// firstDevice is an OpenCL device. Without one the test is skipped.
func firstDevice(t *testing.T) device.Device {
	t.Helper()
	cltest.Device(t)
	d, err := opencl.Find(0, opencl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// On a device a search takes the same way as on the CPU, for tours, paths and fixed
// edges.
func TestSameTourOnTheDevice(t *testing.T) {
	d := firstDevice(t)
	in, err := tsp.Generate(tsp.Clustered, 200, 1)
	if err != nil {
		t.Fatal(err)
	}
	path, err := in.Path(3, -1)
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := in.FixEdges([][2]int32{{0, 5}, {5, 9}})
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]*tsp.Instance{"tour": in, "path": path, "fixed": fixed} {
		var orders []tsp.Tour
		for engine, on := range map[string]device.Device{"cpu": nil, "opencl": d} {
			r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{Device: on, Limits: tourmaline.Limits{Steps: 20}, Seed: 3})
			if err != nil {
				t.Fatalf("%s on %s: %v", name, engine, err)
			}
			if r.Engine != engine || on != nil && r.Device != d.Info().Name {
				t.Errorf("%s on %s: the result speaks of %s, %q", name, engine, r.Engine, r.Device)
			}
			orders = append(orders, r.Order())
		}
		if !slices.Equal(orders[0], orders[1]) {
			t.Errorf("%s: two tours, %v and %v", name, orders[0], orders[1])
		}
	}
}

// Breaking out of the loop or a deadline at any moment leaves the best so far.
func TestTimeLimitOnTheDevice(t *testing.T) {
	d := firstDevice(t)
	const n = 6000
	s := rng.At(1, 0, 0)
	blocks := make([]tsp.Point, n) // their distances go to the device as a matrix
	for i := range blocks {
		blocks[i] = tsp.Point{float64(s.IntN(10_000)), float64(s.IntN(10_000))}
	}
	in, err := tsp.FromPoints(tsp.Man2D, blocks)
	if err != nil {
		t.Fatal(err)
	}
	onDevice := tourmaline.Config{Device: d, Limits: tourmaline.Limits{Steps: 6}}
	if _, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), onDevice); err != nil { // compiled from now on
		t.Fatal(err)
	}
	for limit := time.Millisecond; limit < time.Second; limit *= 4 {
		start := time.Now()
		r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{Device: d, Limits: tourmaline.Limits{Time: limit}})
		if err != nil {
			t.Fatalf("%v: %v", limit, err)
		}
		if err := in.Check(r.Order()); err != nil {
			t.Errorf("%v: %v", limit, err)
		}
		// The race detector makes everything ten times slower.
		if took := time.Since(start); took > limit+2*time.Second {
			t.Errorf("%v: took %v", limit, took)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tourmaline.Solve(ctx, tourmaline.Tours(in), tourmaline.Config{Device: d}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before it began: %v", err)
	}
}

// Memory stays flat however often a device is opened: TOURMALINE_MANY=1000 solves
// that often.
func TestManySolvesLeakNothing(t *testing.T) {
	d := firstDevice(t)
	if runtime.GOOS != "linux" {
		t.Skip("reads the size of the process from Linux")
	}
	times := 40
	if text := os.Getenv("TOURMALINE_MANY"); text != "" {
		var err error
		if times, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	in, err := tsp.Generate(tsp.Uniform, 60, 1)
	if err != nil {
		t.Fatal(err)
	}
	solve := func(batch int) int {
		for i := range times / 2 {
			_, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{Device: d, Limits: tourmaline.Limits{Steps: 6}, Seed: uint64(batch*times + i)})
			if err != nil {
				t.Fatal(err)
			}
		}
		return resident(t)
	}
	// What leaks grows with every batch. What the runtimes of Go and of the device take
	// for themselves does not.
	sizes := []int{solve(0)}
	for batch := 1; batch <= 3; batch++ {
		sizes = append(sizes, solve(batch))
		if sizes[batch]-sizes[batch-1] <= 8<<10 {
			t.Logf("%d solves each: %d KiB resident", times/2, sizes)
			return
		}
	}
	t.Errorf("every %d solves take more memory: %d KiB resident", times/2, sizes)
}

// resident is the memory of this process in KiB.
func resident(t *testing.T) int {
	t.Helper()
	debug.FreeOSMemory()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize() / 1024
}
