package tsp_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/shared"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// called makes an instance of that name, size and metric: its cities are all
// in one place.
func called(t testing.TB, name string, n int, metric tsp.Metric) *tsp.Instance {
	t.Helper()
	var in *tsp.Instance
	var err error
	if metric == tsp.Explicit {
		in, err = tsp.FromMatrix(n, make([]float64, n*n))
	} else {
		in, err = tsp.FromCoords(metric, metric.Dims(), make([]float64, n*metric.Dims()))
	}
	if err != nil {
		t.Fatal(err)
	}
	in.Name = name
	return in
}

func TestBestKnown(t *testing.T) {
	berlin := called(t, "berlin52", 52, tsp.Euc2D)
	for _, c := range []struct {
		name string
		in   *tsp.Instance
		want tsp.Optimum // zero: none
	}{
		{"berlin52", berlin, tsp.Optimum{Value: 7542, Proven: true}},
		{"upper case", called(t, "BERLIN52", 52, tsp.Euc2D), tsp.Optimum{Value: 7542, Proven: true}},
		{"extension", called(t, "berlin52.tsp", 52, tsp.Euc2D), tsp.Optimum{Value: 7542, Proven: true}},
		{"folder", called(t, "/data/tsplib/berlin52.tsp.gz", 52, tsp.Euc2D), tsp.Optimum{Value: 7542, Proven: true}},
		{"foreign folder", called(t, `C:\data\berlin52.tsp`, 52, tsp.Euc2D), tsp.Optimum{Value: 7542, Proven: true}},
		{"not proven", called(t, "mona-lisa100K", 100_000, tsp.Euc2D), tsp.Optimum{Value: 5757191}},
		{"asymmetric", called(t, "ftv33", 34, tsp.Explicit), tsp.Optimum{Value: 1286, Proven: true}},
		{"dsj1000 as its file says", called(t, "dsj1000", 1000, tsp.Ceil2D), tsp.Optimum{Value: 18660188, Proven: true}},
		{"dsj1000 as papers say", called(t, "dsj1000", 1000, tsp.Euc2D), tsp.Optimum{Value: 18659688, Proven: true}},
		{"another size", called(t, "berlin52", 51, tsp.Euc2D), tsp.Optimum{}},
		{"another metric", called(t, "berlin52", 52, tsp.Ceil2D), tsp.Optimum{}},
		{"another name", called(t, "berlin", 52, tsp.Euc2D), tsp.Optimum{}},
		{"a variant", called(t, "berlin52.moved.tsp", 52, tsp.Euc2D), tsp.Optimum{}},
		{"no name", called(t, "", 52, tsp.Euc2D), tsp.Optimum{}},
		{"start", must(berlin.StartAt(3)), tsp.Optimum{Value: 7542, Proven: true}},
		{"path", must(berlin.Path(-1, -1)), tsp.Optimum{}},
		{"closed path", must(berlin.Path(-1, -1)).Closed().Instance, tsp.Optimum{}},
		{"fixed edge", must(berlin.FixEdges([][2]int32{{0, 1}})), tsp.Optimum{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := tsp.BestKnown(c.in)
			if got != c.want || ok != (c.want != tsp.Optimum{}) {
				t.Errorf("%+v, %v; want %+v", got, ok, c.want)
			}
		})
	}
}

// lin318 stands for the real one: of its cities only the first and the 214th
// are where they should be.
func lin318(name string) *tsp.Instance {
	points := make([]tsp.Point, 318)
	points[0], points[213] = tsp.Point{63, 71}, tsp.Point{173, 3938}
	in := must(tsp.FromPoints(tsp.Euc2D, points))
	in.Name = name
	return in
}

func TestBestKnownOfLinhp318CountsTheFixedEdge(t *testing.T) {
	fixed := func(name string, edges ...[2]int32) *tsp.Instance { return must(lin318(name).FixEdges(edges)) }
	with := tsp.Optimum{Value: 41345 + 3869, Proven: true}
	for _, c := range []struct {
		name string
		in   *tsp.Instance
		want tsp.Optimum
	}{
		{"its file calls it lin318", fixed("lin318", [2]int32{0, 213}), with},
		{"linhp318", fixed("linhp318", [2]int32{213, 0}), with},
		{"lin318 itself", lin318("lin318"), tsp.Optimum{Value: 42029, Proven: true}},
		{"without the edge", lin318("linhp318"), tsp.Optimum{}},
		{"another edge", fixed("linhp318", [2]int32{0, 212}), tsp.Optimum{}},
		{"one edge more", fixed("lin318", [2]int32{0, 213}, [2]int32{5, 6}), tsp.Optimum{}},
		{"another instance", fixed("lin319", [2]int32{0, 213}), tsp.Optimum{}},
		{"path", must(fixed("linhp318", [2]int32{0, 213}).Path(-1, -1)), tsp.Optimum{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := tsp.BestKnown(c.in); got != c.want || ok != (c.want != tsp.Optimum{}) {
				t.Errorf("%+v, %v; want %+v", got, ok, c.want)
			}
		})
	}
}

func TestTheTableEqualsTheList(t *testing.T) {
	file, err := os.Open(filepath.Join(shared.Data(t), "optima.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // only read
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, row := range rows[1:] {
		problem, metric, _ := strings.Cut(row[2], "/")
		if problem == "QAP" || row[3] == "" || row[0] == "linhp318" {
			continue // pm8079 has no value, linhp318 a test of its own
		}
		found++
		n, value := must(strconv.Atoi(row[1])), must(strconv.ParseInt(row[3], 10, 64))
		got, ok := tsp.BestKnown(called(t, row[0], n, must(tsp.ParseMetric(metric))))
		if want := (tsp.Optimum{Value: value, Proven: row[4] == "yes"}); !ok || got != want {
			t.Errorf("%v: %+v, %v", row, got, ok)
		}
	}
	if found < 200 {
		t.Errorf("%d rows", found)
	}
}
