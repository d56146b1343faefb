package main

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/opencl"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
)

// compared returns an error if the kernel's results differ from those of insertions.
func compared(t *testing.T, s *shop, k moves.Kernel[order]) error {
	t.Helper()
	return searchtest.Kernel(t.Context(), firstDevice(t), k, func(r *rng.Stream) (moves.Neighbourhood[order], error) {
		return newInsertions(s, s.random(r)), nil
	})
}

func firstDevice(t *testing.T) device.Device {
	t.Helper()
	d, err := opencl.Find(0, opencl.Options{})
	if err != nil && os.Getenv("REQUIRE_OPENCL") == "1" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip(err)
	}
	return d
}

func TestKernelEqualsTheNeighbourhood(t *testing.T) {
	s := generate(12, 4, 1)
	if err := compared(t, s, kernel(s)); err != nil {
		t.Error(err)
	}
}

// searchtest.Kernel detects a fault in any part of a kernel.
func TestWrongKernelsAreRejected(t *testing.T) {
	s := generate(8, 3, 1)
	text, err := sources.ReadFile("insertions.cl")
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(k *moves.Kernel[order]){
		"move 3 has delta": func(k *moves.Kernel[order]) {
			k.Sources = changed(t, text, "return free[MACHINES - 1] - jobs[JOBS];", "return free[MACHINES - 1] - jobs[JOBS] + (m == 3);")
		},
		"the device picks": func(k *moves.Kernel[order]) {
			k.Sources = changed(t, text, "enters[0] = jobs[go.x] * JOBS + go.y;", "enters[0] = jobs[go.x] * JOBS + go.x;")
		},
		"on the device": func(k *moves.Kernel[order]) {
			encode := k.Encode
			k.Encode = func(h moves.Neighbourhood[order], state []int32) {
				encode(h, state)
				state[s.jobs]++
			}
		},
		"the kernel has 55 moves": func(k *moves.Kernel[order]) { k.Moves-- },
		"attributes":              func(k *moves.Kernel[order]) { k.Attributes = 0 },
	} {
		k := kernel(s)
		change(&k)
		if err := compared(t, s, k); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func changed(t *testing.T, text []byte, old, now string) fstest.MapFS {
	t.Helper()
	if !strings.Contains(string(text), old) {
		t.Fatalf("insertions.cl has no %q", old)
	}
	return fstest.MapFS{"insertions.cl": {Data: []byte(strings.Replace(string(text), old, now, 1))}}
}
