package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func mismatch(check string) error {
	return &cl.Mismatch{Check: check, Device: "card", Wrong: 3, Of: 4096, First: 17, Got: 1, Want: 2}
}

// Only a device that fails in nothing but the rounding of quotients and roots will
// do, and not where it must be exact.
func TestTrust(t *testing.T) {
	build := fmt.Errorf("self-test: %w", errors.Join(&cl.Error{Call: "clBuildProgram", Code: -11, Device: "card"}, nil))
	for name, test := range map[string]struct {
		verdict  error
		rounding bool
		words    []string
	}{
		"good":                     {nil, false, nil},
		"divide":                   {errors.Join(mismatch("divide")), true, []string{"self-test divide on card"}},
		"divide and sqrt":          {errors.Join(mismatch("divide"), mismatch("sqrt")), true, []string{"divide", "sqrt"}},
		"log2":                     {errors.Join(mismatch("log2")), false, []string{"self-test log2 on card: 3 of 4096 words"}},
		"divide, sqrt and scan":    {errors.Join(mismatch("divide"), mismatch("sqrt"), mismatch("scan")), false, []string{"scan"}},
		"divide, and a lost queue": {errors.Join(mismatch("divide"), &cl.Error{Call: "clFinish", Code: -36}), false, []string{"clFinish"}},
		"cannot be built":          {build, false, []string{"clBuildProgram", "CL_BUILD_PROGRAM_FAILURE"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := onlyRounding(test.verdict); got != test.rounding {
				t.Errorf("only rounding: %v, want %v", got, test.rounding)
			}
			// No device at all has an Info too, and so gets the verdict.
			var none *cl.Device
			forget(t, none.Info())
			tested.Store(none.Info(), verdict{test.verdict})
			cancelled, cancel := context.WithCancel(t.Context())
			cancel()
			for _, exact := range []bool{false, true} {
				d := &Device{Info: cl.Info{Number: 3, Name: "card"}, Exact: exact}
				if err := d.trust(cancelled, none); !errors.Is(err, context.Canceled) {
					t.Errorf("cancelled, exact %v: %v", exact, err)
				}
				err := d.trust(t.Context(), none)
				if test.verdict == nil || test.rounding && !exact {
					if err != nil {
						t.Errorf("exact %v: %v", exact, err)
					}
					continue
				}
				if !errors.Is(err, test.verdict) {
					t.Errorf("exact %v: %v", exact, err)
					continue
				}
				for _, w := range append(test.words, "device 3, card, fails its self-test", "--engine cpu") {
					if !strings.Contains(err.Error(), w) {
						t.Errorf("exact %v: %v\ndoes not mention %q", exact, err, w)
					}
				}
			}
		})
	}
}

// forget lets this test have a verdict of its own on a device.
func forget(t *testing.T, i cl.Info) {
	before, known := tested.LoadAndDelete(i)
	t.Cleanup(func() {
		if tested.Delete(i); known {
			tested.Store(i, before)
		}
	})
}

// A verdict is for good. That a test could not be made is no verdict.
func TestSelfTestOnceAProcess(t *testing.T) {
	var none *cl.Device
	forget(t, none.Info())
	if err := SelfTest(t.Context(), none); !errors.Is(err, cl.ErrClosed) {
		t.Errorf("no device: %v", err)
	}
	if _, ok := tested.Load(none.Info()); ok {
		t.Error("no device has a verdict")
	}

	device := cltest.Device(t)
	forget(t, device.Info())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := SelfTest(ctx, device); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, ok := tested.Load(device.Info()); ok {
		t.Error("a test that was cancelled is a verdict")
	}
	if err := SelfTest(t.Context(), device); err != nil {
		t.Fatal(err)
	}
	// Closed, it could not be tested again.
	if err := device.Close(); err != nil {
		t.Fatal(err)
	}
	if err := SelfTest(t.Context(), device); err != nil {
		t.Errorf("the verdict is not remembered: %v", err)
	}
}

// newSearch makes a search on the first device, by short steps that use it. Without
// a device the test is skipped.
func newSearch(t *testing.T) *TourSearch {
	t.Helper()
	if err := cltest.Device(t).Close(); err != nil { // Oclgrind takes one at a time
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, dir) // nothing is tuned
	}
	in, err := tsp.Generate(tsp.Clustered, 60, 1)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Find("ils", in)
	if err != nil {
		t.Fatal(err)
	}
	p := a.Params(in.N())
	if err := params.Set(p, map[string]string{"start": "curve", "operator": "3opt-sweep", "kicks": "2"}); err != nil {
		t.Fatal(err)
	}
	d, err := FindDevice(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Suits(a, p, in); err != nil {
		t.Fatal(err)
	}
	s := NewTourSearch(in, a, p, nil, 1, Host{Threads: 1, Device: d})
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("closing the search: %v", err)
		}
	})
	return s
}

// steps takes so many, and fails if any does.
func steps(t *testing.T, s *TourSearch, n int) {
	t.Helper()
	for range n {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// keepsBest checks that there is still an answer.
func keepsBest(t *testing.T, s *TourSearch) {
	t.Helper()
	best := s.Best()
	if err := s.in.Check(best); err != nil {
		t.Errorf("the best tour: %v", err)
	}
	if cost := s.in.Cost(best); cost != s.Cost() {
		t.Errorf("the best tour costs %v, said to be %v", cost, s.Cost())
	}
}

// wantDevice checks that a step fails because of the device, says why, and leaves
// an answer.
func wantDevice(t *testing.T, s *TourSearch, why error, words string) {
	t.Helper()
	err := s.Step(t.Context())
	if !errors.Is(err, ErrDevice) || why != nil && !errors.Is(err, why) || !strings.Contains(err.Error(), words) {
		t.Errorf("%v, want %v because of %v, %s", err, ErrDevice, why, words)
	}
	keepsBest(t, s)
}

// Whatever goes wrong with a device is an ErrDevice, before and after the algorithm
// takes over.
func TestDeviceFails(t *testing.T) {
	const preparing = 2 // steps before the device is opened
	t.Run("at work", func(t *testing.T) {
		s := newSearch(t)
		steps(t, s, preparing+2)
		if err := s.device.Close(); err != nil {
			t.Fatal(err)
		}
		wantDevice(t, s, cl.ErrClosed, s.host.Device.Name)
		wantDevice(t, s, cl.ErrClosed, s.host.Device.Name)
	})
	t.Run("launch that cannot be", func(t *testing.T) {
		s := newSearch(t)
		s.host.Device.Launch = cl.Launch{Group: 1 << 20, Wave: 1 << 20}
		steps(t, s, preparing)
		wantDevice(t, s, nil, "groups of 1048576")
		first := s.device
		wantDevice(t, s, nil, "groups of 1048576")
		if s.Prepared() || s.device != first {
			t.Errorf("prepared: %v; device %p and then %p", s.Prepared(), first, s.device)
		}
	})
	t.Run("gone", func(t *testing.T) {
		s := newSearch(t)
		s.host.Device.Number = 1000
		steps(t, s, preparing)
		wantDevice(t, s, cl.ErrNoDevice, "1000")
	})
	t.Run("not to be trusted", func(t *testing.T) {
		s := newSearch(t)
		bad := mismatch("philox")
		forget(t, s.host.Device.Info)
		tested.Store(s.host.Device.Info, verdict{errors.Join(bad)})
		steps(t, s, preparing)
		wantDevice(t, s, bad, "fails its self-test")
		if s.device != nil {
			t.Error("the device is open")
		}
	})
}

// The end of a search is no failure of its device.
func TestTheEndIsNoFailure(t *testing.T) {
	s := newSearch(t)
	if err := params.Set(s.Params, map[string]string{"kicks": "0"}); err != nil {
		t.Fatal(err)
	}
	var err error
	for range 1000 {
		if err = s.Step(t.Context()); err != nil {
			break
		}
	}
	if !errors.Is(err, search.ErrExhausted) || errors.Is(err, ErrDevice) {
		t.Error(err)
	}
	keepsBest(t, s)
}

// Closing gives the device back once, and keeps the answer.
func TestCloseTwice(t *testing.T) {
	s := newSearch(t)
	if err := s.Close(); err != nil {
		t.Errorf("before there is a device: %v", err)
	}
	steps(t, s, 4)
	best := s.Best()
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := s.device.Finish(); !errors.Is(err, cl.ErrClosed) {
		t.Errorf("the device is still open: %v", err)
	}
	if !slices.Equal(s.Best(), best) {
		t.Error("another answer")
	}
	wantDevice(t, s, cl.ErrClosed, "")
}

// A step that is cancelled while the algorithm is made ready is taken again, on the
// device that is open already, and the search goes on as if nothing had happened.
func TestCancelledPreparation(t *testing.T) {
	for name, cancelAt := range map[string]int{"before the device is open": 0, "when the device is open": 1} {
		t.Run(name, func(t *testing.T) {
			s := newSearch(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var devices []*cl.Device
			improve := s.Algorithm.Improve
			s.Algorithm.Improve = func(ctx context.Context, j Job) (search.Searcher[tsp.Tour], error) {
				if devices = append(devices, j.Device); len(devices) == cancelAt {
					cancel()
					return nil, ctx.Err()
				}
				return improve(ctx, j)
			}
			steps(t, s, 2)
			if cancelAt == 0 {
				cancel()
			}
			if err := s.Step(ctx); !errors.Is(err, context.Canceled) || errors.Is(err, ErrDevice) || s.Prepared() {
				t.Fatalf("cancelled: %v, prepared: %v", err, s.Prepared())
			}
			if len(devices) != cancelAt || (s.device != nil) != (cancelAt > 0) {
				t.Errorf("%d devices were given to the algorithm, open: %v", len(devices), s.device != nil)
			}
			keepsBest(t, s)
			steps(t, s, 3)
			for _, d := range devices {
				if d != s.device {
					t.Errorf("devices %p, now %p", devices, s.device)
				}
			}
			host := NewTourSearch(s.in, s.Algorithm, s.Params, nil, 1, Host{Threads: 1})
			host.Algorithm.Improve = improve
			steps(t, host, 5)
			if !slices.Equal(s.Best(), host.Best()) {
				t.Errorf("the search on the device costs %v, on the host %v", s.Cost(), host.Cost())
			}
			keepsBest(t, s)
		})
	}
}
