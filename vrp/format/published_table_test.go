package format

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

var update = flag.Bool("update", false, "rewrite the table of published costs")

// shorter lists costs that are less than those of the published solutions in the data.
var shorter = map[string]float64{"CVRP/XXL/Flanders2": 4367291}

// The table of package vrp has the cost of every published solution.
func TestPublishedTable(t *testing.T) {
	var table strings.Builder
	n := 0
	for _, s := range sets {
		files, err := filepath.Glob(filepath.Join(published, s.folder, "*.sol"))
		if err != nil || len(files) == 0 {
			if os.Getenv(testkit.Require) != "" {
				t.Fatalf("%s: no solutions", s.folder)
			}
			t.Skipf("%s: no solutions", filepath.Join(published, s.folder))
		}
		for _, file := range files {
			in, want, err := solved(file)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			name := s.folder + "/" + strings.TrimSuffix(filepath.Base(file), ".sol")
			if v, ok := shorter[name]; ok && v < want {
				want = v
			}
			fmt.Fprintf(&table, "%s %d %s %v\n", name, in.N(), strings.TrimPrefix(in.Hash(), "sha256:")[:16], number(want))
			n++
			if got, ok := vrp.BestKnown(in); !*update && (!ok || math.Abs(got-want) > 1e-9*want) {
				t.Errorf("%s: %v, %v, want %v", name, got, ok, want)
			}
		}
	}
	if *update {
		testkit.WriteFile(t, "../published.txt", table.String())
	}
	if n != 448 {
		t.Errorf("%d solutions, expected 448", n)
	}
}

// number formats a cost without an exponent.
func number(v float64) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.6f", v), "0"), ".")
}

// solved reads an instance and the cost of its published solution.
func solved(file string) (*vrp.Instance, float64, error) {
	in, err := open(file[:len(file)-len(".sol")] + ".vrp")
	if err != nil {
		return nil, 0, err
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	p, _, err := ReadSolution(f, file, in)
	if err != nil {
		return nil, 0, err
	}
	return in, in.Cost(p), nil
}
