//go:build !race

package qap_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/gpu/gputest"
	"github.com/tourmaline-opt/tourmaline/qap"
)

func TestEqualsTheHost(t *testing.T) {
	for _, c := range []struct {
		name      string
		n         int
		largest   int32
		symmetric bool
	}{
		{"symmetric", 24, 100, true},
		{"asymmetric", 9, 100, false},
		{"large numbers", 12, 1_000_000, true},
		{"smallest", 3, 10, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := instance(t, c.n, c.largest, c.symmetric)
			swaps, err := qap.SwapsKernel(in)
			if err != nil {
				t.Fatal(err)
			}
			rotations, err := qap.RotationsKernel(in)
			if err != nil {
				t.Fatal(err)
			}
			gputest.Kernels(t, space(in), c.n, swaps, rotations)
		})
	}
}
