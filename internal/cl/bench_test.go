//go:build !noopencl && (amd64 || arm64) && ((linux && !android) || (darwin && !ios) || windows)

package cl_test

import (
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
)

const emptyKernel = `__kernel void empty(const int n) { if (get_global_id(0) >= n) return; }`

func BenchmarkLaunch(b *testing.B) {
	d := cltest.Device(b)
	k := build(b, d, "empty", emptyKernel)
	must(b, k.Bind(int32(0)))
	must(b, k.Fix(cl.Launch{Group: 32, Wave: 32}))
	must(b, k.Run(b.Context(), 32))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		must(b, cl.SetScalar(k, 0, int32(i)))
		must(b, k.Run(b.Context(), 32))
	}
	must(b, d.Finish())
}

func BenchmarkBareLaunch(b *testing.B) {
	d := cltest.Device(b)
	k := build(b, d, "empty", emptyKernel)
	must(b, k.Bind(int32(0)))
	cl.BareLaunch(k, 1, 32)
	b.ResetTimer()
	cl.BareLaunch(k, b.N, 32)
}

// BenchmarkLaunchRatio alternates between batches of Run and BareLaunch, so that both run under the
// same conditions, and reports the ratio of the medians.
func BenchmarkLaunchRatio(b *testing.B) {
	const batch = 200
	d := cltest.Device(b)
	k := build(b, d, "empty", emptyKernel)
	must(b, k.Bind(int32(0)))
	must(b, k.Fix(cl.Launch{Group: 32, Wave: 32}))
	must(b, k.Run(b.Context(), 32))
	var ours, bare []time.Duration
	for b.Loop() {
		start := time.Now()
		for i := range int32(batch) {
			must(b, cl.SetScalar(k, 0, i))
			must(b, k.Run(b.Context(), 32))
		}
		must(b, d.Finish())
		middle := time.Now()
		cl.BareLaunch(k, batch, 32)
		ours, bare = append(ours, middle.Sub(start)), append(bare, time.Since(middle))
	}
	slices.Sort(ours)
	slices.Sort(bare)
	b.ReportMetric(float64(ours[len(ours)/2])/float64(bare[len(bare)/2]), "ratio")
}
