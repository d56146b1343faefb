package tourmaline_test

import (
	"errors"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Parameters that need more memory than is available are rejected before the memory is allocated,
// and the error states the amount.
func TestCountsBeyondMemoryAreRefused(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	tours, layouts := tourmaline.Tours(generate(t, 10_000)), tourmaline.Assignments(facilities(100, true))
	for _, c := range []struct {
		problem         tourmaline.Problem
		algorithm, name string
		want            string
	}{
		{tours, "ils", "lanes", "lanes=1000000 needs about 596.0 GiB for 10000 cities, but only 512 MiB is available"},
		{tours, "tabu", "walks", "walks=1000000 needs about 1.2 TiB for 10000 cities, but only 512 MiB is available"},
		{tours, "anneal", "walks", "1.2 TiB"},
		{tours, "mmas", "ants", "use at most 13368 ants"},
		{tours, "acs-spm", "ants", "use at most 13368 ants"},
		{layouts, "tabu", "walks", "walks=1000000 needs about 456.8 GiB for solutions of size 100, but only 512 MiB is available"},
		{layouts, "vnd", "walks", "456.8 GiB"},
	} {
		_, err := tourmaline.Solve(t.Context(), c.problem, tourmaline.Config{
			Algorithm: c.algorithm, Params: map[string]string{c.name: "1000000"}, Limits: tourmaline.Limits{Steps: 1},
		})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, a million %s: %v, want %q", c.algorithm, c.name, err, c.want)
		}
		var p *tourmaline.ParamError
		if c.name != "ants" && (!errors.As(err, &p) || p.Name != c.name) {
			t.Errorf("%s: %v is no *ParamError of %s", c.algorithm, err, c.name)
		}
	}
}

// A colony whose trails do not fit in memory is rejected before the start, alone and as an island.
func TestColoniesBeyondMemoryAreRefused(t *testing.T) {
	p := tourmaline.Tours(generate(t, 100_000))
	for algorithm, params := range map[string]map[string]string{
		"acs": nil, "acs-alt": nil, "acs16-alt": nil, "mmas20": nil, "islands": {"members": "ils,acs-alt"},
	} {
		_, err := tourmaline.New(p, tourmaline.Config{Algorithm: algorithm, Params: params})
		if !errors.Is(err, memory.ErrExceeded) || !strings.Contains(err.Error(), "trails on all edges of 100000 cities need 7") {
			t.Errorf("%s: %v", algorithm, err)
		}
	}
}

func TestNeighbourListsBeyondMemoryAreRefused(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	_, err := tourmaline.New(tourmaline.Tours(generate(t, 200_000)), tourmaline.Config{Params: map[string]string{"neighbours": "1000"}})
	if want := "at most 83: neighbours=1000 needs about 6.0 GiB"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

func TestThreadsBeyondAllMachinesAreRefused(t *testing.T) {
	p := tourmaline.Tours(generate(t, 20))
	for threads, fine := range map[int]bool{0: true, 4096: true, -1: false, 4097: false, 2_200_000: false} {
		_, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Threads: threads, Limits: tourmaline.Limits{Steps: 1}})
		var refused *tourmaline.ParamError
		if fine != (err == nil) || !fine && (!errors.As(err, &refused) || refused.Name != "threads" || !strings.Contains(err.Error(), "0 to 4,096")) {
			t.Errorf("%d threads: %v", threads, err)
		}
	}
}

// Every algorithm returns the only solution of an instance without moves.
func TestTheSmallestInstancesHaveAnAnswer(t *testing.T) {
	signs, _, err := perceptron.Generate(1, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]tourmaline.Problem{
		"city":       tourmaline.Tours(must(tsp.Generate(tsp.Uniform, 1, 1))),
		"two cities": tourmaline.Tours(must(tsp.Generate(tsp.Uniform, 2, 1))),
		"facility":   tourmaline.Assignments(must(qap.New("one", 1, []int64{3}, []int64{4}))),
		"facilities": tourmaline.Assignments(facilities(2, true)),
		"sign":       tourmaline.Perceptrons(signs),
		"vertex":     tourmaline.Cut(must(maxcut.New("one", 1, nil))),
		"colour":     tourmaline.Colouring(must(colouring.New("one", 1, 2, nil))),
		"dimension":  tourmaline.Minimum(must(continuous.New(must(continuous.Find("ackley")), 1))),
	} {
		for _, a := range algorithms(t, p) {
			r, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Algorithm: a.Name, Limits: tourmaline.Limits{Steps: 5}})
			if err != nil {
				t.Errorf("%s, %s: %v", name, a.Name, err)
				continue
			}
			if name == "facility" && (r.Cost != 12 || r.Termination != search.Stall) {
				t.Errorf("%s: cost %v, ended for %s", a.Name, r.Cost, r.Termination)
			}
		}
	}
}

// facilities returns an instance with random flows and distances.
func facilities(n int, symmetric bool) *qap.Instance {
	a, b, r := make([]int64, n*n), make([]int64, n*n), rng.At(1, 0, 0)
	for i := range n {
		for j := range i {
			a[i*n+j], a[j*n+i] = int64(r.IntN(100)), int64(r.IntN(100))
			b[i*n+j], b[j*n+i] = int64(r.IntN(100)), int64(r.IntN(100))
			if symmetric {
				a[j*n+i] = a[i*n+j]
			}
		}
	}
	return must(qap.New("random", n, a, b))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
