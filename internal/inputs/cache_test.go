package inputs

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

const square = "name,x,y\na,0,0\nb,9,0\nc,9,9\nd,0,9\ne,5,4\n"

var errMissing = errors.New("missing")

// A shelf holds one file of one tenant.
type shelf struct{ loads atomic.Int32 }

func (s *shelf) load(_ context.Context, tenant, hash string) (File, error) {
	s.loads.Add(1)
	if tenant != "acme" || hash != job.Hash([]byte(square)) {
		return nil, errMissing
	}
	return Memory([]byte(square)), nil
}

func spec() job.Spec { return job.Spec{Instance: job.Hash([]byte(square)), File: "square.csv"} }

// Jobs with the same instance load it once. Other tenants cannot read the cached instance.
func TestAnInstanceIsLoadedOnce(t *testing.T) {
	var s shelf
	c := New(1<<20, 1, s.load)
	for range 2 {
		if in, err := c.Open(t.Context(), "acme", spec(), job.Limits{}); err != nil || in.Info.N != 5 {
			t.Fatalf("opened as %+v: %v", in, err)
		}
	}
	if n := s.loads.Load(); n != 1 {
		t.Errorf("loaded %d times", n)
	}
	if _, err := c.Open(t.Context(), "another", spec(), job.Limits{}); !errors.Is(err, errMissing) {
		t.Errorf("another tenant has it: %v", err)
	}
	if _, err := c.Open(t.Context(), "acme", spec(), job.Limits{Cities: 4}); err == nil {
		t.Error("what is cached is not held against limits")
	}
	c.Remove("acme", spec().Instance)
	if _, err := c.OpenBytes(t.Context(), "acme", spec(), job.Limits{}, []byte(square)); err != nil || s.loads.Load() != 2 {
		t.Errorf("loaded %d times: %v", s.loads.Load(), err)
	}
}

// Concurrent jobs share a parsed instance. Each job gets the result that it would get alone, even
// if the other jobs use different routes or settings.
func TestJobsShareAnInstance(t *testing.T) {
	var s shelf
	c := New(1<<20, 4, s.load)
	var costs [12]float64
	var wg sync.WaitGroup
	for i := range costs {
		wg.Go(func() {
			how := spec()
			how.Route, how.Settings = job.Route{Open: i%2 == 1}, job.Settings{Algorithm: "ils", Limits: tourmaline.Limits{Steps: 3}, Seed: uint64(i)}
			in, err := c.Open(t.Context(), "acme", how, job.Limits{})
			if err != nil {
				t.Error(err)
				return
			}
			cfg, err := how.Config()
			if err != nil {
				t.Error(err)
				return
			}
			r, err := tourmaline.Solve(t.Context(), in.Problem, cfg)
			if err != nil {
				t.Error(err)
				return
			}
			costs[i] = r.Cost
		})
	}
	wg.Wait()
	for i, cost := range costs {
		if cost != costs[i%2] || costs[1] >= costs[0] {
			t.Errorf("job %d costs %v, expected %v; an open tour costs %v, a closed one %v", i, cost, costs[i%2], costs[1], costs[0])
		}
	}
	if n := s.loads.Load(); n != 1 {
		t.Errorf("loaded %d times", n)
	}
}

// Jobs for different vehicles, or with different depots, do not share an instance.
func TestFleetsAreApart(t *testing.T) {
	var s shelf
	c := New(1<<20, 4, s.load)
	for _, change := range []func(*job.Spec){
		func(s *job.Spec) { s.Fleet.Vehicles = 2 }, func(s *job.Spec) { s.Fleet.Vehicles = 3 },
		func(s *job.Spec) { s.Fleet.Vehicles, s.Route.Open = 2, true }, func(*job.Spec) {},
	} {
		how := spec()
		change(&how)
		for range 2 {
			in, err := c.Open(t.Context(), "acme", how, job.Limits{})
			if err != nil || (in.Fleet != nil) != how.Several() {
				t.Fatalf("%+v: %+v, %v", how, in, err)
			}
			if !how.Several() {
				continue
			}
			if kind := in.Fleet.Problem.Fleet[0]; int(kind.Count) != how.Fleet.Vehicles || (kind.End < 0) != how.Route.Open {
				t.Errorf("%+v: %+v", how, kind)
			}
		}
	}
	if n := s.loads.Load(); n != 4 {
		t.Errorf("loaded %d times, expected once for each kind of job", n)
	}
}
