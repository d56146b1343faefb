package drill

import (
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

func TestParseMotion(t *testing.T) {
	for metric, want := range map[string]Motion{"": Straight, "EUCLIDEAN": Straight, "max_2d": Together, "MAN_2D": InTurn} {
		if got, err := ParseMotion(metric); err != nil || got != want {
			t.Errorf("%q: %v, %v", metric, got, err)
		}
	}
	if _, err := ParseMotion("GEO"); err == nil || err.Error() != "GEO does not apply to drill files: expected one of EUCLIDEAN, MAX_2D, MAN_2D" {
		t.Error(err)
	}
}

// The travel of a board is the sum of the longer, or of both, distances along the axes.
func TestTravelByMotion(t *testing.T) {
	for motion, want := range map[Motion]float64{Straight: 5 + 0.5, Together: 4 + 0.5, InTurn: 7 + 0.5} {
		b := parseBoard(t, "M48\nMETRIC\nT1C1\n%\nT1\nX0.0Y0.0\nX3.0Y-4.0\nX3.5Y-4.0\nM30\n")
		b.Motion = motion
		trips, err := b.Trips()
		if err != nil || math.Abs(trips[0].Before-want) > 1e-9 {
			t.Errorf("%v: travel %v, want %v, %v", motion, trips, want, err)
		}
	}
}

// Sorting with a motion finds the shortest path in its metric, and reports it in the unit of the
// file.
func TestSortByMotion(t *testing.T) {
	b := parseBoard(t, twoTools)
	b.Motion = Together
	s, err := Sort(t.Context(), b, tourmaline.Config{}, solveInMemory)
	if err != nil || s.Report.After != 21 || s.Report.Metric != "MAX_2D" {
		t.Fatalf("%+v, %v", s, err)
	}
	sorted := s.Sorted()
	if trips, err := sorted.Trips(); err != nil || Total(trips).Before != s.Report.After {
		t.Errorf("%v, %v", trips, err)
	}
	if r := s.Report.Tools[0].Result; r.Instance.Unit != "0.000001 mm" || r.Cost != 20e6 {
		t.Errorf("%v %s", r.Cost, r.Instance.Unit)
	}
}

// Scaled coordinates fit the metrics, and the distances are exact to a millionth of the board.
func TestScaleOfMotions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "n")
		reach := math.Pow(10, rapid.Float64Range(-3, 6).Draw(t, "reach"))
		xy := rapid.SliceOfN(rapid.Float64Range(-reach, reach), 2*n, 2*n).Draw(t, "xy")
		motion := rapid.SampledFrom([]Motion{Together, InTurn}).Draw(t, "motion")
		r := Run{Tool: Tool{Number: 1}}
		for i := 0; i < len(xy); i += 2 {
			r.Holes = append(r.Holes, Hole{X: xy[i], Y: xy[i+1], Count: 1})
		}
		in, scale, err := Board{File: &File{Unit: Millimetre}, Motion: motion}.Path(r)
		if err != nil {
			t.Fatal(err)
		}
		want := 0.0
		for i := 2; i < len(xy); i += 2 {
			dx, dy := math.Abs(xy[i]-xy[i-2]), math.Abs(xy[i+1]-xy[i-1])
			if want += max(dx, dy); motion == InTurn {
				want += min(dx, dy)
			}
		}
		if got := in.Cost(tsp.Identity(n)) / scale; math.Abs(got-want) > float64(n)*max(1e-6, 1e-6*reach) {
			t.Errorf("travel %v, want %v, scale %v", got, want, scale)
		}
	})
}
