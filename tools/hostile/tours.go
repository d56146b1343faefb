package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/tools/hostile/referee"
)

// A result is what the referee needs of the JSON that solve writes.
type result struct {
	Cost        float64
	LowerBound  *float64 `json:"lower_bound"`
	Termination string
	Steps       int
	Tour        []int // numbered from 1
	Solution    []float64
	Trace       []struct{ Cost float64 }
}

// tours solves an instance by any algorithm with any allowed parameters.
func tours(a *attempt) {
	n := a.size(3000)
	if a.chance(0.02) {
		n = 20_000 + a.IntN(30_000)
	}
	in := a.instance(n)
	file := a.write("x.tsp", a.tsplib(in))
	algorithm := a.algorithm("tsp")
	parameters, invalid := a.extremes(algorithm)
	args, limit := a.limits([]string{"solve", file, "-a", algorithm.Name})
	args = append(args, parameters...)
	args = append(args, a.route(&in)...)
	args, start := a.initial(args, in)
	o := a.do(append(args, "--format", "json", "-q")...)
	if limit > 0 {
		a.within(o, limit)
	}
	if invalid {
		a.expect(o, 2)
	}
	if r, ok := a.result(o); ok {
		a.tour(o, in, r)
		if start != nil {
			a.noWorse(o, in, r, start)
		}
	}
}

// limits adds a seed, a number of threads and limits, and returns the limit of time.
func (a *attempt) limits(args []string) ([]string, time.Duration) {
	args = append(args, "--seed", strconv.FormatUint(a.Uint64(), 10), "-j", strconv.Itoa(1+a.IntN(3)))
	limit := time.Duration(50+a.IntN(700)) * time.Millisecond
	args = append(args, "-t", limit.String())
	if a.chance(0.4) {
		args = append(args, "--max-steps", strconv.Itoa(a.IntN(100)))
	}
	if a.chance(0.1) {
		args = append(args, "--no-improvement", "100ms")
	}
	return args, limit
}

// route sometimes adds flags that change the route.
func (a *attempt) route(in *referee.Instance) (flags []string) {
	n := in.N()
	if a.chance(0.15) {
		in.Route.Start = a.IntN(n)
		flags = append(flags, "--start", strconv.Itoa(in.Route.Start+1))
	}
	if a.chance(0.1) {
		in.Route.Open = true
		flags = append(flags, "--open")
	}
	if a.chance(0.1) && n > 1 {
		in.Route.End = a.IntN(n)
		in.Route.Open = in.Route.End != in.Route.Start // otherwise a round trip
		flags = append(flags, "--end", strconv.Itoa(in.Route.End+1))
	}
	return flags
}

// initial sometimes adds a random tour to start from.
func (a *attempt) initial(args []string, in referee.Instance) ([]string, []int) {
	if in.N() > 1000 || len(in.Fixed) > 0 || in.Route != (referee.Route{Start: -1, End: -1, Open: in.Route.Open}) || !a.chance(0.1) {
		return args, nil
	}
	tour := a.Perm(in.N())
	return append(args, "--init", a.write("start.tour", tourFile(tour))), tour
}

// tourFile returns a tour as TSPLIB writes it.
func tourFile(tour []int) []byte {
	var text strings.Builder
	fmt.Fprintf(&text, "NAME: x\nTYPE: TOUR\nDIMENSION: %d\nTOUR_SECTION\n", len(tour))
	for _, city := range tour {
		fmt.Fprintln(&text, city+1)
	}
	text.WriteString("-1\nEOF\n")
	return []byte(text.String())
}

// result returns the result of a search, or false if it was refused.
func (a *attempt) result(o outcome) (r result, ok bool) {
	if a.refused(o, 2) {
		return r, false
	}
	if err := json.Unmarshal([]byte(o.stdout), &r); err != nil {
		a.found("the output is not JSON: %s: %v", o, err)
		return r, false
	}
	return r, true
}

// tour judges a result.
func (a *attempt) tour(o outcome, in referee.Instance, r result) {
	tour := slices.Clone(r.Tour)
	for i := range tour {
		tour[i]--
	}
	cost, err := in.Cost(tour)
	if err != nil {
		a.found("not a tour: %s: %v", o, err)
		return
	}
	a.cost(o, r, float64(cost))
	if proven(r) && in.N() <= referee.MostProvable && len(in.Fixed) == 0 {
		if best := in.Optimum(); cost != best {
			a.found("false proof: cost %d, the optimum is %d: %s", cost, best, o)
		}
	}
}

// proven reports whether a result claims to be optimal.
func proven(r result) bool {
	return r.Termination == "optimal" || (r.LowerBound != nil && *r.LowerBound == r.Cost)
}

// cost compares a cost with the referee's, and with the rest of the result.
func (a *attempt) cost(o outcome, r result, cost float64) {
	if r.Cost != cost {
		a.found("false cost %v, expected %v: %s", r.Cost, cost, o)
		return
	}
	if r.LowerBound != nil && *r.LowerBound > r.Cost {
		a.found("cost %v below the lower bound %v: %s", r.Cost, *r.LowerBound, o)
	}
	for i := range r.Trace {
		if i > 0 && r.Trace[i].Cost >= r.Trace[i-1].Cost {
			a.found("the trace rises from %v to %v: %s", r.Trace[i-1].Cost, r.Trace[i].Cost, o)
			return
		}
	}
	if last := len(r.Trace) - 1; last >= 0 && r.Trace[last].Cost != r.Cost {
		a.found("the trace ends with %v, the cost is %v: %s", r.Trace[last].Cost, r.Cost, o)
		return
	}
	a.tally.solved++
}

// noWorse checks that a result is no worse than the tour that the search started from.
func (a *attempt) noWorse(o outcome, in referee.Instance, r result, start []int) {
	cost, err := in.Cost(start)
	if err != nil {
		a.found("%v", err)
	} else if r.Cost > float64(cost) {
		a.found("cost %v, worse than the start tour of cost %d: %s", r.Cost, cost, o)
	}
}

// claims compares proven results of small instances with the optimum.
func claims(a *attempt) {
	in := a.instance(1 + a.IntN(referee.MostProvable))
	in.Fixed = nil
	file := a.write("x.tsp", a.tsplib(in))
	args := append([]string{"solve", file, "-t", "5s", "--format", "json", "-q"}, a.route(&in)...)
	if a.chance(0.5) {
		args = append(args, "-a", "exact")
	}
	o := a.do(args...)
	if r, ok := a.result(o); ok {
		if !proven(r) {
			a.found("not proven: %s", o)
		}
		a.tour(o, in, r)
	}
}

// threads compares results of the same search with different numbers of threads.
func threads(a *attempt) {
	a.compare(a.algorithm("tsp"), a.size(1500), []string{"-j", "1"}, []string{"-j", strconv.Itoa(2 + a.IntN(3))})
}

// compareEngines compares the results of a device with those of the CPU.
func compareEngines(a *attempt) {
	for {
		if algorithm := a.algorithm("tsp"); slices.Contains(algorithm.Engines, "opencl") {
			a.compare(algorithm, a.size(300), []string{"--engine", "cpu"}, []string{"--engine", "opencl"})
			return
		}
	}
}

// compare runs the same steps in two ways, which must give the same tour.
func (a *attempt) compare(by algorithm, n int, flags, others []string) {
	in := a.instance(n)
	file := a.write("x.tsp", a.tsplib(in))
	args := []string{"solve", file, "-a", by.Name, "--seed", strconv.Itoa(a.IntN(1000)), "--max-steps", strconv.Itoa(a.IntN(30)), "-t", "20s", "--format", "json", "-q"}
	args = append(args, a.modest(by)...)
	one, other := a.do(slices.Concat(args, flags)...), a.do(slices.Concat(args, others)...)
	r, ok := a.result(one)
	if ok && slices.Contains(others, "opencl") && a.refused(other, 2, 4) { // not every search has kernels
		return
	}
	s, also := a.result(other)
	if ok != also {
		a.found("exit codes %d and %d: %s", one.code, other.code, other)
	}
	if !ok || !also {
		return
	}
	a.tour(one, in, r)
	a.tour(other, in, s)
	if r.Termination != "time" && s.Termination != "time" && !reflect.DeepEqual(r.Tour, s.Tour) {
		a.found("different tours of costs %v and %v: %s", r.Cost, s.Cost, other)
	}
}
