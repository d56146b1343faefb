package main

import (
	"reflect"
	"slices"
	"strconv"
	"time"
)

// kills kills a search several times. A search that resumes from its checkpoint gives the result of
// a search that was never killed; an output is complete or absent.
func kills(a *attempt) {
	if a.chance(0.4) {
		a.killedOutput()
		return
	}
	in := a.instance(20 + a.IntN(800))
	file := a.write("x.tsp", a.tsplib(in))
	by := a.algorithm("tsp")
	args := []string{"solve", file, "-a", by.Name, "--seed", strconv.Itoa(a.IntN(1000)), "--max-steps", strconv.Itoa(20 + a.IntN(200)), "-t", "8s", "--format", "json", "-q"}
	args = append(args, a.modest(by)...)
	whole := a.do(args...)
	r, ok := a.result(whole)
	if !ok || r.Termination == "time" {
		return
	}
	a.tour(whole, in, r)
	again := append(slices.Clone(args), "--checkpoint", "checkpoint", "--checkpoint-every", "10ms", "--resume")
	for range 1 + a.IntN(4) {
		a.killed(time.Duration(1+a.Int64N(int64(max(whole.wall, 2*time.Millisecond)))), again...)
	}
	o := a.do(again...)
	s, ok := a.result(o)
	if !ok {
		a.found("not resumed: %s", o)
		return
	}
	a.tour(o, in, s)
	if s.Termination != "time" && !reflect.DeepEqual(r.Tour, s.Tour) {
		a.found("after kills, cost %v instead of %v: %s", s.Cost, r.Cost, o)
	}
}

// killedOutput kills a search while it writes its result.
func (a *attempt) killedOutput() {
	in := a.instance(a.size(3000))
	file := a.write("x.tsp", a.tsplib(in))
	output := "out." + choose(a, "tour", "json")
	a.killed(time.Duration(a.IntN(250_000))*time.Microsecond, "solve", file, "-a", "descent", "-t", "50ms", "-q", "-o", output)
	if a.exists(output) && a.expect(a.do("check", file, output), 0) {
		a.tally.solved++
	}
}
