//go:build !race

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

// firstDevice returns an OpenCL device, or skips the test if there is no device.
func firstDevice(t *testing.T) device.Device {
	t.Helper()
	cltest.Device(t)
	d, err := opencl.Find(0, opencl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A search finds the same tour on a device as on the CPU, for tours, paths and fixed edges.
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

// A time limit that expires at any moment leaves a valid tour, and a cancelled context is an error.
func TestTimeLimitOnTheDevice(t *testing.T) {
	d := firstDevice(t)
	const n = 6000
	s := rng.At(1, 0, 0)
	blocks := make([]tsp.Point, n) // the device receives their distances as a matrix
	for i := range blocks {
		blocks[i] = tsp.Point{float64(s.IntN(10_000)), float64(s.IntN(10_000))}
	}
	in, err := tsp.FromPoints(tsp.Man2D, blocks)
	if err != nil {
		t.Fatal(err)
	}
	onDevice := tourmaline.Config{Device: d, Limits: tourmaline.Limits{Steps: 6}}
	// compiles the kernels
	if _, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), onDevice); err != nil {
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
		// The margin is 2 s because the race detector makes everything ten times slower.
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

// Memory usage does not grow with the number of times that a device is opened. TOURMALINE_MANY=1000
// sets the number of solves.
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
	// A leak grows with every batch. The memory that the Go and device runtimes need does not.
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

// resident returns the resident memory of this process in KiB.
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
