package continuous

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"pgregory.net/rapid"
)

func TestDefaults(t *testing.T) {
	p := Defaults(create(t, "weierstrass", 10))
	if want := (Params{Neighbours: 10_000, Radius: 1, Directions: "mixed", Spacing: "geometric"}); p != want {
		t.Errorf("%+v, want %+v", p, want)
	}
	for _, f := range Functions() {
		if err := params.Validate(Defaults(create(t, f.Name, maxDim))); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

func TestValidateNamesAllFaults(t *testing.T) {
	for _, p := range []Params{
		{Neighbours: 0, Radius: 0, Directions: "", Spacing: ""},
		{Neighbours: 10_000_001, Radius: math.NaN(), Directions: "axes", Spacing: "cubic"},
		{Neighbours: -1, Radius: math.Inf(1), Directions: "Any", Spacing: "Linear"},
	} {
		err := params.Validate(p)
		for _, name := range []string{"neighbours = ", "radius = ", "directions = ", "spacing = "} {
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%+v: error %v does not say %q", p, err, name)
			}
		}
	}
}

func TestRadiiGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Params{
			Neighbours: rapid.IntRange(1, 500).Draw(t, "neighbours"),
			Radius:     rapid.Float64Range(1e-6, 600).Draw(t, "radius"),
			Directions: "any",
			Spacing:    rapid.SampledFrom([]string{"linear", geometric}).Draw(t, "spacing"),
		}
		if err := params.Validate(p); err != nil {
			t.Fatal(err)
		}
		h := p.radii()
		if len(h) != p.Neighbours+1 || !slices.IsSorted(h) || len(slices.Compact(slices.Clone(h))) != len(h) || h[p.Neighbours] != p.Radius {
			t.Fatalf("%+v: radii %v", p, h)
		}
		least := 0.0
		if p.Spacing == geometric {
			least = p.Radius * 0x1p-40
		}
		within(t, "innermost radius of", p.Radius, h[0], least, 1e-14*least)
		// Each radius is the arithmetic or geometric mean of its neighbours.
		for k := 1; k < len(h)-1; k++ {
			mean := (h[k-1] + h[k+1]) / 2
			if p.Spacing == geometric {
				mean = math.Sqrt(h[k-1] * h[k+1])
			}
			within(t, "radius", float64(k), h[k], mean, 1e-14*h[k])
		}
	})
}

// With PerDimension, the neighbourhood has the radii that the radius divided by the number of
// dimensions gives, and so does its kernel.
func TestRadiusPerDimension(t *testing.T) {
	p := Params{Neighbours: 10, Radius: 3, PerDimension: true, Directions: "any", Spacing: "linear"}
	c := crownsWith(t, "rastrigin", 6, p)
	k, err := CrownsKernel(c.in, p, 1)
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := k.Inputs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range c.radii {
		within(t, "radius", float64(i), h, 0.05*float64(i), 1e-15)
	}
	if !slices.Equal(c.radii, inputs[0].([]float64)) {
		t.Errorf("the kernel has the radii %v, want %v", inputs[0], c.radii)
	}
}

// A neighbourhood with too many crowns for a table of radii has the same radii.
func TestRadiiOfManyCrowns(t *testing.T) {
	p := Params{Neighbours: mostRadii, Radius: 3, Directions: mixed, Spacing: geometric}
	many := crownsWith(t, "rastrigin", 2, p)
	if many.radii != nil || many.Len() != mostRadii {
		t.Fatalf("a table of %d radii, %d crowns", len(many.radii), many.Len())
	}
	for k, want := range p.radii() {
		if got := many.radius(k); got != want {
			t.Fatalf("radius %d is %v, expected %v", k, got, want)
		}
	}
}
