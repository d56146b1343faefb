//go:build !noopencl && (amd64 || arm64) && ((linux && !android) || (darwin && !ios) || windows)

package cl_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
)

// mostInARow is the maximum number of launches of a kernel up to and including one that is waited
// for.
const mostInARow = cl.MostUnwatched + 1

// Even the cheapest kernel is timed again from time to time.
func TestFewLaunchesGoUnwatched(t *testing.T) {
	d := cltest.Device(t)
	k := build(t, d, "add", addKernel)
	x := buffer[uint32](t, d, "x", 64)
	must(t, x.Fill(0))
	must(t, k.Bind(x, uint32(1), uint32(64)))
	must(t, k.Fix(cl.Launch{Group: 16, Wave: 64}))
	row, longest := 0, 0
	cl.Pretend(t, d, cl.Answers{
		Took:   quick,
		Launch: func(int, int) int32 { row++; longest = max(longest, row); return 0 },
		Wait:   func() int32 { row = 0; return 0 },
	})
	for range 3 * mostInARow {
		must(t, k.Run(t.Context(), 64))
	}
	if longest != mostInARow {
		t.Errorf("%d launches in a row, want %d", longest, mostInARow)
	}
}

// If items become a thousand times as expensive after many cheap ones, the kernel detects it soon
// enough for cancelling to work. With the old estimate, it would enqueue seconds of work first.
func TestCancelAfterItemsGrewExpensive(t *testing.T) {
	d := cltest.Device(t)
	if cltest.Simulated(d) {
		return // no launch is cheap on a simulator
	}
	launch := cl.Launch{Group: 32, Wave: 64}
	n := 10000 * launch.Wave
	x := buffer[uint32](t, d, "x", n)
	rounds, each := expensive(t, d, x, launch, time.Millisecond)
	k := build(t, d, "busy", busyKernel)
	must(t, k.Fix(launch))
	must(t, k.Bind(x, uint32(1), uint32(n)))
	launches, watched := 0, 0 // number of launches, and the last launch that was waited for
	cl.Pretend(t, d, cl.Answers{
		Launch: func(int, int) int32 { launches++; return 0 },
		Wait:   func() int32 { watched = launches; return 0 },
	})
	for launches < mostInARow || watched != launches {
		must(t, k.Run(t.Context(), launch.Wave))
	}
	must(t, d.Finish())

	must(t, cl.SetScalar(k, 1, rounds))
	before := launches
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Millisecond)
	defer cancel()
	deadline, _ := ctx.Deadline()
	began := time.Now()
	err := k.Run(ctx, n)
	must(t, d.Finish())
	late := time.Since(deadline)
	// The machine may be busier now than when each was measured.
	each = max(each, time.Since(began)/time.Duration(max(launches-before, 1)))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	// Allow three times the expected time because of other processes.
	if allowed := 150*time.Millisecond + 3*mostInARow*each; late > allowed {
		t.Errorf("cancelling took %v, a launch takes %v: at most %v", late, each, allowed)
	}
	t.Logf("%v late, a launch of %d rounds takes %v, there were %d", late, rounds, each, launches-before)
}

// expensive returns a number of rounds with which a launch of busy takes at least long, and the
// duration of that launch.
func expensive(t *testing.T, d *cl.Device, x *cl.Buffer[uint32], l cl.Launch, long time.Duration) (rounds uint32, each time.Duration) {
	t.Helper()
	k := build(t, d, "busy", busyKernel)
	must(t, k.Bind(x, uint32(1), uint32(l.Wave)))
	for rounds = 1 << 10; rounds < 1<<30; rounds *= 2 {
		must(t, cl.SetScalar(k, 1, rounds))
		each = time.Hour
		for range 3 { // use the fastest, because disturbances only add time
			const row = 8
			start := time.Now()
			for range row {
				must(t, k.RunGroups(t.Context(), l.Wave/l.Group, l.Group))
			}
			must(t, d.Finish())
			each = min(each, time.Since(start)/row)
		}
		if each >= long {
			break
		}
	}
	return rounds, each
}

// Preferred waves shrink if they take too long. Demanded and fixed waves do not.
func TestExpensiveWavesShrink(t *testing.T) {
	large := cl.Launch{Group: 16, Wave: 1 << 12}
	for name, test := range map[string]struct {
		ask     func(d *cl.Device)
		fix     cl.Launch
		shrinks bool
	}{
		"preferred":     {ask: func(d *cl.Device) { d.Prefer(map[string]cl.Launch{"add": large}) }, shrinks: true},
		"demanded":      {ask: func(d *cl.Device) { d.Demand(large) }},
		"fixed":         {ask: func(*cl.Device) {}, fix: large},
		"only the wave": {ask: func(*cl.Device) {}, fix: cl.Launch{Wave: large.Wave}},
	} {
		t.Run(name, func(t *testing.T) {
			d := cltest.Device(t)
			d.TuneThoroughly()
			test.ask(d)
			k := build(t, d, "add", addKernel)
			if test.fix != (cl.Launch{}) {
				must(t, k.Fix(test.fix))
			}
			most := 0
			cl.Pretend(t, d, cl.Answers{
				Took:   func(items, _ int) time.Duration { return time.Duration(items) * 200 * time.Microsecond },
				Launch: func(items, _ int) int32 { most = max(most, items); return 0 },
			})
			checkAdd(t, d, k, large.Wave, 8)
			if most != large.Wave {
				t.Errorf("the largest wave was %d, want %d", most, large.Wave)
			}
			most = 0
			checkAdd(t, d, k, large.Wave, 3)
			l, settled := k.Launch()
			if !settled || l.Group < 1 || l.Wave%l.Group != 0 || most != l.Wave {
				t.Errorf("%+v, settled %v, but waves of up to %d were launched", l, settled, most)
			}
			want := large.Wave
			if test.shrinks {
				// 512 items take 102 ms, which is too long, but each compute unit must get at least
				// 32.
				for want > 256 && want/2 >= 32*d.Info().Units {
					want /= 2
				}
			}
			if l.Wave != want {
				t.Errorf("%+v became %+v, want waves of %d", large, l, want)
			}
		})
	}
}
