package cli

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// Every algorithm for every problem produces the same result if it is killed repeatedly and resumed
// with a different number of threads and on a different engine. TOURMALINE_KILLS=50 sets the number
// of kills per pair (make resume).
func TestKilledAndResumedIsUnbroken(t *testing.T) {
	kills := 2
	if text := os.Getenv("TOURMALINE_KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	dir, binary := t.TempDir(), tourmalineBinary(t)
	total := 0
	for _, pair := range resumePairs(t, dir, max(1, kills/12)) {
		t.Run(pair.name, func(t *testing.T) {
			total += pair.check(t, binary, kills)
		})
	}
	t.Logf("%d kills", total)
}

// A pair is a problem and an algorithm, with the arguments of the command that solves it.
type pair struct {
	name    string
	args    []string
	engines []string // engines that the rounds alternate between
}

// tourmalineBinary builds the real command and returns its path.
func tourmalineBinary(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tourmaline")
	if out, err := exec.Command("go", "build", "-o", path, "../../cmd/tourmaline").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// resumePairs returns a pair for every offered algorithm, on instances whose searches take some
// tenths of a second. long multiplies the number of steps.
func resumePairs(t *testing.T, dir string, long int) []pair {
	t.Helper()
	instances := map[string][]string{
		"tsp":        {filepath.Join(dir, "cities.tsp")},
		"qap":        {filepath.Join(dir, "office.dat")},
		"perceptron": {filepath.Join(dir, "signs.ppp")},
		"maxcut":     {filepath.Join(dir, "graph.mc")},
		"colouring":  {filepath.Join(dir, "graph.col")},
		"vehicles":   {filepath.Join(dir, "depot.vrp")},
		"function":   {"--problem", "rastrigin", "--dim", "6"},
	}
	few, many := filepath.Join(dir, "few.tsp"), filepath.Join(dir, "many.tsp")
	mustRun(t, "generate", "clustered", "400", "-o", instances["tsp"][0])
	mustRun(t, "generate", "uniform", "15", "-o", few)
	mustRun(t, "generate", "uniform", "30000", "-o", many)
	mustRun(t, "generate", "perceptron", "--rows", "71", "--cols", "83", "-o", instances["perceptron"][0])
	mustRun(t, "generate", "colouring", "80", "--edges", "900", "--colours", "6", "-o", instances["colouring"][0])
	testkit.WriteFile(t, instances["qap"][0], qapText(24))
	testkit.WriteFile(t, instances["maxcut"][0], graphText(60))
	testkit.WriteFile(t, instances["vehicles"][0], vehiclesText(200))
	device := cltest.Present(t)
	var all []pair
	for _, o := range problems.Offers() {
		p := pair{name: o.Problem + "/" + o.Name, engines: []string{"cpu"}}
		p.args = append(slices.Clone(instances[o.Problem]), "-a", o.Name, "--seed", "7", "--max-steps", fmt.Sprint(long*steps(o)))
		p.args = append(p.args, shortSteps(o)...)
		if device && slices.Contains(o.Engines, "opencl") {
			p.engines = append(p.engines, "opencl")
		}
		switch o.Name {
		case "exact":
			p.args[0] = few
		case "descent", "greedy", "nearest", "curve":
			p.args[0] = many
		}
		all = append(all, p)
	}
	return all
}

// steps returns a number of steps that makes a search long enough to be killed.
func steps(o problems.Offer) int {
	switch {
	case o.Problem == "perceptron" && o.Name == "anneal":
		return 1000
	case o.Name == "anneal":
		return 3000
	case o.Problem == "function":
		return 2500
	case o.Name == "islands":
		return 40
	case o.Problem == "perceptron":
		return 120
	case o.Problem != "tsp":
		return 1000
	case slices.Contains([]string{"ga", "ls13", "mmas20", "acs", "acs-alt", "acs16-alt", "acs-spm", "acs16-spm"}, o.Name):
		return 30
	}
	return 150
}

// shortSteps returns parameters that limit the number of ants and genes, give devices enough work,
// and make islands differ.
func shortSteps(o problems.Offer) []string {
	var args []string
	for _, p := range o.Params {
		switch p.Name {
		case "ants":
			args = append(args, "-p", "ants=16")
		case "genes":
			args = append(args, "-p", "genes=16")
		case "sweeps":
			if o.Name == "descent" {
				args = append(args, "-p", "sweeps=2")
			}
		case "members":
			members := "members=tabu,climb:2,anneal"
			if o.Problem == "tsp" {
				members = "members=ils:2,faco,ga"
			}
			args = append(args, "-p", members, "-p", "period=3")
		case "improvement":
			args = append(args, "-p", "improvement=best")
		case "neighbours":
			if o.Problem == "function" {
				args = append(args, "-p", "neighbours=300")
			}
		}
	}
	return args
}

// check compares a killed run with an uninterrupted one, and returns the number of kills.
func (p pair) check(t *testing.T, binary string, kills int) int {
	want, err := exec.Command(binary, append([]string{"solve", "--format", "json", "-q", "-j", "2"}, p.args...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "search.checkpoint")
	got, killed := testkit.KillAndResume(t, testkit.KillPlan{
		Binary: binary, Checkpoint: file, Kills: kills, Least: 10 * time.Millisecond, Spread: 150 * time.Millisecond,
		Limit: time.Duration(kills+2) * 30 * time.Second, Seed: uint64(len(p.name) + kills),
		Args: func(resume bool, round int) []string {
			args := append([]string{"solve", "--format", "json", "-q", "--checkpoint", file, "--checkpoint-every", "5ms"}, p.args...)
			args = append(args, "-j", fmt.Sprint(1+round%3), "--engine", p.engines[round%len(p.engines)])
			if resume {
				args = append(args, "--resume")
			}
			return args
		},
	})
	if err := testkit.SameResult(got, want); err != nil {
		t.Errorf("after %d kills: %v", killed, err)
	}
	return killed
}

// mustRun runs the command in this process.
func mustRun(t *testing.T, args ...string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Main(args, &out, &errs); code != exitOK {
		t.Fatalf("%v: exit code %d: %s", args, code, errs.String())
	}
}

// vehiclesText returns a VRPLIB file with stops on a spiral around the depot.
func vehiclesText(stops int) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "NAME : spiral\nTYPE : CVRP\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 20\nNODE_COORD_SECTION\n1 0 0\n")
	for s := range stops {
		angle := float64(s) * 2.4
		fmt.Fprintf(&b, "%d %.0f %.0f\n", s+2, 30*float64(s+1)*math.Cos(angle), 30*float64(s+1)*math.Sin(angle))
	}
	fmt.Fprintf(&b, "DEMAND_SECTION\n1 0\n")
	for s := range stops {
		fmt.Fprintf(&b, "%d %d\n", s+2, 1+s%5)
	}
	return b.String() + "DEPOT_SECTION\n1\n-1\nEOF\n"
}

// qapText returns an assignment problem of size n.
func qapText(n int) string {
	var b bytes.Buffer
	fmt.Fprintln(&b, n)
	for m := range 2 {
		for i := range n {
			for j := range n {
				low, high := min(i, j), max(i, j)
				fmt.Fprintf(&b, "%d ", (high-low)*(7*low+3*high+5*m)%23)
			}
			fmt.Fprintln(&b)
		}
	}
	return b.String()
}

// graphText returns a graph with n vertices.
func graphText(n int) string {
	var lines bytes.Buffer
	edges := 0
	for i := 1; i <= n; i++ {
		for j := i + 1; j <= n; j++ {
			if (i*j+i+j)%5 == 0 {
				fmt.Fprintln(&lines, i, j, 1+(i*7+j*3)%9-4)
				edges++
			}
		}
	}
	return fmt.Sprintln(n, edges) + lines.String()
}
