package catalog

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/opencl"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// newSearch makes a search on the first device, by short steps that use it. Without
// a device the test is skipped.
func newSearch(t *testing.T) *TourSearch { return newSearchWith(t, opencl.Options{}) }

func newSearchWith(t *testing.T, opts opencl.Options) *TourSearch {
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
	d, err := opencl.Find(0, opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := suits(d, a, p, in); err != nil {
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
	if !errors.Is(err, device.Err) || why != nil && !errors.Is(err, why) || !strings.Contains(err.Error(), words) {
		t.Errorf("%v, want %v because of %v, %s", err, device.Err, why, words)
	}
	keepsBest(t, s)
}

// Whatever goes wrong with a device is a device.Err, before and after the algorithm
// takes over.
func TestDeviceFails(t *testing.T) {
	const preparing = 2 // steps before the device is opened
	t.Run("at work", func(t *testing.T) {
		s := newSearch(t)
		steps(t, s, preparing+2)
		if err := s.device.Close(); err != nil {
			t.Fatal(err)
		}
		wantDevice(t, s, cl.ErrClosed, s.host.Device.Info().Name)
		wantDevice(t, s, cl.ErrClosed, s.host.Device.Info().Name)
	})
	t.Run("launch that cannot be", func(t *testing.T) {
		s := newSearchWith(t, opencl.Options{Launch: opencl.Launch{Group: 1 << 20, Wave: 1 << 20}})
		steps(t, s, preparing)
		wantDevice(t, s, nil, "groups of 1048576")
		first := s.device
		wantDevice(t, s, nil, "groups of 1048576")
		if s.Prepared() || s.device != first {
			t.Errorf("prepared: %v; device %p and then %p", s.Prepared(), first, s.device)
		}
	})
	t.Run("not to be opened", func(t *testing.T) {
		s := newSearch(t)
		why := errors.New("gone")
		s.host.Device = broken{s.host.Device, why}
		steps(t, s, preparing)
		wantDevice(t, s, why, "gone")
		if s.device != nil {
			t.Error("the device is open")
		}
	})
	t.Run("without kernels", func(t *testing.T) {
		s := newSearch(t)
		s.host.Device = idle{}
		steps(t, s, preparing)
		wantDevice(t, s, nil, "it cannot sweep over tours")
	})
}

// broken is a device that cannot be opened.
type broken struct {
	device.Device
	why error
}

func (b broken) Open(context.Context) (device.Opened, error) { return nil, b.why }

// idle is a device that can do nothing.
type idle struct{}

func (idle) Info() device.Info                           { return device.Info{Engine: "idle"} }
func (idle) Open(context.Context) (device.Opened, error) { return idle{}, nil }
func (idle) Close() error                                { return nil }

// A device that lacks what an algorithm needs is refused before the search; so is an
// algorithm without kernels.
func TestUnsuitedDevices(t *testing.T) {
	in, err := tsp.Generate(tsp.Clustered, 60, 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		params map[string]string
		err    error
		words  string
	}{
		"ils":    {map[string]string{"operator": "3opt-sweep"}, device.Err, "sweep over tours"},
		"ls13":   {nil, device.ErrNoKernels, "nothing to do for a device"},
		"mmas":   {nil, device.Err, "let ants walk"},
		"tabu":   {nil, device.Err, "pick moves"},
		"anneal": {nil, device.ErrNoKernels, "use tabu or climb, or the CPU"},
		"greedy": {nil, device.ErrNoKernels, "or the CPU"},
	} {
		_, err := Tours(in, nil).Begin(Order{Algorithm: name, Params: want.params, Host: Host{Threads: 1, Device: idle{}}})
		if !errors.Is(err, want.err) || !strings.Contains(err.Error(), want.words) || strings.Contains(err.Error(), "--") {
			t.Errorf("%s: %v, want %v, %s", name, err, want.err, want.words)
		}
	}
	cut, err := maxcut.New("triangle", 3, []maxcut.Edge{{From: 0, To: 1, Weight: 1}, {From: 1, To: 2, Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{"tabu": device.Err, "anneal": device.ErrNoKernels} {
		if _, err := Cut(cut).Begin(Order{Algorithm: name, Host: Host{Threads: 1, Device: idle{}}}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
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
	if !errors.Is(err, search.ErrExhausted) || errors.Is(err, device.Err) {
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
			var devices []device.Opened
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
			if err := s.Step(ctx); !errors.Is(err, context.Canceled) || errors.Is(err, device.Err) || s.Prepared() {
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
