package catalog

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// someRules is a table with every feature of a table: sizes, budgets and parameters. Row ga
// represents an algorithm that needs time.
var someRules = rules{
	{cities: 16, algorithm: "exact", why: "exact is best"},
	{cities: 100, from: 2, symmetric: true, algorithm: "ga", params: map[string]string{"genes": "64"}, why: "many genes win"},
	{cities: 1000, from: 5, symmetric: true, algorithm: "ga", params: map[string]string{"genes": "32"}, why: "genes win"},
	{algorithm: "ils", why: "ils is best"},
}

func uniform(t *testing.T, n int) *tsp.Instance {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func open(t *testing.T, n int) *tsp.Instance {
	t.Helper()
	in, err := uniform(t, n).Path(-1, -1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func oneWay(t *testing.T, n int) *tsp.Instance {
	t.Helper()
	in, err := tsp.FromFunc(n, false, 1, func(i, j int) int64 { return int64(1 + (i-j+n)%n) })
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// stepped returns an asymmetric instance with only a few different distances.
func stepped(t *testing.T, n int) *tsp.Instance {
	t.Helper()
	in, err := tsp.FromFunc(n, false, 1, func(i, j int) int64 { return int64((i*i + 3*j) % 20) })
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// threads returns a budget of the given time on n threads.
func threads(n int, limit time.Duration) Budget { return Budget{Time: limit, Threads: n} }

func TestAutoPicksByTheTable(t *testing.T) {
	ms := time.Millisecond
	for _, c := range []struct {
		in    *tsp.Instance
		b     Budget
		given []string
		want  string
	}{
		{uniform(t, 16), threads(1, time.Hour), nil, "exact"},
		{open(t, 15), threads(1, time.Hour), nil, "exact"},
		{open(t, 16), threads(1, time.Hour), nil, "ga genes=64"},
		{oneWay(t, 16), threads(1, time.Hour), nil, "exact"},
		// Core-seconds per 1,000 cities.
		{uniform(t, 17), threads(1, 34*ms), nil, "ga genes=64"},
		{uniform(t, 17), threads(1, 33*ms), nil, "ils"},
		{uniform(t, 100), threads(1, 200*ms), nil, "ga genes=64"},
		{uniform(t, 100), threads(1, 199*ms), nil, "ils"},
		{uniform(t, 100), threads(2, 100*ms), nil, "ga genes=64"},
		{uniform(t, 100), threads(2, 99*ms), nil, "ils"},
		{uniform(t, 100), threads(0, 200*ms), nil, "ga genes=64"},
		{open(t, 100), threads(1, 500*ms), nil, "ga genes=32"},
		{uniform(t, 101), threads(1, 505*ms), nil, "ga genes=32"},
		{uniform(t, 101), threads(1, 504*ms), nil, "ils"},
		{uniform(t, 1000), threads(4, 1250*ms), nil, "ga genes=32"},
		{uniform(t, 1000), threads(4, 1249*ms), nil, "ils"},
		{uniform(t, 1001), threads(1, time.Hour), nil, "ils"},
		{oneWay(t, 100), threads(1, time.Hour), nil, "ils"},
		// No time limit, and a step limit with any time and number of threads.
		{uniform(t, 1000), Budget{Threads: 1}, nil, "ils"},
		{uniform(t, 1000), Budget{Steps: math.MaxInt, Time: time.Hour, Threads: 64}, nil, "ils"},
		// The device has work, unless the instance is tiny.
		{uniform(t, 16), Budget{Device: true}, nil, "exact"},
		{uniform(t, 1000), Budget{Time: time.Hour, Device: true}, nil, "ga genes=32"},
		// Given parameters.
		{uniform(t, 16), Budget{}, []string{"neighbours"}, "exact"},
		{uniform(t, 16), Budget{}, []string{"lanes"}, "ils"},
		{uniform(t, 100), Budget{}, []string{"lanes"}, "ils"},
		{uniform(t, 100), Budget{}, []string{"genes"}, "ga genes=32"},
		{uniform(t, 100), Budget{Steps: 1}, []string{"genes"}, "ga genes=32"},
		{uniform(t, 100), Budget{Steps: 1}, []string{"genes", "lanes"}, "ils"},
		{uniform(t, 16), Budget{}, []string{"nonsense"}, "ils"},
	} {
		if got := someRules.pick(c.in, c.b, c.given).String(); got != c.want {
			t.Errorf("%s: %s, want %s", occasion(c.in, c.b, c.given), got, c.want)
		}
	}
}

// If there is a device, auto prefers an algorithm that has work for it.
func TestAutoLooksForWorkForADevice(t *testing.T) {
	table := rules{{algorithm: "anneal", why: "it cools"}, {algorithm: "ils", why: "ils is best"}}
	for device, want := range map[bool]string{false: "anneal", true: "ils"} {
		if pick := table.pick(uniform(t, 100), Budget{Device: device}, nil); pick.Algorithm != want {
			t.Errorf("with a device %v: %s, want %s", device, pick.Algorithm, want)
		}
	}
}

func TestAutoSaysWhy(t *testing.T) {
	for _, c := range []struct {
		in    *tsp.Instance
		b     Budget
		given []string
		want  string
	}{
		{uniform(t, 12), threads(1, 500*time.Millisecond), nil, "12 cities with a limit of 0.5 s on 1 thread: exact is best"},
		{uniform(t, 1000), threads(2, 10*time.Second), nil, "1,000 cities with a limit of 10 s on 2 threads: genes win from 5 core-seconds per 1,000 cities"},
		{uniform(t, 1000), Budget{}, nil, "1,000 cities with no time limit: ils is best"},
		{uniform(t, 1000), Budget{Steps: 2000, Time: time.Second}, nil, "1,000 cities with a limit of 2,000 steps: ils is best"},
		{uniform(t, 1000), threads(8, 90*time.Minute), []string{"heat", "lanes"}, "1,000 cities with a limit of 1 h 30 min on 8 threads and heat, lanes set: ils is best"},
		{oneWay(t, 48), threads(2, time.Minute), nil, "48 cities (asymmetric) with a limit of 1 min on 2 threads: ils is best"},
	} {
		if got := someRules.pick(c.in, c.b, c.given).Why; got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestTheTableOfAutoInALine(t *testing.T) {
	table := append(rules{{symmetric: true, from: 1, algorithm: "ga"}, {cities: 2000, from: 0.5, algorithm: "ga"}}, someRules...)
	want := []string{
		"ga for any number of cities, symmetric only, from 1 core-second per 1,000 cities",
		"ga for up to 2,000 cities (a path counts as one more) from 0.5 core-seconds per 1,000 cities",
		"exact for up to 16 cities (a path counts as one more)",
		"ga with genes=64 for up to 100 cities (a path counts as one more), symmetric only, from 2 core-seconds per 1,000 cities",
		"ga with genes=32 for up to 1,000 cities (a path counts as one more), symmetric only, from 5 core-seconds per 1,000 cities",
		"ils for all others",
	}
	if got := table.String(); got != strings.Join(want, "; ") {
		t.Error(got)
	}
}

// AutoTour picks these algorithms with the current rules.
func TestAutoTour(t *testing.T) {
	const (
		tiny    = "dynamic programming proves the optimum for up to 16 cities"
		proof   = "branch and bound usually proves the optimum from "
		each    = " core-seconds per 1,000 cities"
		small   = "Lin-Kernighan moves and kicks work best for small instances"
		middle  = "Lin-Kernighan tours recombined by edge assembly give the best results from 0.25 core-seconds per 1,000 cities"
		few     = "a few thorough Lin-Kernighan tours recombined by edge assembly give the best results from 0.15 core-seconds per 1,000 cities"
		fewer   = "a few thorough Lin-Kernighan tours recombined by edge assembly give the best results from 0.11 core-seconds per 1,000 cities"
		rest    = "Lin-Kernighan moves and kicks work best for short runs and for large or asymmetric instances"
		oneWays = "edge assembly gives the best results for asymmetric instances from 2 core-seconds per 1,000 cities"
	)
	for _, c := range []struct {
		in        *tsp.Instance
		b         Budget
		want, why string
	}{
		{uniform(t, 5), threads(2, 10*time.Second), "exact", tiny},
		{uniform(t, 16), threads(2, 10*time.Second), "exact", tiny},
		{open(t, 15), threads(2, 10*time.Second), "exact", tiny},
		{open(t, 16), threads(2, 10*time.Second), "exact", proof + "10" + each},
		{uniform(t, 17), threads(2, 60*time.Millisecond), "exact", proof + "3" + each},
		{uniform(t, 17), threads(1, 50*time.Millisecond), "ils", small},
		{uniform(t, 17), Budget{Steps: 100}, "ils", small},
		{open(t, 59), threads(1, 180*time.Millisecond), "exact", proof + "3" + each},
		{open(t, 99), threads(2, time.Second), "exact", proof + "10" + each},
		{open(t, 99), threads(1, 900*time.Millisecond), "ils", small},
		{open(t, 100), threads(2, 10*time.Second), "ils", small},
		{uniform(t, 499), threads(2, 10*time.Second), "ils", small},
		{uniform(t, 500), threads(2, 10*time.Second), "eax", middle},
		{uniform(t, 5000), threads(2, 10*time.Second), "eax", middle},
		{uniform(t, 5000), threads(2, time.Second), "eax", middle},
		{uniform(t, 5000), threads(1, 1250*time.Millisecond), "eax", middle},
		{uniform(t, 5000), threads(1, 1249*time.Millisecond), "eax descent=thorough share=0.5", few},
		{uniform(t, 5000), threads(1, 750*time.Millisecond), "eax descent=thorough share=0.5", few},
		{uniform(t, 5000), threads(1, 749*time.Millisecond), "eax descent=thorough share=0.5", fewer},
		{uniform(t, 5000), threads(1, 550*time.Millisecond), "eax descent=thorough share=0.5", fewer},
		{uniform(t, 5000), threads(1, 549*time.Millisecond), "ils", rest},
		{uniform(t, 90_000), threads(1, 10*time.Second), "eax descent=thorough share=0.5", fewer},
		{uniform(t, 90_001), threads(1, 10*time.Second), "ils", rest},
		{uniform(t, 5000), Budget{Steps: 1 << 30, Threads: 2}, "ils", rest},
		{uniform(t, 5000), Budget{Threads: 2}, "ils", rest},
		{oneWay(t, 30), threads(2, 100*time.Millisecond), "exact", proof + "5" + each},
		{oneWay(t, 40), threads(2, time.Second), "exact", proof + "50" + each},
		{oneWay(t, 40), threads(2, 900*time.Millisecond), "eax", oneWays},
		{oneWay(t, 41), threads(2, 10*time.Second), "eax", oneWays},
		{oneWay(t, 50), Budget{Steps: 100}, "ils", small},
		{oneWay(t, 500), threads(1, time.Second), "eax", oneWays},
		{oneWay(t, 500), threads(1, 999*time.Millisecond), "ils", rest},
		{oneWay(t, 501), threads(1, time.Minute), "ils", rest},
		{stepped(t, 300), threads(2, 10*time.Second), "ils", small},
	} {
		pick := AutoTour(c.in, c.b, nil)
		if pick.String() != c.want || !strings.HasSuffix(pick.Why, ": "+c.why) {
			t.Errorf("%s of %d, %v: %+v", c.in.Name(), c.in.N(), c.b, pick)
		}
	}
}

// The table is sound: its rows exist and have the parameters, and only the last rule applies to
// every instance and budget.
func TestTheTableOfAutoIsSound(t *testing.T) {
	for i, r := range tourRules() {
		row, err := Find(Of(Tours), r.algorithm)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, n := range []int{max(r.cities, 1000), 20_000, 1_000_000} {
			group := row.Params(Size{N: n})
			if err := errors.Join(params.Set(group, r.params), params.Set(group, r.device)); err != nil {
				t.Errorf("%s: %v", r, err)
			}
			for _, p := range group {
				if p, ok := p.(interface{ OnEngine() bool }); ok && row.OnDevices() && !p.OnEngine() {
					t.Errorf("%s: a device has nothing to do on %d cities", r, n)
				}
			}
		}
		if r.why == "" || row.Most > 0 && (r.cities == 0 || r.cities > row.Most) {
			t.Errorf("%s: %+v", r, r)
		}
		if all := r.cities == 0 && r.from == 0 && !r.symmetric; all != (i == len(tourRules())-1) {
			t.Errorf("rule %d: %s", i+1, r)
		}
	}
}

// String returns the algorithm with the parameters that auto sets.
func (p Pick) String() string {
	text := p.Algorithm
	for _, name := range slices.Sorted(maps.Keys(p.Params)) {
		text += " " + name + "=" + p.Params[name]
	}
	return text
}
