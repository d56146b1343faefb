package tsp_test

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// An asymmetric instance and its symmetric form have the same tours with the same costs, in either
// direction and from any city.
func TestDoubledHasTheSameTours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		in, err := tsp.FromMatrix(n, rapid.SliceOfN(rapid.Float64Range(-9, 99), n*n, n*n).Draw(t, "distances"))
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "path") {
			if in, err = in.Path(rapid.SampledFrom([]int32{-1, 0}).Draw(t, "start"), rapid.SampledFrom([]int32{-1, 1}).Draw(t, "end")); err != nil {
				t.Fatal(err)
			}
		}
		plain := in.Closed()
		d := plain.Instance.Doubled()
		tour := plain.Fit(rapid.Permutation(tsp.Identity(n)).Draw(t, "tour"))
		twice := d.Double(tour)
		if from := rapid.IntRange(0, len(twice)-1).Draw(t, "from"); from > 0 {
			twice = slices.Concat(twice[from:], twice[:from])
		}
		if rapid.Bool().Draw(t, "backwards") {
			slices.Reverse(twice)
		}
		if err := d.Instance.Check(twice); err != nil {
			t.Fatal(err)
		}
		back := d.Back(twice)
		if at := slices.Index(back, tour[0]); !slices.Equal(slices.Concat(back[at:], back[:at]), tour) {
			t.Fatalf("%v became %v", tour, back)
		}
		if have, want := d.Instance.CostOf(d.Instance.Length(twice)), plain.Instance.CostOf(plain.Instance.Length(tour)); have != want {
			t.Fatalf("cost %v, want %v", have, want)
		}
	})
}

// An order that separates an exit from its entrance, or joins two exits, is not a tour.
func TestDoubledRejectsOtherOrders(t *testing.T) {
	in, err := tsp.Generate("asymmetric", 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	d := in.Doubled()
	for _, order := range []tsp.Tour{{0, 2, 1, 3, 4, 5, 6, 7}, {0, 1, 3, 2, 4, 5, 6, 7}, {0, 3, 2, 1, 4, 5, 6, 7}} {
		if d.Instance.Check(order) == nil {
			t.Errorf("accepted %v", order)
		}
	}
	if n := len(d.Instance.Ties()); n != 4 || in.Ties() != nil {
		t.Errorf("%d ties, and %v in the asymmetric instance", n, in.Ties())
	}
	for i := range int32(8) {
		for j := range int32(8) {
			if d.Instance.Dist(i, j) != d.Instance.Dist(j, i) {
				t.Errorf("%d and %d: %d and %d", i, j, d.Instance.Dist(i, j), d.Instance.Dist(j, i))
			}
		}
	}
}
