package output

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/vrp"
	"github.com/tourmaline-opt/tourmaline/vrp/format"
)

// A summary compares the cost with the best known one.
func TestPlanSummaryGap(t *testing.T) {
	in, err := format.ReadVRPLIB(strings.NewReader("EDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 3\nNODE_COORD_SECTION\n1 0 0\n2 10 0\nDEMAND_SECTION\n1 0\n2 1\nDEPOT_SECTION\n1\n"), "x", format.Usual)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	r := &tourmaline.Result{Cost: 20, BestKnown: new(16.0), GapPercent: new(25.0)}
	if err := WritePlanSummary(&out, r, in, vrp.Plan{-1, 0}); err != nil || !strings.HasPrefix(out.String(), "cost 20, 25.000 % over the best known cost 16, in 0.00 s: 1 route") {
		t.Errorf("%v: %s", err, out.String())
	}
}

// A summary lists the routes, and why stops are not served.
func TestWritePlanSummary(t *testing.T) {
	in, err := format.ReadVRPLIB(strings.NewReader("NAME : x\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 3\nVEHICLES : 1\n"+
		"NODE_COORD_SECTION\n1 0 0\n2 10 0\n3 20 0\n4 30 0\nDEMAND_SECTION\n1 0\n2 1\n3 1\n4 2\nDEPOT_SECTION\n1\n"), "x", format.Usual)
	if err != nil {
		t.Fatal(err)
	}
	p := vrp.Plan{-1, 0, 1}
	var out strings.Builder
	r := &tourmaline.Result{Instance: tourmaline.InstanceInfo{Name: "x"}, Algorithm: "ils", Termination: search.Time, Cost: in.Cost(p)}
	if err := WritePlanSummary(&out, r, in, p); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"cost 40, the best found in 0.00 s: 1 route for 2 of 3 stops\n", "   1  1 2\n", "not served: stop 3: the load exceeds the capacity by 1 (dimension 1)\n", "Method: ils, seed 0; time limit reached\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s, want %s", out.String(), want)
		}
	}
}
