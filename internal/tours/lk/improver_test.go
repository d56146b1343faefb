package lk_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func improver(t *testing.T, in *tsp.Instance) *lk.Improver {
	t.Helper()
	l, err := near.Nearest(t.Context(), in, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	return lk.NewImprover(in, l, lk.LinKernighan)
}

// An improver improves one tour after another. A tour does not change if no city is queued, and
// becomes shorter with each of some cities, all cities and kicks. The returned length is the length
// of the tour.
func TestImproverDoesWhatItIsAllowed(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, 400, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := improver(t, in)
	random := rng.At(1, 0, 0)
	for seed := range uint64(3) {
		tour := start.Random(in.N(), seed)
		last := in.Length(tour)
		better := func(what string, length int64) {
			t.Helper()
			if err := in.Check(tour); err != nil || length != in.Length(tour) || length >= last {
				t.Fatalf("%s: length %d, the tour has %d, before %d: %v", what, length, in.Length(tour), last, err)
			}
			last = length
		}
		if got := m.Improve(t.Context(), tour, 0, func(lk.Chain) {}); got != last {
			t.Fatalf("nothing was queued, and %d becomes %d", last, got)
		}
		better("100 cities", m.Improve(t.Context(), tour, 100, nil))
		better("all cities", m.Improve(t.Context(), tour, 0, nil))
		better("kicks", m.Iterate(t.Context(), tour, 300, lk.Kick{Size: 50}, &random))
		before := in.Length(tour)
		if m.Kick(t.Context(), tour, 20, lk.Kick{Size: 50}, &random); in.Length(tour) <= before || in.Check(tour) != nil {
			t.Fatalf("20 kicks: length %d, before %d: %v", in.Length(tour), before, in.Check(tour))
		}
	}
}
