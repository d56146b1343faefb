package tsp_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// onALine returns an instance with cities at the given positions on a line.
func onALine(labels []string, xs ...float64) *tsp.Instance {
	points := make([]tsp.Point, len(xs))
	for i, x := range xs {
		points[i][0] = x
	}
	return must(must(tsp.FromPoints(tsp.Euclidean, points)).With(tsp.Details{Labels: labels}))
}

func TestRepair(t *testing.T) {
	five := onALine([]string{"a", "b", "c", "d", "e"}, 0, 10, 20, 30, 40)
	codes := must(five.With(tsp.Details{Codes: []string{"A", "B", "C", "D", "E"}}))
	twins := onALine([]string{"x", "a", "x"}, 0, 10, 20)
	for _, c := range []struct {
		what  string
		in    *tsp.Instance
		names string
		want  tsp.Tour
	}{
		{"nothing changed", five, "c d e a b", tsp.Tour{2, 3, 4, 0, 1}},
		{"removed", five, "c gone d e other a b", tsp.Tour{2, 3, 4, 0, 1}},
		{"added", must(five.Path(0, 4)), "a c e", tsp.Tour{0, 1, 2, 3, 4}},
		{"added at the ends", must(five.Path(-1, -1)), "b c d", tsp.Tour{0, 1, 2, 3, 4}},
		{"new ends", must(five.Path(0, 4)), "d c b", tsp.Tour{0, 3, 2, 1, 4}},
		{"other ends", must(five.Path(2, -1)), "a b c d e", tsp.Tour{2, 0, 1, 3, 4}},
		{"one left", must(five.Path(-1, 4)), "e", tsp.Tour{0, 1, 2, 3, 4}},
		{"codes", must(codes.Path(0, -1)), "A B E D C", tsp.Tour{0, 1, 4, 3, 2}},
		{"ids", must(codes.Path(0, -1)), "1 2 5 4 3", tsp.Tour{0, 1, 4, 3, 2}},
		{"twins", twins, "x x a", tsp.Tour{0, 2, 1}},
		{"twice", must(five.Path(0, -1)), "a b b c a d e", tsp.Tour{0, 1, 2, 3, 4}},
		{"fixed edge", must(must(five.FixEdges([][2]int32{{0, 4}})).Path(0, -1)), "a b c d e", tsp.Tour{0, 4, 3, 2, 1}},
	} {
		got, err := tsp.Repair(strings.Fields(c.names), c.in)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", c.what, got, err, c.want)
		}
	}
	for names, want := range map[string]string{"": "is empty", "f 6 A": `none of the 3 names`} {
		if got, err := tsp.Repair(strings.Fields(names), five); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %s", names, got, err, want)
		}
	}
}

// A repaired tour respects the route. Without new cities, a tour that already respects the route
// does not become longer.
func TestRepairedToursAreTours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := routed(t)
		order := drawPermutation(t, in.N(), "earlier")
		left := order[:rapid.IntRange(1, in.N()).Draw(t, "left")]
		names := []string{"none"}
		for _, c := range left {
			names = append(names, strconv.FormatInt(in.ID(c), 10))
		}
		got, err := tsp.Repair(names, in)
		if err != nil {
			t.Fatal(err)
		}
		if err := in.Check(got); err != nil {
			t.Fatalf("%v of %v: %v", got, names, err)
		}
		if len(left) == in.N() && in.Check(order) == nil && in.Length(got) > in.Length(order) {
			t.Fatalf("%v became %v, which is longer", order, got)
		}
	})
}
