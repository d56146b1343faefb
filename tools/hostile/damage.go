package main

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/tools/hostile/referee"
)

// tokens replace or join what is in a file.
var tokens = []string{
	"-1", "0", "1e999", "NaN", "Inf", "-0", "99999999999999999999", "4294967296", "1e308", "0x10", "[[[[[[[[", "{}", "null", "\"", "\x00", "\xff\xfe", "\n", "\r",
	"EOF", "DIMENSION: 99999999", "DIMENSION: -5", "EDGE_WEIGHT_TYPE: GEO", "NODE_COORD_SECTION", ",", ";", "\t", strings.Repeat("9", 400), strings.Repeat(" ", 5000),
}

// damage returns a changed copy of a file.
func (a *attempt) damage(text []byte) []byte {
	text = bytes.Clone(text)
	for range 1 + a.IntN(3) {
		if len(text) == 0 {
			return text
		}
		from := a.IntN(len(text))
		to := min(len(text), from+1+a.IntN(1+a.IntN(40)))
		switch a.IntN(8) {
		case 0: // other bits
			text[from] ^= 1 << a.IntN(8)
		case 1: // a part is missing
			text = append(text[:from:from], text[to:]...)
		case 2: // the end is missing
			text = text[:from]
		case 3: // a part twice
			text = append(text[:to:to], text[from:]...)
		case 4: // a token is inserted
			text = append(text[:from:from], choose(a, tokens...)+string(text[from:])...)
		case 5: // a number or word is replaced
			text = append(text[:from:from], choose(a, tokens...)+string(text[to:])...)
		case 6: // two lines change places
			lines := bytes.SplitAfter(text, []byte("\n"))
			i, j := a.IntN(len(lines)), a.IntN(len(lines))
			lines[i], lines[j] = lines[j], lines[i]
			text = bytes.Join(lines, nil)
		case 7: // random bytes
			for i := from; i < to; i++ {
				text[i] = byte(a.IntN(256))
			}
		}
	}
	return text
}

// reading is the time in which a small file must be read or rejected.
const reading = 3 * time.Second

// careful runs a command on a damaged file: it ends soon, and takes little memory.
func (a *attempt) careful(args ...string) outcome {
	o := a.do(args...)
	a.within(o, reading)
	a.small(o)
	if o.code != 0 {
		a.tally.refused++
	}
	return o
}

// example returns a small file of any format, and its name.
func (a *attempt) example() (name string, text []byte) {
	switch a.IntN(10) {
	case 0, 1, 2:
		in := a.instance(a.size(60))
		return "x.tsp", a.tsplib(in)
	case 3:
		name := choose(a, a.assignment, a.cut, a.colouring, a.perceptron)().args[0]
		return name, a.read(name)
	case 4:
		return a.generated("x.drl", "generate", "drilling", "60")
	case 5:
		return "x.csv", a.table()
	case 6:
		return a.generated("x."+choose(a, "csv", "geojson", "json", "npy", "tsp.gz", "csv.zst"), "generate", "uniform", "30")
	case 7:
		return "matrix.csv", a.square(1 + a.IntN(12))
	case 8:
		return "osrm.json", a.osrm(1 + a.IntN(12))
	default:
		in := a.instance(2 + a.IntN(60))
		in.Fixed = nil
		return "x.tsp", a.tsplib(in)
	}
}

// generated returns a file that the command generates.
func (a *attempt) generated(name string, args ...string) (string, []byte) {
	a.expect(a.do(append(args, "--seed", fmt.Sprint(a.IntN(1000)), "-o", name)...), 0)
	return name, a.read(name)
}

// table returns a CSV file of places.
func (a *attempt) table() []byte {
	var text bytes.Buffer
	separator := choose(a, ",", ";", "\t")
	fmt.Fprintln(&text, strings.Join([]string{"name", "lat", "lon"}, separator))
	for i := range 1 + a.IntN(40) {
		fmt.Fprintf(&text, "Stop %d%s%.5f%s%.5f\n", i, separator, a.Float64()*180-90, separator, a.Float64()*360-180)
	}
	return text.Bytes()
}

// square returns a distance matrix as CSV.
func (a *attempt) square(n int) []byte {
	var text bytes.Buffer
	for range n {
		for j := range n {
			if j > 0 {
				text.WriteString(",")
			}
			fmt.Fprintf(&text, "%.*f", a.IntN(4), a.Float64()*1000)
		}
		fmt.Fprintln(&text)
	}
	return text.Bytes()
}

// osrm returns an OSRM table.
func (a *attempt) osrm(n int) []byte {
	var rows []string
	for range n {
		row := make([]string, n)
		for j := range row {
			row[j] = fmt.Sprintf("%.1f", a.Float64()*5000)
		}
		rows = append(rows, "["+strings.Join(row, ",")+"]")
	}
	return []byte(`{"code":"Ok","durations":[` + strings.Join(rows, ",") + `]}`)
}

// damagedInstances reads a damaged instance by several commands.
func damagedInstances(a *attempt) {
	name, text := a.example()
	text = a.damage(text)
	file := a.write("damaged-"+name, text)
	out := "out.json"
	o := a.careful("solve", file, "-t", "200ms", "-q", "--format", "json", "-o", out)
	switch {
	case !a.expect(o, 0, 2, 3) || o.code != 0:
	case strings.HasSuffix(name, ".drl"):
	default:
		if a.expect(a.careful("check", file, out), 0) {
			a.tally.solved++
		}
		if in, ok := referee.Read(string(text)); ok && name == "x.tsp" {
			if r, ok := a.result(outcome{args: o.args, stdout: string(a.read("out.json"))}); ok {
				a.tour(o, in, r)
			}
		}
	}
	switch a.IntN(3) {
	case 0:
		a.expect(a.careful("info", file), 0, 2, 3)
	case 1:
		a.expect(a.careful("convert", file, "out."+choose(a, "tsp", "csv", "json", "npy")), 0, 2, 3)
	case 2:
		a.expect(a.careful("plot", file, "-o", "out.svg"), 0, 2, 3)
	}
}

// damagedSolutions reads a damaged tour or result.
func damagedSolutions(a *attempt) {
	in := a.instance(1 + a.IntN(40))
	file := a.write("x.tsp", a.tsplib(in))
	name := "out." + choose(a, "tour", "csv", "geojson", "json", "gpx")
	if a.refused(a.do("solve", file, "-t", "100ms", "-q", "-o", name), 2) {
		return
	}
	damaged := a.write("damaged-"+name, a.damage(a.read(name)))
	a.expect(a.careful("check", file, damaged), 0, 3, 6)
	switch a.IntN(3) {
	case 0:
		a.expect(a.careful("plot", file, damaged, "-o", "out.svg"), 0, 3, 6)
	case 1:
		a.expect(a.careful("plot", "--convergence", damaged, "-o", "out.svg"), 0, 2, 3)
	case 2:
		o := a.careful("solve", file, "--init", damaged, "-t", "100ms", "-q", "--format", "json")
		if a.expect(o, 0, 3, 6) && o.code == 0 {
			if r, ok := a.result(o); ok {
				a.tour(o, in, r)
			}
		}
	}
}

// damagedCheckpoints resumes from a damaged checkpoint. The command rejects it, or starts again.
func damagedCheckpoints(a *attempt) {
	in := a.instance(5 + a.IntN(60))
	file := a.write("x.tsp", a.tsplib(in))
	by := a.algorithm("tsp")
	args := []string{"solve", file, "-a", by.Name, "-t", "2s", "--checkpoint", "checkpoint", "--format", "json", "-q"}
	if a.refused(a.do(append(args, "--max-steps", "5")...), 2) {
		return
	}
	a.write("checkpoint", a.damage(a.read("checkpoint")))
	o := a.careful(append(args, "--max-steps", "8", "--resume")...)
	if a.expect(o, 0, 2, 3) && o.code == 0 {
		if r, ok := a.result(o); ok {
			a.tour(o, in, r)
		}
	}
}

// damagedExperiments reads damaged plans, records and configurations.
func damagedExperiments(a *attempt) {
	_, text := a.generated("x.tsp", "generate", "uniform", "20")
	a.write("x.tsp", text)
	plan := `title = "p"
instances = ["x.tsp"]
runs = 2
steps = 3
threads = [1, 2]

[[contestant]]
algorithm = "ils"
params = {kicks = 3}

[[contestant]]
name = "short"
algorithm = "greedy"
`
	switch a.IntN(3) {
	case 0:
		a.expect(a.careful("bench", a.write("plan.toml", a.damage([]byte(plan))), "--dry-run"), 0, 2, 3)
	case 1:
		if !a.expect(a.do("bench", a.write("plan.toml", []byte(plan)), "-o", "log.ndjson"), 0) {
			return
		}
		a.expect(a.careful("compare", a.write("damaged.ndjson", a.damage(a.read("log.ndjson")))), 0, 2, 3)
	case 2:
		config := `{"algorithm": "ils", "max-steps": 10, "seed": 3, "param": ["kicks=3"], "quiet": true}`
		a.expect(a.careful("solve", "x.tsp", "-t", "100ms", "--config", a.write("config.json", a.damage([]byte(config)))), 0, 2, 3)
	}
}
