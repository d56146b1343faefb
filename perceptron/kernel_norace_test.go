//go:build !race

package perceptron_test

import (
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/gputest"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/perceptron"
)

func TestEqualsTheHost(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		distances  []int
	}{
		// Tabu search uses the first distance, and VND uses all of them.
		{33, 41, []int{1, 2, 3}},
		{73, 73, []int{2, 1}},
		{300, 6, []int{3, 2, 1}}, // large groups, with heights at both ends of the range
	} {
		t.Run(fmt.Sprintf("%d-%d", c.rows, c.cols), func(t *testing.T) {
			if c.rows < 100 && cltest.Simulated(cltest.Device(t)) {
				c.rows, c.cols = 15, 17
			}
			in := instance(t, c.rows, c.cols)
			var kernels []moves.Kernel[perceptron.Solution]
			for _, distance := range c.distances {
				m, err := perceptron.FlipsKernel(in, distance)
				kernels = append(kernels, must(t, m, err))
			}
			gputest.Kernels(t, space(in, c.distances...), c.cols, kernels...)
		})
	}
}
