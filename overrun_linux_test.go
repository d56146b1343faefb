//go:build !race

package tourmaline_test

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Every algorithm for every problem checks its context often enough, and ends soon enough
// afterwards, to exceed a time limit by at most 0.2 s. The test measures processor time, which
// depends little on the load of the machine. Time during which a virtual processor is suspended
// counts as busy, so the test repeats a measurement that is too long: the same seed checks the
// context at the same places, so a real delay recurs every time. TOURMALINE_LARGEST=1 selects large
// instances (make overrun).
func TestTimeLimitsHoldForEveryAlgorithm(t *testing.T) {
	most, large := 200*time.Millisecond, os.Getenv("TOURMALINE_LARGEST") != ""
	limit := 50 * time.Millisecond
	if large {
		limit = 4 * time.Second // includes the longest preparation
	}
	t.Logf("%-12s %-8s %8s %9s %9s %9s", "problem", "algorithm", "looks", "begins", "longest", "ends")
	for _, c := range overruns(t, large) {
		for _, a := range algorithms(t, c.problem) {
			if c.refuses[a.Name] {
				continue
			}
			t.Run(c.name+"/"+a.Name, func(t *testing.T) {
				var w *watched
				late := testkit.Quickest(most, func() time.Duration {
					if w = watch(t, c.problem, tourmaline.Config{Algorithm: a.Name}, [2]time.Duration{limit, limit}); w.rejection != nil {
						t.Fatal(w.rejection)
					}
					t.Logf("%-12s %-8s %8d %6d ms %6d ms %6d ms", c.name, a.Name, w.looks,
						w.begin.Milliseconds(), w.longest.Milliseconds(), w.end.Milliseconds())
					return w.longest + w.end
				})
				if late > most {
					t.Errorf("%v without a look at the context, and %v to end, want at most %v. The look after the longest time:\n%s", w.longest, w.end, most, w.where)
				}
			})
		}
	}
}

type overrunCase struct {
	name    string
	problem tourmaline.Problem
	refuses map[string]bool // algorithms that reject the problem
}

// overruns returns instances of every problem.
func overruns(t *testing.T, large bool) []overrunCase {
	t.Helper()
	n := func(small, big int) int {
		if large {
			return big
		}
		return small
	}
	function, err := continuous.New(must(continuous.Find("weierstrass")), n(1000, 10_000))
	if err != nil {
		t.Fatal(err)
	}
	signs, _, err := perceptron.Generate(n(101, 1001), n(117, 1001), 1)
	if err != nil {
		t.Fatal(err)
	}
	tooLarge := map[string]bool{"exact": true, "mmas20": large, "acs": large, "acs-alt": large, "acs16-alt": large}
	return []overrunCase{
		{"cities", tourmaline.Tours(must(tsp.Generate(tsp.Uniform, n(10_000, 1_000_000), 1))), tooLarge},
		{"clusters", tourmaline.Tours(must(tsp.Generate(tsp.Clustered, n(3000, 200_000), 1))), tooLarge},
		{"matrix", tourmaline.Tours(matrix(n(500, 5000), 0)), map[string]bool{"exact": true}},
		{"one-way", tourmaline.Tours(matrix(n(500, 5000), 100)), map[string]bool{"exact": true, "faco": true, "eax": true, "eax13": true}},
		{"qap", tourmaline.Assignments(facilities(n(100, 1000), true)), nil},
		{"one-way qap", tourmaline.Assignments(facilities(n(100, 1000), false)), nil},
		{"perceptron", tourmaline.Perceptrons(signs), nil},
		{"maxcut", tourmaline.Cut(vertices(n(2000, 20_000), n(20_000, 200_000))), nil},
		{"colouring", tourmaline.Colouring(must(colouring.Generate(n(1000, 10_000), n(10_000, 200_000), n(10, 50), 1))), nil},
		{"function", tourmaline.Minimum(function), nil},
	}
}

// matrix returns a matrix with the distances between random points. The distance from i to j is
// increased by longer if i < j.
func matrix(n int, longer float64) *tsp.Instance {
	places, values := must(tsp.Generate(tsp.Uniform, n, 1)), make([]float64, n*n)
	for i := range n {
		for j := range n {
			if values[i*n+j] = float64(places.Dist(int32(i), int32(j))); i < j {
				values[i*n+j] += longer
			}
		}
	}
	return must(tsp.FromMatrix(n, values))
}

// vertices returns a graph with random edges.
func vertices(n, edges int) *maxcut.Instance {
	r, all := rng.At(1, 0, 0), make([]maxcut.Edge, edges)
	for i := range all {
		to := r.IntN(int32(n) - 1)
		all[i] = maxcut.Edge{From: to + 1, To: r.IntN(to + 1), Weight: int64(2*r.IntN(2)) - 1}
	}
	return must(maxcut.New("random", n, all))
}

// A watched context expires after the given processor time and records when it is checked.
type watched struct {
	context.Context
	limits      [2]time.Duration // expires at the first one if two steps are complete, else at the second
	steps       int
	rejection   error // error of New
	looks       int
	began, last time.Duration
	ended       time.Duration // time at which the context expired
	// time before the search started, and the longest time between two checks
	begin, longest time.Duration
	end            time.Duration // time between the end of the context and the end of the search
	where          []byte
}

func (w *watched) Err() error {
	now := processor()
	if gap := now - w.last; w.ended == 0 && gap > w.longest {
		w.longest, w.where = gap, debug.Stack()
	}
	w.looks++
	w.last = now
	if used := now - w.began; used < w.limits[0] || used < w.limits[1] && w.steps < 2 {
		return nil
	}
	if w.ended == 0 {
		w.ended = now
	}
	return context.DeadlineExceeded
}

// processor returns the processor time that this thread has used.
func processor() time.Duration {
	const thisThread = 1
	var u syscall.Rusage
	_ = syscall.Getrusage(thisThread, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// watch runs a search on one thread until its context expires. The search has a step limit and no
// time limit, so that only the context ends it.
func watch(t *testing.T, p tourmaline.Problem, cfg tourmaline.Config, limits [2]time.Duration) *watched {
	t.Helper()
	// this thread does all the work, so its processor time is that of the search
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	runtime.GC()
	w := &watched{Context: t.Context(), limits: limits, began: processor()}
	cfg.Threads, cfg.Limits.Steps = 1, 1<<30
	s, err := tourmaline.New(p, cfg)
	w.last, w.rejection = processor(), err
	w.begin = w.last - w.began
	if err != nil {
		return w
	}
	for _, err := range s.Steps(w) {
		if w.steps++; err != nil {
			t.Errorf("%v: %v", cfg.Params, err)
		}
	}
	if _, err := s.Result(); err != nil {
		t.Errorf("%v: %v", cfg.Params, err)
	}
	if w.ended > 0 {
		w.end = processor() - w.ended
	}
	return w
}
