//go:build !race

package swap_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/gputest"
	"github.com/tourmaline-opt/tourmaline/internal/tours/swap"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func TestEqualsTheHost(t *testing.T) {
	plane, err := tsp.Generate("uniform", 45, 3)
	if err != nil {
		t.Fatal(err)
	}
	tiny, err := tsp.Generate("uniform", 3, 3)
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]*tsp.Instance{"plane": plane, "tiny": tiny, "one-way streets": oneWay(t, 21)} {
		t.Run(name, func(t *testing.T) {
			m, err := swap.Kernel(cltest.Device(t).Info(), in)
			if err != nil {
				t.Fatal(err)
			}
			gputest.Kernels(t, space(in), in.N(), m)
		})
	}
}
