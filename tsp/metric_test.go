package tsp_test

import (
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// must returns v and panics if err is not nil.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestDistancesByHand compares distances with values computed by hand from the formulas in the
// TSPLIB documentation.
func TestDistancesByHand(t *testing.T) {
	for _, c := range []struct {
		name   string
		metric tsp.Metric
		coords []float64 // coordinates of two cities
		want   int64
	}{
		{"3-4-5", tsp.Euc2D, []float64{0, 0, 3, 4}, 5},
		{"root 2 rounds down", tsp.Euc2D, []float64{0, 0, 1, 1}, 1},
		{"2 root 2 rounds up", tsp.Euc2D, []float64{0, 0, 2, 2}, 3},
		{"a half goes up", tsp.Euc2D, []float64{0, 0, 0.5, 0}, 1},
		{"not to even", tsp.Euc2D, []float64{0, 0, 2.5, 0}, 3},
		{"negative coordinates", tsp.Euc2D, []float64{-1.25, 0, 1.25, 0}, 3},
		{"just below a half", tsp.Euc2D, []float64{0, 0, 0, 1.4999}, 1},
		{"ceil of a whole number", tsp.Ceil2D, []float64{0, 0, 3, 4}, 5},
		{"ceil of root 2", tsp.Ceil2D, []float64{0, 0, 1, 1}, 2},
		{"ceil of a little", tsp.Ceil2D, []float64{0, 0, 0.001, 0}, 1},
		{"space", tsp.Euc3D, []float64{0, 0, 0, 2, 3, 6}, 7},
		{"half in space", tsp.Euc3D, []float64{0, 0, 0, 0, 0, 4.5}, 5},
		{"Manhattan", tsp.Man2D, []float64{1, 2, -3, 5}, 7},
		{"Manhattan halves add up first", tsp.Man2D, []float64{0, 0, 0.25, 0.25}, 1},
		{"Manhattan not to even", tsp.Man2D, []float64{0, 0, 2, 0.5}, 3},
		{"Manhattan in space", tsp.Man3D, []float64{0, 0, 0, 1, -2, 3.4}, 6},
		{"maximum", tsp.Max2D, []float64{0, 0, -7, 3}, 7},
		{"maximum rounds", tsp.Max2D, []float64{0, 0, 6.5, 6.4}, 7},
		{"maximum in space", tsp.Max3D, []float64{0, 0, 0, 1, 2, -8.4}, 8},
		// sqrt(1000/10) is exactly 10; sqrt(1010/10) = 10.0499 becomes 11.
		{"pseudo-Euclidean, exact", tsp.Att, []float64{0, 0, 30, 10}, 10},
		{"pseudo-Euclidean, one more", tsp.Att, []float64{0, 0, 31, 7}, 11},
		// With pi = 3.141592, 60 degrees are 6378.388 * 1.0471973 + 1 = 6680.43.
		{"sixty degrees of the equator", tsp.Geo, []float64{0, 0, 0, 60}, 6680},
		{"sixty degrees north", tsp.Geo, []float64{0, 10, 60, 10}, 6680},
		// 0.30 means thirty minutes: 6378.388 * 3.141592 / 360 + 1 = 56.66.
		{"minutes", tsp.Geo, []float64{0, 0, 0.30, 0}, 56},
		{"minutes south and north", tsp.Geo, []float64{-0.15, 0, 0.15, 0}, 56},
		// The unrounded distance is 5620.9989. With the exact value of pi it would be 5621.0001.
		{"TSPLIB's own pi", tsp.Geo, []float64{0, 0, 0, 50.29}, 5620},
		{"the same place", tsp.Geo, []float64{48, 2, 48, 2}, 1},
		{"X-ray takes the slowest motor", tsp.Xray1, []float64{10, 20, 30, 15, 32, 31}, 1200},
		{"X-ray turns the short way", tsp.Xray1, []float64{350, 0, 0, 5, 0, 0}, 1500},
		{"X-ray with fast motors", tsp.Xray2, []float64{0, 0, 0, 10, 15, 9.2}, 1000},
		{"X-ray, third motor", tsp.Xray2, []float64{0, 0, 0, 10, 0, 23}, 2000},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := must(tsp.FromCoords(c.metric, c.metric.Dims(), c.coords))
			if got := in.Dist(0, 1); got != c.want {
				t.Errorf("distance %d, want %d", got, c.want)
			}
			if there, back := in.Dist(0, 1), in.Dist(1, 0); there != back {
				t.Errorf("%d there, %d back", there, back)
			}
		})
	}
}

// The shortest tour of ulysses16 has the published length, 6859.
func TestGeoMeetsThePublishedOptimum(t *testing.T) {
	in := must(tsp.FromPoints(tsp.Geo, []tsp.Point{
		{38.24, 20.42}, {39.57, 26.15}, {40.56, 25.32}, {36.26, 23.12}, {33.48, 10.54}, {37.56, 12.19},
		{38.42, 13.11}, {37.52, 20.44}, {41.23, 9.10}, {41.17, 13.05}, {36.08, -5.21}, {38.47, 15.13},
		{38.15, 15.35}, {37.51, 15.17}, {35.49, 14.32}, {39.36, 19.56},
	}))
	tour := tsp.Tour{0, 13, 12, 11, 6, 5, 14, 4, 10, 8, 9, 15, 2, 1, 3, 7}
	if got := in.Length(tour); got != 6859 {
		t.Errorf("length %d, want 6859", got)
	}
}

func TestHaversineMeetsTheGlobe(t *testing.T) {
	const equator = 2 * math.Pi * geom.EarthRadius
	for _, c := range []struct {
		name      string
		a, b      tsp.Point
		metres    float64
		tolerance float64 // relative tolerance
	}{
		{"Paris to London", tsp.Point{48.8566, 2.3522}, tsp.Point{51.5074, -0.1278}, 343_500, 0.005},
		{"New York to Sydney", tsp.Point{40.7128, -74.0060}, tsp.Point{-33.8688, 151.2093}, 15_988_000, 0.005},
		{"across the date line", tsp.Point{0, 179.5}, tsp.Point{0, -179.5}, equator / 360, 1e-6},
		{"the same date line", tsp.Point{0, -180}, tsp.Point{0, 180}, 0, 0},
		{"over the pole", tsp.Point{89, 0}, tsp.Point{89, 180}, equator / 180, 1e-6},
		{"pole to pole", tsp.Point{90, 17}, tsp.Point{-90, -80}, equator / 2, 1e-7},
		{"antipodes", tsp.Point{12, 34}, tsp.Point{-12, -146}, equator / 2, 1e-7},
		{"one metre north", tsp.Point{47, 8}, tsp.Point{47 + 360/equator, 8}, 1, 1e-6},
		{"one metre east", tsp.Point{60, 8}, tsp.Point{60, 8 + 2*360/equator}, 1, 1e-6},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := must(tsp.FromPoints(tsp.Haversine, []tsp.Point{c.a, c.b}))
			got := float64(in.Dist(0, 1)) / in.Scale()
			if off := math.Abs(got - c.metres); off > 1e-6+c.tolerance*c.metres {
				t.Errorf("%v metres, want %v", got, c.metres)
			}
		})
	}
}

func TestMetricNames(t *testing.T) {
	for _, name := range append(tsp.MetricNames(), "EXPLICIT") {
		m, err := tsp.ParseMetric(name)
		if err != nil || m.String() != name {
			t.Errorf("%q became %v, %v", name, m, err)
		}
	}
	if m, err := tsp.ParseMetric("euc_2d"); err != nil || m != tsp.Euc2D {
		t.Errorf("lower case became %v, %v", m, err)
	}
	for _, name := range []string{"", "FUNCTION", "CLOSED", "EUC_4D", "SPECIAL"} {
		if m, err := tsp.ParseMetric(name); err == nil {
			t.Errorf("%q became %v", name, m)
		}
	}
	if got := tsp.Metric(200).String(); got != "Metric(200)" {
		t.Errorf("an unknown metric is called %q", got)
	}
}

func TestMetricsKnowTheirCoordinates(t *testing.T) {
	spaces := []tsp.Metric{tsp.Euc3D, tsp.Man3D, tsp.Max3D, tsp.Xray1, tsp.Xray2}
	for m := tsp.Euc2D; m <= tsp.Haversine; m++ {
		want := 2
		if slices.Contains(spaces, m) {
			want = 3
		}
		if m == tsp.Explicit || m == tsp.Function {
			want = 0
		}
		if m.Dims() != want || m.Dims() > 0 != (want > 0) {
			t.Errorf("%v: %d coordinates, spatial %v; want %d", m, m.Dims(), m.Dims() > 0, want)
		}
	}
}

// spatial draws an instance with coordinates, of any spatial metric.
func spatial(t *rapid.T, minCities int) *tsp.Instance {
	metric := must(tsp.ParseMetric(rapid.SampledFrom(tsp.MetricNames()).Draw(t, "metric")))
	dims := metric.Dims()
	if metric == tsp.Euclidean {
		dims = rapid.IntRange(2, 3).Draw(t, "dims")
	}
	limit := 1e5
	if metric == tsp.Geo || metric == tsp.Haversine {
		limit = 90
	}
	n := rapid.IntRange(minCities, 12).Draw(t, "n")
	coords := rapid.SliceOfN(rapid.Float64Range(-limit, limit), n*dims, n*dims).Draw(t, "coords")
	return must(tsp.FromCoords(metric, dims, coords))
}

func TestDistancesAreSymmetricAndSmall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := spatial(t, 1)
		self := int64(0)
		if in.Metric() == tsp.Geo {
			self = 1 // as defined by TSPLIB's formula
		}
		for i := range int32(in.N()) {
			if d := in.Dist(i, i); d != self {
				t.Fatalf("from %d to itself: %d", i, d)
			}
			for j := range i {
				d := in.Dist(i, j)
				if d != in.Dist(j, i) || d < 0 || d > tsp.MaxDistance {
					t.Fatalf("from %d to %d: %d, back %d", i, j, d, in.Dist(j, i))
				}
			}
		}
	})
}
