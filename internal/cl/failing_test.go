//go:build !noopencl && (amd64 || arm64) && ((linux && !android) || (darwin && !ios) || windows)

package cl_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
)

// endless is an error code after which no launch is repeated. Tests return it to stop endless
// retries.
const endless = -59

// largerIsCheaper returns the simulated duration of a launch, which is shorter for larger groups.
func largerIsCheaper(items, group int) time.Duration {
	return time.Duration(1000 * items / group)
}

// quick returns a simulated duration that is so short that launches are not waited for.
func quick(int, int) time.Duration { return time.Microsecond }

// A rejected launch stops the tuning, and control uses the best launch so far. Every item is done
// exactly once [LSM13 Algorithm 3, lines 8 to 12].
func TestRefusedTrial(t *testing.T) {
	for name, test := range map[string]struct {
		code  int32
		group int // smallest group size that is rejected, or 0
		waves int // smallest wave that is rejected, as a multiple of the first wave, or 0
	}{
		"large groups": {code: -5, group: 128},
		"wrong groups": {code: -54, group: 64},
		"large waves":  {code: -4, waves: 4},
	} {
		t.Run(name, func(t *testing.T) {
			d := cltest.Device(t)
			n, runs := 10007, 10
			if cltest.Simulated(d) {
				n = 1003
			}
			d.TuneThoroughly()
			k := build(t, d, "add", addKernel)
			if test.group > k.MaxGroup() {
				return // Mesa does not support groups of this size
			}
			first := 0
			refuses := func(items, group int) bool {
				if first == 0 {
					first = items
				}
				return test.group > 0 && group >= test.group || test.waves > 0 && items >= test.waves*first
			}
			var best cl.Launch
			cheapest, refusals, again := math.Inf(1), 0, 0
			cl.Pretend(t, d, cl.Answers{Took: largerIsCheaper, Launch: func(items, group int) int32 {
				switch perItem := float64(largerIsCheaper(items, group)) / float64(items); {
				case refuses(items, group):
					if refusals++; refusals > 100 {
						return endless
					}
					return test.code
				case refusals > 0 && (group != best.Group || items > best.Wave):
					again++
				case refusals == 0 && perItem < cheapest:
					best, cheapest = cl.Launch{Group: group, Wave: items}, perItem
				}
				return 0
			}})
			checkAdd(t, d, k, n, runs)
			if l, settled := k.Launch(); l != best || !settled {
				t.Errorf("%+v, settled %v; the best that was not refused is %+v", l, settled, best)
			}
			if !d.Reusable() && !cltest.Simulated(d) {
				t.Error("a rejected trial makes the device unusable for other searches")
			}
			if refusals != 1 || again > 0 {
				t.Errorf("%d launches were refused, then %d others than the best were made", refusals, again)
			}
		})
	}
}

// If the driver rejects a launch that worked before, smaller launches replace it. The run
// continues, and every item is done exactly once.
func TestRefusedAfterTuning(t *testing.T) {
	for name, tune := range map[string]func(d *cl.Device, k *cl.Kernel, n int){
		"tuned": func(d *cl.Device, k *cl.Kernel, n int) {
			for settled := false; !settled; _, settled = k.Launch() {
				checkAdd(t, d, k, n, 1)
			}
		},
		"a fixed group": func(d *cl.Device, k *cl.Kernel, n int) {
			must(t, k.Fix(cl.Launch{Group: 16}))
			checkAdd(t, d, k, n, 10)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := cltest.Device(t)
			n := 10007
			if cltest.Simulated(d) {
				n = 1003
			}
			k := build(t, d, "add", addKernel)
			tune(d, k, n)
			before, _ := k.Launch()
			refusals, most := 0, before.Wave/4
			cl.Pretend(t, d, cl.Answers{Launch: func(items, _ int) int32 {
				if items > most {
					refusals++
					return -5
				}
				return 0
			}})
			checkAdd(t, d, k, n, 3)
			if l, _ := k.Launch(); refusals == 0 || l.Wave > most {
				t.Errorf("%d refusals, %+v before, %+v after", refusals, before, l)
			}
			was := refusals
			if checkAdd(t, d, k, n, 3); refusals > was {
				t.Errorf("%d launches were refused again", refusals-was)
			}
		})
	}
}

// If the driver rejects every launch, the error contains the numbers of the last launch. The device
// works again as soon as the driver accepts launches.
func TestEveryLaunchRefused(t *testing.T) {
	const tuning = "tuning"
	launch := cl.Launch{Group: 16, Wave: 64}
	for name, prepare := range map[string]func(k *cl.Kernel) error{
		tuning:  func(*cl.Kernel) error { return nil },
		"fixed": func(k *cl.Kernel) error { return k.Fix(launch) },
		"fixed, not the first": func(k *cl.Kernel) error {
			return errors.Join(k.Fix(launch), k.Run(t.Context(), 64), k.Run(t.Context(), 64))
		},
	} {
		for _, run := range []func(k *cl.Kernel) error{
			func(k *cl.Kernel) error { return k.Run(t.Context(), 1000) },
			func(k *cl.Kernel) error { return k.RunGroups(t.Context(), 3, 8) },
		} {
			t.Run(name, func(t *testing.T) {
				d := cltest.Device(t)
				k := build(t, d, "add", addKernel)
				x := buffer[uint32](t, d, "x", 100)
				must(t, x.Fill(7))
				must(t, k.Bind(x, uint32(1), uint32(0)))
				must(t, prepare(k))
				calls, numbers := 0, ""
				stop := cl.Pretend(t, d, cl.Answers{Launch: func(items, group int) int32 {
					if calls++; calls > 100 {
						return endless
					}
					numbers = fmt.Sprintf("%d items in groups of %d: the kernel allows at most %d", items, group, k.MaxGroup())
					return -5
				}})
				wantError(t, run(k), -5, "clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES (-5): kernel add on "+d.Info().Name+": "+numbers)
				if d.Reusable() {
					t.Error("the device can be reused though it rejects every launch")
				}
				if calls > 20 || calls != 1 && name != tuning { // a fixed launch cannot shrink
					t.Errorf("launched %d times", calls)
				}
				stop()
				must(t, x.Close())
				must(t, k.Fix(cl.Launch{}))
				checkAdd(t, d, k, 100, 3)
			})
		}
	}
}

// A launch that was accepted but failed later is not repeated, because it may have run in part. A
// rejected launch with the same code would be repeated.
func TestBrokenLaunch(t *testing.T) {
	for name, test := range map[string]struct {
		wait, status, want int32
	}{
		"the event has failed":         {0, -5, -5},
		"waiting fails":                {-4, 0, -4},
		"waiting says less than event": {-14, -9999, -9999},
	} {
		for _, fixed := range []cl.Launch{{}, {Group: 16, Wave: 64}} {
			t.Run(fmt.Sprint(name, fixed), func(t *testing.T) {
				d := cltest.Device(t)
				live := cl.Live()
				k := build(t, d, "add", addKernel)
				x := buffer[uint32](t, d, "x", 1000)
				must(t, x.Fill(7))
				must(t, k.Bind(x, uint32(1), uint32(1000)))
				must(t, k.Fix(fixed))
				good := 2 // gives thread control a launch to return to
				if fixed.Wave > 0 {
					good = 0
				}
				waited, afterwards, numbers := 0, 0, ""
				stop := cl.Pretend(t, d, cl.Answers{
					Took: largerIsCheaper,
					Launch: func(items, group int) int32 {
						if waited > good {
							afterwards++
						}
						numbers = fmt.Sprintf("%d items in groups of %d", items, group)
						return 0
					},
					Wait: func() int32 {
						if waited++; waited > good {
							return test.wait
						}
						return 0
					},
					Status: func() int32 {
						if waited > good {
							return test.status
						}
						return 0
					},
				})
				var err error
				for range 3 {
					if err = k.Run(t.Context(), 1000); err != nil {
						break
					}
				}
				wantError(t, err, test.want, "clWaitForEvents", "kernel add on "+d.Info().Name, numbers)
				if waited != good+1 || afterwards > 0 {
					t.Errorf("number %d has failed; waited %d times, launched %d times afterwards", good+1, waited, afterwards)
				}
				stop()
				if d.Reusable() {
					t.Error("the device can be reused after a launch that failed")
				}
				must(t, x.Close())
				checkAdd(t, d, k, 100, 3)
				if now := cl.Live(); now != live+2 { // the program and the kernel
					t.Errorf("%d handles before, %d after", live, now)
				}
			})
		}
	}
}

// If work enqueued before a trial fails, the run returns the error. A smaller launch would not redo
// that work.
func TestWorkBeforeATrialFails(t *testing.T) {
	d := cltest.Device(t)
	before, tuned := build(t, d, "add", addKernel), build(t, d, "busy", busyKernel)
	x := buffer[uint32](t, d, "x", 100)
	must(t, x.Fill(7))
	must(t, before.Bind(x, uint32(1), uint32(64)))
	must(t, tuned.Bind(x, uint32(1), uint32(64)))
	must(t, before.Fix(cl.Launch{Group: 16, Wave: 64}))
	lost := false
	cl.Pretend(t, d, cl.Answers{Took: quick, Finish: func() int32 {
		if lost {
			lost = false
			return -5
		}
		return 0
	}})
	must(t, before.Run(t.Context(), 64)) // timed
	must(t, before.Run(t.Context(), 64)) // enqueued
	lost = true
	wantError(t, tuned.Run(t.Context(), 64), -5, "clFinish", "after launches of add")
	must(t, tuned.Run(t.Context(), 64))
}

// Every call that waits for the device detects that it was lost. The error names the call and the
// preceding launches. Close releases everything.
func TestLostDevice(t *testing.T) {
	for name, test := range map[string]struct {
		answers cl.Answers
		lose    func(d *cl.Device, x *cl.Buffer[uint32]) error
		code    int32
		words   string
	}{
		"read": {
			cl.Answers{Read: func() int32 { return -36 }},
			func(_ *cl.Device, x *cl.Buffer[uint32]) error { return x.Read(make([]uint32, 10)) },
			-36, "clEnqueueReadBuffer: CL_INVALID_COMMAND_QUEUE (-36): %s: buffer x",
		},
		"finish": {
			cl.Answers{Finish: func() int32 { return -5 }},
			func(d *cl.Device, _ *cl.Buffer[uint32]) error { return d.Finish() },
			-5, "clFinish: CL_OUT_OF_RESOURCES (-5): %s",
		},
	} {
		t.Run(name, func(t *testing.T) {
			live := cl.Live()
			d := cltest.Device(t)
			add, busy := build(t, d, "add", addKernel), build(t, d, "busy", busyKernel)
			x := buffer[uint32](t, d, "x", 100)
			must(t, x.Fill(7))
			must(t, add.Bind(x, uint32(1), uint32(64)))
			must(t, busy.Bind(x, uint32(1), uint32(64)))
			stop := cl.Pretend(t, d, cl.Answers{Took: quick})
			for _, k := range []*cl.Kernel{add, busy} {
				must(t, k.Fix(cl.Launch{Group: 16, Wave: 64}))
				must(t, k.Run(t.Context(), 64)) // this launch is timed, later launches are not
			}
			must(t, d.Finish())
			for _, k := range []*cl.Kernel{add, add, busy, add} {
				must(t, k.Run(t.Context(), 64))
			}
			stop()
			cl.Pretend(t, d, test.answers)
			words := fmt.Sprintf(test.words, d.Info().Name)
			err := test.lose(d, x)
			wantError(t, err, test.code, words, "after launches of add, busy, add")
			if strings.Contains(err.Error(), "add, add") {
				t.Errorf("%v: the same in a row is named once", err)
			}
			if d.Reusable() {
				t.Error("a lost device can be reused")
			}
			// Launches that were reported once are not reported again.
			err = test.lose(d, x)
			wantError(t, err, test.code, words)
			if strings.Contains(err.Error(), "after") {
				t.Errorf("%v: nothing was launched", err)
			}
			if err := d.Close(); test.answers.Finish != nil {
				wantError(t, err, test.code, words)
			} else {
				must(t, err)
			}
			if now := cl.Live(); now != live || d.Used() != 0 {
				t.Errorf("%d handles before, %d after, %d bytes used", live, now, d.Used())
			}
			must(t, d.Close())
			if err := add.Run(t.Context(), 64); !errors.Is(err, cl.ErrClosed) {
				t.Error(err)
			}
		})
	}
}

// A fixed launch that holds a whole run is one launch. If the driver rejects it, the run fails,
// whereas thread control tries smaller launches [LSM13 §6.5].
func TestAWholeRunFails(t *testing.T) {
	d := cltest.Device(t)
	const n, most = 1003, 500
	k, tuned := build(t, d, "add", addKernel), build(t, d, "add", addKernel)
	must(t, k.Fix(cl.Launch{Group: 16, Wave: math.MaxInt / 32 * 16}))
	x := buffer[uint32](t, d, "x", n)
	must(t, k.Bind(x, uint32(2), uint32(n)))
	var launches []int
	stop := cl.Pretend(t, d, cl.Answers{Launch: func(items, _ int) int32 {
		switch launches = append(launches, items); {
		case len(launches) > 1000:
			return endless
		case items > most:
			return -5
		}
		return 0
	}})
	for range 2 {
		err := k.Run(t.Context(), n)
		if e := (*cl.Error)(nil); !errors.As(err, &e) || e.Code != -5 || len(launches) != 1 || launches[0] != 1008 {
			t.Errorf("launches of %v items: %v", launches, err)
		}
		launches = nil
	}
	checkAdd(t, d, tuned, n, 2)
	stop()
	checkAdd(t, d, k, n, 2)
}
