package referee_test

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tools/hostile/referee"
)

// TSPLIB 95 states the lengths of the tours through all cities in the order of their numbers, so
// that programs can check their distances.
func TestCanonicalTours(t *testing.T) {
	for name, length := range map[string]int64{"pcb442": 221440, "gr666": 423710, "att532": 309636} {
		text, err := os.ReadFile("../../../../shared/data/tsplib/" + name + ".tsp")
		if errors.Is(err, fs.ErrNotExist) && os.Getenv("TOURMALINE_REQUIRE_DATA") == "" {
			t.Skipf("no instances of TSPLIB: %v", err)
		}
		if err != nil {
			t.Fatal(err)
		}
		in, ok := referee.Read(string(text))
		if !ok {
			t.Fatalf("%s is not read", name)
		}
		order := make([]int, in.N())
		for i := range order {
			order[i] = i
		}
		if cost, err := in.Cost(order); cost != length || err != nil {
			t.Errorf("%s: %d, %v, TSPLIB states %d", name, cost, err, length)
		}
	}
}

// Distances computed by hand from the definitions.
func TestMetrics(t *testing.T) {
	for _, c := range []struct {
		metric string
		a, b   []float64
		want   int64
	}{
		{"EUC_2D", []float64{0, 0}, []float64{1, 1}, 1},
		{"EUC_2D", []float64{0, 0}, []float64{1, 1.2}, 2},
		{"CEIL_2D", []float64{0, 0}, []float64{1, 1}, 2},
		{"EUC_3D", []float64{0, 0, 0}, []float64{2, 3, 6}, 7},
		{"MAN_2D", []float64{0, 0}, []float64{-1.2, 1.2}, 2},
		{"MAN_3D", []float64{1, 2, 3}, []float64{3, 2, 1}, 4},
		{"MAX_2D", []float64{0, 0}, []float64{3, -7.6}, 8},
		{"MAX_3D", []float64{0, 0, 9}, []float64{3, -7.4, 0}, 9},
		{"ATT", []float64{0, 0}, []float64{10, 0}, 4},   // √10 = 3.16 is rounded up
		{"ATT", []float64{0, 0}, []float64{100, 0}, 32}, // √1000 = 31.6
		{"GEO", []float64{10, 10}, []float64{10, 10}, 1},
		{"GEO", []float64{0, 0}, []float64{1.3, 0}, 167}, // 1.5 degrees
	} {
		in := referee.Instance{Metric: c.metric, Points: [][]float64{c.a, c.b}, Route: referee.Closed}
		if got := in.Distance(0, 1); got != c.want {
			t.Errorf("%s from %v to %v: %d, expected %d", c.metric, c.a, c.b, got, c.want)
		}
	}
}

func line(n int) referee.Instance {
	in := referee.Instance{Metric: "EUC_2D", Route: referee.Closed}
	for i := range n {
		in.Points = append(in.Points, []float64{float64(i * i), 0})
	}
	return in
}

// The optimum of points on a line is known.
func TestOptimum(t *testing.T) {
	for _, c := range []struct {
		route referee.Route
		want  int64
	}{
		{referee.Closed, 50},
		{referee.Route{Start: 2, End: -1}, 50},
		{referee.Route{Open: true, Start: -1, End: -1}, 25},
		{referee.Route{Open: true, Start: 1, End: -1}, 26}, // back to 0, then to the other end
		{referee.Route{Open: true, Start: 1, End: 4}, 1 + 25 + 9},
	} {
		in := line(6)
		in.Route = c.route
		if got := in.Optimum(); got != c.want {
			t.Errorf("%+v: %d, expected %d", c.route, got, c.want)
		}
	}
}

func TestWrongTours(t *testing.T) {
	in := line(4)
	in.Fixed = [][2]int{{1, 2}}
	in.Route.Start = 1
	for _, tour := range [][]int{{1, 2, 3}, {1, 2, 3, 3}, {1, 2, 3, 4}, {0, 1, 2, 3}, {1, 3, 2, 0}} {
		if cost, err := in.Cost(tour); err == nil {
			t.Errorf("%v is accepted with cost %d", tour, cost)
		}
	}
	if cost, err := in.Cost([]int{1, 2, 3, 0}); cost != 18 || err != nil {
		t.Errorf("%d, %v, expected 18", cost, err)
	}
	in.Route = referee.Route{Open: true, Start: -1, End: 0}
	if _, err := in.Cost([]int{1, 2, 0, 3}); err == nil {
		t.Error("a path that ends elsewhere is accepted")
	}
}

func TestProblems(t *testing.T) {
	equal := func(name string, want int64) func(int64, error) {
		return func(got int64, err error) {
			t.Helper()
			if got != want || err != nil {
				t.Errorf("%s: %d, %v, expected %d", name, got, err, want)
			}
		}
	}
	a, b := [][]int64{{0, 1}, {2, 0}}, [][]int64{{0, 10}, {100, 0}}
	equal("identity", 210)(referee.Assignment(a, b, []int{0, 1}))
	equal("exchange", 120)(referee.Assignment(a, b, []int{1, 0}))
	edges := []referee.Edge{{A: 0, B: 1, Weight: 5}, {A: 1, B: 2, Weight: -2}}
	equal("cut", -5)(referee.Cut(3, edges, []int{0, 1, 1}))
	equal("conflicts", 1)(referee.Conflicts(3, 3, edges, []int{0, 2, 2}))
	// The products are 1 and -1, and S is {1, 1}: 30·2, and a difference of one 1 and one -1.
	equal("perceptron", 62)(referee.Perceptron([][]int{{1, 1, -1}, {-1, -1, 1}}, []int{1, 1}, []int{1, 1, 1}))
	for _, err := range []error{
		second(referee.Assignment(a, b, []int{0, 0})), second(referee.Cut(3, edges, []int{0, 1, 2})),
		second(referee.Conflicts(3, 2, edges, []int{0, 1})), second(referee.Perceptron([][]int{{1}}, []int{1}, []int{0})),
	} {
		if err == nil {
			t.Error("a wrong solution is accepted")
		}
	}
}

func second(_ int64, err error) error { return err }

// The minima of the functions are known, but for weierstrass, which is an odd function.
func TestFunctions(t *testing.T) {
	all := referee.Functions()
	for name, at := range map[string]float64{"rastrigin": 0, "rosenbrock": 1, "ackley": 0, "griewank": 0, "weierstrass": 0} {
		if value := all[name].Value([]float64{at, at, at}); math.Abs(value) > 1e-14 {
			t.Errorf("%s: %v at its minimum, expected 0", name, value)
		}
	}
	for name, want := range map[string]float64{"rastrigin": 20.25, "rosenbrock": 100*0.0625 + 0.25, "griewank": 0.25/4000 + 1 - math.Cos(0.5)} {
		if value := all[name].Value([]float64{0.5, 0}); math.Abs(value-want) > 1e-13 {
			t.Errorf("%s: %v at (0.5, 0), expected %v", name, value, want)
		}
	}
}
