package output

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// withForbidden returns an instance with fractions and two forbidden edges.
func withForbidden(t *testing.T) *tsp.Instance {
	t.Helper()
	const never = 1e9
	in, err := tsp.FromMatrix(4, []float64{
		0, 1.0 / 3, never, 2,
		1.0 / 3, 0, 1.0 / 7, never,
		never, 1.0 / 7, 0, 1,
		2, never, 1, 0,
	})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestExtremesAndForbiddenEdges(t *testing.T) {
	in := withForbidden(t)
	smallest, largest := extremes(in)
	if smallest != (entry{2, 3, 1.0 / 7}) || largest != (entry{1, 4, 2}) {
		t.Errorf("from %v to %v", smallest, largest)
	}
	for want, tour := range map[int]tsp.Tour{0: {0, 1, 2, 3}, 2: {0, 2, 1, 3}} {
		if got := forbiddenEdges(in, tour); got != want {
			t.Errorf("%d forbidden edges, want %d", got, want)
		}
	}
	plane, err := tsp.FromPoints(tsp.Euclidean, []tsp.Point{{0, 0}, {1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, largest := extremes(plane); largest.row != 0 {
		t.Errorf("a plane has the extreme %v", largest)
	}
}

func TestPrecision(t *testing.T) {
	for want, r := range map[string]tsp.Rounding{
		"":                                      {Exact: true, Scale: 1},
		"distances in steps of 0.01":            {Exact: true, Scale: 100},
		"distances rounded to multiples of 0.5": {Scale: 2},
	} {
		if got := Precision(r); got != want {
			t.Errorf("%+v: %q, expected %q", r, got, want)
		}
	}
}

// A note warns of forbidden edges and of rounding that matters, unless the cost is proven.
func TestRoundingNotes(t *testing.T) {
	in := withForbidden(t)
	if got, want := Forbidden(in), "4 entries, each larger than any tour without them"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	if got := Forbidden(square(t)); got != "" {
		t.Errorf("a square: %q", got)
	}
	r := solved(t, in)
	if got := roundingNotes(in, r); strings.Contains(got, "note") {
		t.Errorf("an accurate result: %q", got)
	}
	for _, c := range []struct {
		cost, off float64
		why       search.Reason
		want      bool
	}{{1000, 0.5, search.Time, false}, {1000, 0.51, search.Time, true}, {-1000, 0.51, search.Time, true}, {-1000, 0.4, search.Time, false}, {1000, 0.51, search.Optimal, false}} {
		r.Cost, r.Rounding, r.Termination = c.cost, &tourmaline.Rounding{CostError: c.off}, c.why
		if got := roundingNotes(in, r); strings.Contains(got, "with an error of up to 0.51") != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
	if got, want := coarse(in), ", because they range from 0.14285714285714285 in row 2, column 3 to 2 in row 1, column 4"; !strings.HasSuffix(got, want) {
		t.Errorf("%q, expected the end %q", got, want)
	}
	if got := coarse(square(t)); strings.Contains(got, "because") {
		t.Errorf("a square: %q", got)
	}
}

// Without edges between three of the cities, every tour contains two forbidden edges.
func TestForbiddenEdgesAreNoted(t *testing.T) {
	const never = 1e9
	in, err := tsp.FromMatrix(4, []float64{
		0, 1.0 / 3, 2, 3,
		1.0 / 3, 0, never, never,
		2, never, 0, never,
		3, never, never, 0,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := roundingNotes(in, solved(t, in)), "note: the tour contains 2 forbidden edges; the search found no tour without forbidden edges\n"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
}
