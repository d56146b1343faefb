package main

import (
	"encoding/json"
	"strings"
)

// outputs writes a tour in any format, which check must accept, and with a false cost reject.
func outputs(a *attempt) {
	in := a.instance(a.size(400))
	file := a.write("x.tsp", a.tsplib(in))
	output := "out." + choose(a, "tour", "csv", "geojson", "json", "gpx")
	o := a.do("solve", file, "-t", "200ms", "-q", "-o", output, "--plot", "out."+choose(a, "svg", "png"))
	if a.refused(o, 2, 3) { // 3: a matrix cannot be drawn
		return
	}
	if o := a.do("check", file, output); a.expect(o, 0) {
		a.tally.solved++
	}
	a.do("plot", file, output, "-o", "again.svg")
	if strings.HasSuffix(output, ".json") {
		text := string(a.read("out.json"))
		at := strings.Index(text, `"cost":`) + len(`"cost":`)
		wrong := a.write("wrong.json", []byte(text[:at]+"1"+text[at:]))
		a.expect(a.do("check", file, wrong), 6)
	}
}

// conversions converts an instance to another format. If the command does not object, the same tour
// must have the same cost.
func conversions(a *attempt) {
	in := a.instance(a.size(300))
	file := a.write("x.tsp", a.tsplib(in))
	format := choose(a, "csv", "geojson", "json", "gpx", "npy", "tsp")
	to := "y." + format + choose(a, "", "", ".gz", ".zst")
	if a.refused(a.do("convert", file, to), 2) {
		return
	}
	in.Fixed = nil
	tour := a.Perm(in.N())
	cost, err := in.Cost(tour)
	if err != nil {
		a.found("%v", err)
	}
	list := a.write("some.tour", tourFile(tour))
	for _, file := range []string{file, to} {
		o := a.do("check", file, list, "--format", "json")
		var checked struct{ Cost float64 }
		if o.code == 6 && strings.Contains(o.stderr, "fixed") {
			return
		}
		if !a.expect(o, 0) {
			return
		}
		if err := json.Unmarshal([]byte(o.stdout), &checked); err != nil || checked.Cost != float64(cost) {
			a.found("cost %v instead of %d: %s: %v", checked.Cost, cost, o, err)
			return
		}
		a.tally.solved++
	}
}
