//go:build !race

package continuous_test

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/gputest"
	template "github.com/tourmaline-opt/tourmaline/internal/gpu/walks"
	"github.com/tourmaline-opt/tourmaline/moves"
)

func TestEqualsTheHost(t *testing.T) {
	d := cltest.Device(t)
	if !d.Info().Double {
		in := instance(t, continuous.Functions()[0], 1)
		_, err := template.New(t.Context(), d, 1, []moves.KernelSource{crowns(t, in, continuous.Defaults(in)).KernelSource})
		if err == nil || !strings.Contains(err.Error(), "crowns.cl: it needs double precision") {
			t.Errorf("a device without double precision: %v", err)
		}
		return
	}
	simulated := cltest.Simulated(d)
	for i, f := range continuous.Functions() {
		for j, dim := range []int{1, 3, 17} {
			if simulated {
				dim = min(dim, 5)
			}
			if f.Name == "rosenbrock" {
				dim = max(dim, 2)
			}
			in := instance(t, f, dim)
			for k, v := range views(in, neighbours(simulated, in)) {
				if !chosen(simulated, i, j, k) {
					continue
				}
				t.Run(in.Name+"/"+v.name, func(t *testing.T) {
					gputest.Kernels(t, v.space(in), dim, crowns(t, in, v.knobs))
				})
			}
		}
	}
}
