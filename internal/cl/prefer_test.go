//go:build !noopencl && (amd64 || arm64) && ((linux && !android) || (darwin && !ios) || windows)

package cl_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
)

// Control tries a preferred launch first and uses it if it works. If the launch does not fit, or if
// the driver rejects it, thread control chooses the launch.
func TestPrefer(t *testing.T) {
	d := cltest.Device(t)
	want := cl.Launch{Group: 4, Wave: 16}
	d.Prefer(map[string]cl.Launch{"add": want, "other": {Group: 1 << 20, Wave: 1 << 20}})
	cl.Pretend(t, d, cl.Answers{Took: quick}) // otherwise slow waves would shrink
	k := build(t, d, "add", addKernel)
	if l, settled := k.Launch(); settled {
		t.Errorf("%+v is settled before it was tried", l)
	}
	checkAdd(t, d, k, 100, 3)
	if l, settled := k.Launch(); l != want || !settled {
		t.Errorf("%+v, settled %v, want %+v", l, settled, want)
	}
	k = build(t, d, "other", strings.ReplaceAll(emptyKernel, "empty", "other"))
	must(t, k.Bind(int32(10)))
	must(t, k.Run(t.Context(), 10))
	if l, settled := k.Launch(); settled {
		t.Errorf("groups of a million are settled: %+v", l)
	}
}

// A preference also applies to teams. Its wave size is in work-items.
func TestTeamsPrefer(t *testing.T) {
	d := cltest.Device(t)
	want := cl.Launch{Group: 4, Wave: 16}
	d.Prefer(map[string]cl.Launch{"rows": want})
	k, sums, sum := teamRows(t, d, 13)
	cl.Pretend(t, d, cl.Answers{Took: quick}) // otherwise slow waves would shrink
	must(t, sums.Write(make([]uint32, 13)))
	must(t, k.RunTeams(t.Context(), 13))
	got := make([]uint32, 13)
	must(t, sums.Read(got))
	if l, settled := k.Launch(); l != want || !settled || !slices.Equal(got, sum) {
		t.Errorf("%+v, settled %v: %v, want %+v: %v", l, settled, got, want, sum)
	}
}

func TestRefusedPreference(t *testing.T) {
	d := cltest.Device(t)
	d.Prefer(map[string]cl.Launch{"add": {Group: 4, Wave: 16}})
	k := build(t, d, "add", addKernel)
	cl.Pretend(t, d, cl.Answers{Launch: func(_, group int) int32 {
		if group == 4 {
			return -5
		}
		return 0
	}})
	checkAdd(t, d, k, 100, 3)
	if l, _ := k.Launch(); l.Group == 4 || l.Group == 0 {
		t.Errorf("%+v after a refusal", l)
	}
}

// A demanded launch applies to all kernels. If a kernel does not support it, the error contains the
// numbers.
func TestDemand(t *testing.T) {
	d := cltest.Device(t)
	want := cl.Launch{Group: 8, Wave: 16}
	d.Prefer(map[string]cl.Launch{"empty": {Group: 4, Wave: 16}})
	d.Demand(want)
	if l, settled := build(t, d, "empty", emptyKernel).Launch(); l != want || !settled {
		t.Errorf("%+v, settled %v, want %+v", l, settled, want)
	}
	d.Demand(cl.Launch{Group: 1 << 20, Wave: 1 << 20})
	p, err := d.Build(fstest.MapFS{"empty.cl": {Data: []byte(emptyKernel)}}, "empty.cl")
	must(t, err)
	if k, err := p.Kernel("empty"); err == nil || k != nil || !strings.Contains(err.Error(), "groups of 1048576") {
		t.Errorf("groups of a million: %v, %v", k, err)
	}
}

// A kernel uses the launch that an earlier kernel of the same code has found, without trials, unless
// the driver rejected a launch.
func TestTuningIsKept(t *testing.T) {
	d := cltest.Device(t)
	const n = 1000
	for _, rejects := range []bool{false, true} {
		must(t, d.Clear())
		stop := cl.Pretend(t, d, cl.Answers{Took: largerIsCheaper, Launch: func(items, _ int) int32 {
			if rejects && items > 500 {
				return -5
			}
			return 0
		}})
		source := addKernel
		if rejects {
			source += "// rejected\n"
		}
		k := build(t, d, "add", source)
		var want cl.Launch
		settled := false
		for run := 0; run < 200 && !settled; run++ {
			checkAdd(t, d, k, n, 2)
			want, settled = k.Launch()
		}
		stop()
		must(t, d.Clear())
		launches := 0
		stop = cl.Pretend(t, d, cl.Answers{Took: quick, Launch: func(int, int) int32 { launches++; return 0 }})
		k = build(t, d, "add", source)
		checkAdd(t, d, k, n, 1)
		got, again := k.Launch()
		stop()
		if kept := again && got == want && launches == (n+want.Wave-1)/want.Wave; kept == rejects || !settled {
			t.Errorf("rejects %v: %+v (%v), then %+v (%v) with %d launches", rejects, want, settled, got, again, launches)
		}
	}
}

// Kernels with buffers, local memory or jobs of another size do not use the launch of an earlier
// kernel.
func TestTuningDependsOnSizes(t *testing.T) {
	d := cltest.Device(t)
	cl.Pretend(t, d, cl.Answers{Took: largerIsCheaper})
	tune := func(n, run int, settle bool) bool {
		must(t, d.Clear())
		k, x := build(t, d, "add", addKernel), buffer[uint32](t, d, "x", n)
		must(t, x.Fill(0))
		must(t, k.Bind(x, uint32(1), uint32(n)))
		must(t, k.Run(t.Context(), run))
		_, settled := k.Launch()
		for settle && !settled {
			must(t, k.Run(t.Context(), run))
			_, settled = k.Launch()
		}
		return settled
	}
	tune(1000, 1000, true)
	for _, c := range []struct {
		n, run int
		kept   bool
	}{{1000, 1000, true}, {1001, 1000, false}, {1000, 999, false}} {
		if kept := tune(c.n, c.run, false); kept != c.kept {
			t.Errorf("%d elements, %d items: tuned before the first run: %v, expected %v", c.n, c.run, kept, c.kept)
		}
	}
}
