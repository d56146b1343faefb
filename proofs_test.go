//go:build figures

package tourmaline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// TestProofs measures how many instances are proven within a time limit, and how long searches
// take. TOURMALINE_PROOFS contains tests as limit:kind:size:count, such as 1s:uniform:50:200, or
// 10s:tsplib for the instances of TSPLIB with up to 100 cities. The kind "path" is a path through
// uniform cities.
func TestProofs(t *testing.T) {
	tests := strings.Fields(os.Getenv("TOURMALINE_PROOFS"))
	if len(tests) == 0 {
		t.Fatal("TOURMALINE_PROOFS selects no tests")
	}
	for _, test := range tests {
		kind, n, count := "", 0, 0
		part := strings.Split(test, ":")
		if _, err := fmt.Sscan(strings.Join(part[1:], " "), &kind, &n, &count); err != nil && part[1] != "tsplib" {
			t.Fatalf("%s: %v", test, err)
		}
		limit, err := time.ParseDuration(part[0])
		if err != nil {
			t.Fatal(err)
		}
		if part[1] == "tsplib" {
			report(t, test, limit, smallTSPLIB(t))
		} else {
			report(t, test, limit, random(t, kind, n, count))
		}
	}
}

// report solves instances, and logs the number of proofs and quantiles of the time.
func report(t *testing.T, test string, limit time.Duration, all []*tsp.Instance) {
	proven, times := 0, make([]time.Duration, 0, len(all))
	for _, in := range all {
		began := time.Now()
		r := solve(t, in, tourmaline.Config{Algorithm: "exact", Threads: 2, Limits: tourmaline.Limits{Time: limit}})
		times = append(times, time.Since(began))
		if r.Termination == search.Optimal {
			proven++
		} else {
			t.Logf("%s: %s, cost %v", in.Name(), r.Termination, r.Cost)
		}
	}
	slices.Sort(times)
	at := func(share float64) time.Duration {
		return times[int(share*float64(len(times)-1))].Round(100 * time.Microsecond)
	}
	t.Logf("%s: %d of %d proven; median %v, p95 %v, p99 %v, longest %v", test, proven, len(all), at(0.5), at(0.95), at(0.99), at(1))
}

// random returns random instances.
func random(t *testing.T, kind string, n, count int) (all []*tsp.Instance) {
	t.Helper()
	shape := tsp.Shape(kind)
	if kind == "path" {
		shape = tsp.Uniform
	}
	for seed := range uint64(count) {
		in, err := tsp.Generate(shape, n, seed)
		if err == nil && kind == "path" {
			in, err = in.Path(-1, -1)
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, in)
	}
	return all
}

// smallTSPLIB returns the instances of TSPLIB with 17 to 100 cities. The cities are in reverse
// order, so that the published optima are unknown.
func smallTSPLIB(t *testing.T) (all []*tsp.Instance) {
	t.Helper()
	for _, pattern := range []string{"tsplib/*.tsp", "atsp/*.atsp"} {
		files, err := filepath.Glob(filepath.Join(testkit.Data(t), filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			in, err := format.ReadFile(path, format.Options{MaxCities: 100})
			if err != nil || in.N() < 17 {
				continue
			}
			order := tsp.Identity(in.N())
			slices.Reverse(order)
			all = append(all, in.Pick(order))
		}
	}
	return all
}
