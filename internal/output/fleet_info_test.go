package output

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
)

// The facts name loads and places, and say what is impossible.
func TestFleetFacts(t *testing.T) {
	p, _ := planned(t)
	p.Job.Problem.Stops[2].Deliver[0] = 7
	f := DescribeFleet(p.Job.Problem, tourmaline.InstanceInfo{Name: "firm", Problem: "vehicles", N: 3}, p.Job)
	var b strings.Builder
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"stops       3, 1 with a time window\n", "vehicles    1\n", "boxes       12 of 6\n", "needed      more than 1 vehicle\n",
		"impossible  C: even on a route of its own: no room for 1 more (boxes)\n",
		"warning     the vehicles do not suffice: boxes: 12 of 6\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s\nlacks %s", b.String(), want)
		}
	}
	if f.Least != 2 || len(f.Impossible) != 1 || f.Impossible[0].Name != "C" {
		t.Errorf("%+v", f)
	}
	plain := DescribeFleet(p.Job.Problem, tourmaline.InstanceInfo{N: 3}, nil)
	if plain.Needs[0].Of != "load" || plain.Impossible[0].Name != "stop 4" {
		t.Errorf("%+v", plain)
	}
}
