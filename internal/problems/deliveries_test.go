package problems

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// generated returns a generated problem for several vehicles.
func generated(t *testing.T, shape string, n int, seed uint64) *vrp.Instance {
	t.Helper()
	file, err := Request{Shape: shape, N: n, Seed: seed}.Make()
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := file.Write(&text); err != nil {
		t.Fatal(err)
	}
	p, err := Read(&text, Vehicles, file.Name)
	if err != nil {
		t.Fatal(err)
	}
	in, ok := p.Instance().(*vrp.Instance)
	if !ok || in.N() != n {
		t.Fatalf("%T with %d stops, want %d", p.Instance(), in.N(), n)
	}
	return in
}

// Every generated stop can be served on a route of its own, and about 20 stops fill a vehicle.
func TestGeneratedStops(t *testing.T) {
	for _, shape := range []string{deliveries, visits} {
		for _, n := range []int{1, 2, 30, 1000, 5000} {
			t.Run(fmt.Sprint(shape, " ", n), func(t *testing.T) {
				in := generated(t, shape, n, 7)
				for _, r := range in.Reasons(nil) {
					if len(r.Faults) > 0 {
						t.Fatalf("stop %d: %v", r.Stop, r.Faults)
					}
				}
				total, timed := 0, 0
				for _, s := range in.Stops {
					total += int(s.Deliver[0])
					if s.Window != (vrp.Window{}) && s.Service > 0 {
						timed++
					}
				}
				if timed != map[string]int{visits: n}[shape] {
					t.Errorf("%d stops have a window", timed)
				}
				if mean := float64(total) / float64(n); n >= 1000 && (mean < 45 || mean > 55) {
					t.Errorf("the mean load is %v", mean)
				}
			})
		}
	}
}

// Seeds differ, and so do the places of the stops.
func TestGeneratedStopsDiffer(t *testing.T) {
	a, b := generated(t, visits, 200, 1), generated(t, visits, 200, 2)
	if a.Hash() == b.Hash() {
		t.Error("two seeds give the same stops")
	}
	seen := map[[2]float64]bool{}
	for _, p := range a.Points {
		seen[p] = true
	}
	if len(seen) < 190 {
		t.Errorf("200 stops and a depot are at %d places", len(seen))
	}
	if _, err := (tourmaline.Vehicles(a)).Info(); err != nil {
		t.Error(err)
	}
}
