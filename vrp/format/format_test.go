package format

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

const tiny = `NAME : tiny
TYPE : CVRP
DIMENSION : 4
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 2
NODE_COORD_SECTION
1 0 0
2 10 0
3 20 0
4 30 0
DEMAND_SECTION
1 0
2 1
3 1
4 1
DEPOT_SECTION
1
-1
EOF
`

const mixed = `NAME: mixed
TYPE: MDVRPTW
EDGE_WEIGHT_TYPE: EUC_2D
VEHICLES: 3
NODE_COORD_SECTION
1 0 0
2 9 0
3 10 0.5
4 20 0
DEMAND_SECTION
1 0
2 0
3 1
4 0
BACKHAUL_SECTION
1 0
2 0
3 0
4 2
PRIZE_SECTION
1 0
2 0
3 1.5
4 3
SERVICE_TIME_SECTION
1 0
2 0
3 5
4 5
TIME_WINDOW_SECTION
1 0 100
2 0 100
3 5 50
4 0 100
CAPACITY_SECTION
1 1
2 1
3 2
VEHICLES_FIXED_COST_SECTION
1 10
2 10
3 0
VEHICLES_UNIT_DISTANCE_COST_SECTION
1 100
2 100
3 200
VEHICLES_DEPOT_SECTION
1 1
2 1
3 2
DEPOT_SECTION
1
2
`

const solomon1 = `R1

VEHICLE
NUMBER     CAPACITY
  2         10

CUSTOMER
CUST NO.  XCOORD.   YCOORD.    DEMAND   READY TIME  DUE DATE   SERVICE TIME

    0      0         0          0          0       1236          0
    1      1         1          7          12      76.25        10
`

func TestReadVRPLIB(t *testing.T) {
	in, err := ReadVRPLIB(strings.NewReader(mixed), "f", Usual)
	if err != nil {
		t.Fatal(err)
	}
	s, fleet := in.Stops, in.Fleet
	if in.N() != 2 || len(in.Depots) != 2 || s[0].ID != 2 || s[0].Service != 5000 || s[0].Window != (vrp.Window{Open: 5000, Close: 50_000}) ||
		!s[0].Optional || s[0].Prize != 1500 || s[0].Deliver[0] != 1 || s[1].Fetch[0] != 2 || !in.Backhauls {
		t.Errorf("%+v", in.Data)
	}
	if len(fleet) != 2 || fleet[0].Count != 2 || fleet[0].Fixed != 10_000 || fleet[1].Start != 1 || fleet[1].End != 1 || fleet[1].PerDistance != 200 || in.CostScale != 1e5 {
		t.Errorf("%+v", fleet)
	}
	if d := in.Distance.Dist(0, 2); d != 10_012 {
		t.Errorf("distance %d", d)
	}
}

func TestReadSolomon(t *testing.T) {
	in, err := ReadSolomon(strings.NewReader(solomon1), "f", Usual)
	if err != nil {
		t.Fatal(err)
	}
	if s := in.Stops[0]; in.Name != "R1" || in.Fleet[0].Count != 2 || in.Fleet[0].Capacity[0] != 10 || s.Window.Close != 762 || s.Service != 100 || in.Distance.Dist(0, 1) != 14 {
		t.Errorf("%+v %+v", in.Fleet, s)
	}
}

func TestErrors(t *testing.T) {
	replace := func(old, with string) string { return strings.Replace(tiny, old, with, 1) }
	for want, text := range map[string]string{
		`f:1: found "hello", expected a line such as`:                     "hello",
		`f:6: section "NODE_COLOR_SECTION" is duplicate or unknown`:       replace("NODE_COORD", "NODE_COLOR"),
		`f:5: unknown entry "CAPACITIES"`:                                 replace("CAPACITY", "CAPACITIES"),
		`f:2: duplicate entry NAME`:                                       "NAME : a\nNAME : b",
		`f:8: NODE_COORD_SECTION: found row "4", expected row 2`:          replace("2 10 0", "4 10 0"),
		`f:8: NODE_COORD_SECTION: found 2 numbers in a row, expected 3`:   replace("2 10 0", "2 10"),
		`f:8: NODE_COORD_SECTION: found "x", expected a number`:           replace("2 10 0", "2 x 0"),
		`f: DIMENSION is 5, but NODE_COORD_SECTION has 4 rows`:            replace("DIMENSION : 4", "DIMENSION : 5"),
		`f: DEMAND_SECTION has 3 rows, expected 4`:                        replace("4 1\n", ""),
		`f: EDGE_WEIGHT_TYPE is "GEO", expected EUC_2D`:                   replace("EUC_2D", "GEO"),
		`f: found the number 1.5, expected a whole number`:                replace("3 1\n", "3 1.5\n"),
		`f: DEPOT_SECTION: found 9, expected different nodes from 1 to 4`: replace("SECTION\n1\n-1", "SECTION\n9\n-1"),
		`f: DEPOT_SECTION is missing or empty`:                            replace("SECTION\n1\n-1", "SECTION\n-1"),
		`f: CAPACITY: found -2, expected 0 or more`:                       replace("CAPACITY : 2", "CAPACITY : -2"),
		`f: tiny: got 0 stops`:                                            "NAME : tiny\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\nDEPOT_SECTION\n1\n",
		`SECTION has 3 rows, expected 4e+09`:                              strings.Replace(mixed, "VEHICLES: 3", "VEHICLES: 4000000000", 1),
		`vehicle 3: depot 3, expected 1 to 2`:                             strings.Replace(mixed, "3 2\nDEPOT", "3 3\nDEPOT", 1),
		`f: found the number 1e+13, expected 0 to 1.073741824e+09 in u`:   strings.Replace(mixed, "3 5 50", "3 5 1e10", 1),
	} {
		if _, err := ReadVRPLIB(strings.NewReader(text), "f", Usual); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for want, text := range map[string]string{
		"f:0: expected a row with 7 numbers": "",
		"f:5: found 3 numbers, expected":     strings.Replace(solomon1, "2         10", "2 10 3", 1),
		`f:11: found "x", expected a number`: strings.Replace(solomon1, "76.25", "x", 1),
	} {
		if _, err := ReadSolomon(strings.NewReader(text), "f", Usual); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestSolutions(t *testing.T) {
	in, err := ReadVRPLIB(strings.NewReader(mixed), "f", Usual)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := WriteSolution(&out, in, vrp.Plan{-2, 0, -1, 1}); err != nil {
		t.Fatal(err)
	}
	if want := "Route #1: 3\nRoute #2:\nRoute #3: 2\nCost 44.572\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	p, stated, err := ReadSolution(strings.NewReader(out.String()), "f", in)
	if err != nil || *stated != in.Cost(p) || len(p) != 4 || p[2] != -2 {
		t.Errorf("%v %v", p, err)
	}
	for want, text := range map[string]string{
		"f:0: expected lines":             "",
		`f:1: found "x: 1", expected a r`: "Route x: 1",
		`f:1: found the stop "9", which`:  "Route #1: 2 9",
		`f:1: found "abc", expected a nu`: "Cost abc",
	} {
		if _, _, err := ReadSolution(strings.NewReader(text), "f", in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// fuzz reads text and judges the plan that serves every stop alone.
func fuzz(t *testing.T, text string, read func(text string) (*vrp.Instance, error)) {
	var in *vrp.Instance
	var err error
	testkit.Frugal(t, len(text), func() { in, err = read(text) })
	if err != nil {
		return
	}
	var p vrp.Plan
	for s := range in.N() {
		p = append(p, -1, int32(s))
	}
	_ = in.Check(p)
	if cost, none := in.Units(p), in.Units(nil); cost < 0 || none < 0 {
		t.Errorf("costs %d and %d", cost, none)
	}
}

func FuzzReadVRPLIB(f *testing.F) {
	f.Add(tiny)
	f.Add(mixed)
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range []Rounding{Usual, Tenths} {
			fuzz(t, text, func(text string) (*vrp.Instance, error) { return ReadVRPLIB(strings.NewReader(text), "f", r) })
		}
	})
}

func FuzzReadSolomon(f *testing.F) {
	f.Add(solomon1)
	f.Fuzz(func(t *testing.T, text string) {
		fuzz(t, text, func(text string) (*vrp.Instance, error) { return ReadSolomon(strings.NewReader(text), "f", Usual) })
	})
}

func FuzzReadSolution(f *testing.F) {
	in, err := ReadVRPLIB(strings.NewReader(mixed), "f", Usual)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("Route #1: 2 3\nCost 17\n")
	f.Fuzz(func(t *testing.T, text string) {
		var p vrp.Plan
		testkit.Frugal(t, len(text), func() { p, _, _ = ReadSolution(strings.NewReader(text), "f", in) })
		if in.Check(p) != nil {
			return
		}
		var out strings.Builder
		if err := WriteSolution(&out, in, p); err != nil {
			t.Fatal(err)
		}
		if again, _, err := ReadSolution(strings.NewReader(out.String()), "f", in); len(p.Canonical()) > 0 && (err != nil || in.Units(again) != in.Units(p)) {
			t.Errorf("written and read: %v", err)
		}
	})
}
