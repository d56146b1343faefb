package cl_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
)

// teamKernel sums rows of numbers. Each lane adds a strided subset, and the first lane adds the
// partial sums.
const teamKernel = `__kernel void rows(__global const uint *in, __global uint *sums, const uint width, __local uint *part) {
    uint lane = get_local_id(0), lanes = get_local_size(0), team = get_global_id(0) / lanes;
    uint sum = 0;
    for (uint i = lane; i < width; i += lanes) sum += in[team * width + i];
    part[lane] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane > 0) return;
    for (uint i = 1; i < lanes; i++) sum += part[i];
    sums[team] += sum;
}
`

const rowWidth = 45

// teamRows returns the kernel, the buffer for the sums, and the value that each run must add to
// every sum.
func teamRows(t *testing.T, d *cl.Device, teams int) (k *cl.Kernel, sums *cl.Buffer[uint32], want []uint32) {
	in := make([]uint32, teams*rowWidth)
	want = make([]uint32, teams)
	for i := range in {
		in[i] = uint32(i * i)
		want[i/rowWidth] += in[i]
	}
	from := buffer[uint32](t, d, "in", len(in))
	must(t, from.Write(in))
	sums = buffer[uint32](t, d, "sums", teams)
	k = build(t, d, "rows", teamKernel)
	must(t, k.Bind(from, sums, uint32(rowWidth), cl.Local{PerItem: 4}))
	return k, sums, want
}

// Every team runs once, for any team size and any number of teams per wave.
func TestRunTeams(t *testing.T) {
	const teams = 77
	d := cltest.Device(t)
	k, sums, want := teamRows(t, d, teams)
	for _, fixed := range []cl.Launch{{}, {Group: 1}, {Group: 1, Wave: 3}, {Group: 7, Wave: 7}, {Group: 32, Wave: 64}, {Group: 32}, {Wave: 64}, {Group: 96, Wave: 960}} {
		if fixed.Group > k.MaxGroup() {
			continue
		}
		must(t, sums.Write(make([]uint32, teams)))
		must(t, k.Fix(fixed))
		must(t, k.RunTeams(t.Context(), teams))
		got := make([]uint32, teams)
		must(t, sums.Read(got))
		if !slices.Equal(got, want) {
			t.Errorf("%+v: %v, want %v", fixed, got, want)
		}
		l, _ := k.Launch()
		if fixed.Group > 0 && l.Group > 0 && l.Group != fixed.Group {
			t.Errorf("%+v was fixed, %+v was launched", fixed, l)
		}
	}
	must(t, k.RunTeams(t.Context(), 0))
	wantError(t, k.RunTeams(t.Context(), -1), -63)
	wantError(t, k.Fix(cl.Launch{Group: k.MaxGroup() + 1}), -54)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := k.RunTeams(ctx, teams); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Every team runs exactly once per run, while thread control tries sizes and after it has settled.
func TestRunTeamsTunes(t *testing.T) {
	const teams = 9
	d := cltest.Device(t)
	k, sums, want := teamRows(t, d, teams)
	must(t, sums.Write(make([]uint32, teams)))
	runs := uint32(0)
	for settled := false; !settled && runs < 1000; runs++ {
		must(t, k.RunTeams(t.Context(), teams))
		_, settled = k.Launch()
	}
	l, settled := k.Launch()
	if !settled || l.Wave%l.Group != 0 {
		t.Errorf("after %d runs %+v, settled %v", runs, l, settled)
	}
	must(t, k.RunTeams(t.Context(), teams))
	got := make([]uint32, teams)
	must(t, sums.Read(got))
	for i := range want {
		want[i] *= runs + 1
	}
	if !slices.Equal(got, want) {
		t.Errorf("after %d runs %v, want %v", runs+1, got, want)
	}
}
