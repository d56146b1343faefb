package format_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
	"pgregory.net/rapid"
)

// TestLost writes instances in all formats and reads them again. The problem is the same exactly if
// Lost reports nothing about it.
func TestLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawEnds(t, drawAny(t))
		for _, f := range format.Formats() {
			if !f.Writes {
				continue
			}
			problem, _ := f.Lost(in)
			var b bytes.Buffer
			if err := format.Write(&b, in, f.Format); err != nil {
				continue // some formats cannot hold some instances at all
			}
			again, err := format.Read(bytes.NewReader(b.Bytes()), "a", format.Options{Format: f.Format})
			if err != nil {
				continue // some formats cannot be read without a metric
			}
			if same := sameProblem(in, again); same != (len(problem) == 0) {
				t.Errorf("%s: lost %q, but the same problem: %v\n%s", f.Format, problem, same, b.String())
			}
		}
	})
}

// drawAny draws four or more cities whose distances differ between all metrics.
func drawAny(t *rapid.T) *tsp.Instance {
	if rapid.Bool().Draw(t, "matrix") {
		in, err := tsp.FromMatrix(4, []float64{0, 1, 2, 3, 1, 0, 5, 7, 2, 5, 0, 9, 3, 7, 9, 0})
		if err != nil {
			t.Fatal(err)
		}
		return with(t, in, tsp.Details{Name: "a", Locations: []float64{1, 2, 3, 5, 8, 13, 21, 34}})
	}
	metric := rapid.SampledFrom([]tsp.Metric{tsp.Euc2D, tsp.Ceil2D, tsp.Man2D, tsp.Euclidean, tsp.Haversine, tsp.Geo}).Draw(t, "metric")
	in, err := tsp.FromCoords(metric, 2, []float64{1.3, 2.9, 31.7, 5.1, 8.2, 113.6, 21.4, 34.8})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// drawEnds draws a start, ends of a path or a fixed edge, or nothing.
func drawEnds(t *rapid.T, in *tsp.Instance) *tsp.Instance {
	var err error
	switch rapid.IntRange(0, 4).Draw(t, "route") {
	case 1:
		in, err = in.StartAt(2)
	case 2:
		in, err = in.Path(-1, -1)
	case 3:
		in, err = in.Path(1, 3)
	case 4:
		in, err = in.FixEdges([][2]int32{{0, 2}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// sameProblem reports whether two instances allow the same tours and give them the same costs.
func sameProblem(a, b *tsp.Instance) bool {
	startA, endA := a.Ends()
	startB, endB := b.Ends()
	if a.N() != b.N() || a.Open() != b.Open() || startA != startB || endA != endB || !slices.Equal(a.FixedEdges(), b.FixedEdges()) {
		return false
	}
	for _, t := range []tsp.Tour{{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2}} {
		// a matrix of unrounded distances may be rounded differently
		if off := math.Abs(a.Cost(t) - b.Cost(t)); off > 1e-7*a.Cost(t) {
			return false
		}
	}
	return true
}

func TestLostDetails(t *testing.T) {
	in := read(t, "a.csv", "id,lat,lon,name\nK-1,1,2,a\nK-2,3,4,b\n", format.Options{})
	in = inKilometres(t, in)
	for f, want := range map[format.Format]string{
		format.TSPLIB: "the unit km, the names of the cities, ids that are not numbers",
		format.JSON:   "", format.CSV: "the unit km", format.GeoJSON: "the unit km", format.GPX: "the unit km",
		format.NPY: "the coordinates, the unit km, the names of the cities, ids that are not numbers",
	} {
		i := slices.IndexFunc(format.Formats(), func(i format.Info) bool { return i.Format == f })
		if _, details := format.Formats()[i].Lost(in); strings.Join(details, ", ") != want {
			t.Errorf("%s: %q, want %q", f, details, want)
		}
	}
}

func inKilometres(t *testing.T, in *tsp.Instance) *tsp.Instance {
	t.Helper()
	d := in.Details()
	d.Unit = "km"
	out, err := in.With(d)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
