package format

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

const published = "../../../shared/data/vrp"

// set describes a folder of instances with published solutions.
type set struct {
	folder string
	count  int     // number of instances with solutions
	stated float64 // number of units in which files state costs, in one unit of Cost
}

var sets = []set{
	{"CVRP", 100, 1}, {"CVRP/XXL", 10, 1}, {"VRPTW", 60, 1}, {"PCVRPTW", 60, 10},
	{"MDVRPTW", 28, 1000}, {"HFVRP", 100, 1}, {"VRPB", 90, 1},
}

// The cost of every published solution is the stated one, and each solution keeps all limits.
func TestPublishedCosts(t *testing.T) {
	for _, s := range sets {
		files, err := filepath.Glob(filepath.Join(published, s.folder, "*.sol"))
		if err != nil || len(files) == 0 {
			if os.Getenv(testkit.Require) != "" {
				t.Fatalf("%s: no solutions", s.folder)
			}
			t.Skipf("%s: no solutions", filepath.Join(published, s.folder))
		}
		exact := 0
		for _, file := range files {
			if err := s.check(file); err != nil {
				t.Errorf("%s: %v", file, err)
			} else {
				exact++
			}
		}
		if exact != s.count {
			t.Errorf("%s: %d costs are exact, expected %d", s.folder, exact, s.count)
		}
	}
}

func (s set) check(file string) error {
	in, err := open(file[:len(file)-len(".sol")] + ".vrp")
	if err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	p, stated, err := ReadSolution(f, file, in)
	if err != nil {
		return err
	}
	if err := in.Check(p); err != nil {
		return err
	}
	cost := in.Cost(p) * s.stated
	switch {
	case s.folder != "HFVRP":
	case *stated > 1e8:
		cost *= 1e5 // some files of this folder state units
	default:
		// the others state costs without rounding of distances, with two decimals
		cost = unrounded(in, p)
		if math.Abs(cost-*stated) < 0.0051 {
			return nil
		}
	}
	if math.Abs(cost-*stated) > 1e-12*cost {
		return fmt.Errorf("the cost is %v, but the file states %v", cost, *stated)
	}
	return nil
}

// unrounded returns the cost of a plan without rounding of distances.
func unrounded(in *vrp.Instance, p vrp.Plan) (cost float64) {
	for kind, stops := range p.Routes() {
		v := in.Fleet[kind]
		at, length := in.Depots[v.Start].Place, 0.0
		for _, s := range append(slices.Clone(stops), -1) {
			to := in.Depots[v.End].Place
			if s >= 0 {
				to = in.Stops[s].Place
			}
			a, b := in.Points[at], in.Points[to]
			length += math.Hypot(a[0]-b[0], a[1]-b[1])
			at = to
		}
		cost += float64(v.Fixed)/1e5 + float64(v.PerDistance)/100*length
	}
	return cost
}

func open(path string) (*vrp.Instance, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadVRPLIB(f, path, Usual)
}

// The instances without published solutions can be read as well.
func TestItalyIsRead(t *testing.T) {
	for name, n := range map[string]int{"Valle-D-Aosta": 20_000, "Molise": 50_000} {
		in, err := open(filepath.Join(published, "Italy", name+".vrp"))
		if os.IsNotExist(err) && os.Getenv(testkit.Require) == "" {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains([]int{n, n - 1}, in.N()) {
			t.Errorf("%s: %d stops", name, in.N())
		}
	}
}
