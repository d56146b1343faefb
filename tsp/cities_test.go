package tsp_test

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// square has four cities, one of them far from the others.
func square() *tsp.Instance {
	return must(tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {10, 0}, {10, 30}, {-5, 10}}))
}

func TestIDs(t *testing.T) {
	in := square()
	if id := in.ID(2); id != 3 {
		t.Errorf("city 2 is called %d without ids", id)
	}
	if err := in.SetIDs([]int64{7, -2, 100, 0}); err != nil {
		t.Fatal(err)
	}
	lookup := in.Cities()
	for i, id := range []int64{7, -2, 100, 0} {
		one, ok := in.City(id)
		all, also := lookup(id)
		if in.ID(int32(i)) != id || one != int32(i) || all != int32(i) || !ok || !also {
			t.Errorf("city %d, id %d: ID %d, City %d, Cities %d", i, id, in.ID(int32(i)), one, all)
		}
	}
	for _, id := range []int64{1, 4, 101, math.MaxInt64} {
		_, one := in.City(id)
		_, all := lookup(id)
		if one || all {
			t.Errorf("found a city called %d", id)
		}
	}
}

func TestWithoutIDsCitiesCountFromOne(t *testing.T) {
	for _, in := range []*tsp.Instance{square(), withIDs(t, 1, 2, 3, 4)} {
		lookup := in.Cities()
		for id, want := range map[int64]bool{0: false, 1: true, 4: true, 5: false, -1: false, 1 << 32: false, 1<<32 + 1: false} {
			i, one := in.City(id)
			_, all := lookup(id)
			if one != want || all != want || want && int64(i) != id-1 {
				t.Errorf("id %d: city %d, %v and %v, want %v", id, i, one, all, want)
			}
		}
	}
}

func withIDs(t *testing.T, ids ...int64) *tsp.Instance {
	in := square()
	if err := in.SetIDs(ids); err != nil {
		t.Fatal(err)
	}
	return in
}

func TestNamesRefused(t *testing.T) {
	in := square()
	if err := in.SetIDs([]int64{1, 5, 3, 5}); err == nil || !strings.Contains(err.Error(), "id 5") {
		t.Errorf("a double id: %v", err)
	}
	if err := in.SetIDs([]int64{1, 2, 3}); err == nil {
		t.Error("too few ids passed")
	}
	if err := in.SetLabels([]string{"A", "B"}); err == nil {
		t.Error("too few labels passed")
	}
	if err := in.SetDisplay(make([]float64, 4)); err == nil || in.Display() != nil {
		t.Errorf("too few display coordinates: %v", err)
	}
	if in.ID(1) != 2 || in.Labels() != nil {
		t.Errorf("a refused name stuck: id %d, labels %v", in.ID(1), in.Labels())
	}
}

func TestFindByLabelOrID(t *testing.T) {
	in := withIDs(t, 10, 20, 30, 40)
	if err := in.SetLabels([]string{"Bern", "20", "10", "Genève"}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int32{"Bern": 0, "Genève": 3, "bern": 0, "GEN": 3, "30": 2, "40": 3, "10": 2, "20": 1} {
		if got, err := in.Find(name); err != nil || got != want {
			t.Errorf("%q is city %d, %v; want %d", name, got, err, want)
		}
	}
	for _, name := range []string{"", "1", "41", "4x", "99999999999999999999"} {
		if got, err := in.Find(name); err == nil {
			t.Errorf("%q is city %d", name, got)
		}
	}
}

func TestBox(t *testing.T) {
	want := tsp.Box{Lo: [3]float64{-5, 0, 0}, Hi: [3]float64{10, 30, 0}}
	if got := square().Box(); got != want {
		t.Errorf("box %v, want %v", got, want)
	}
	space := must(tsp.FromCoords(tsp.Euc3D, 3, []float64{1, 2, 3, -1, 5, -7}))
	want = tsp.Box{Lo: [3]float64{-1, 2, -7}, Hi: [3]float64{1, 5, 3}}
	if got := space.Box(); got != want {
		t.Errorf("box in space %v, want %v", got, want)
	}
	if got := must(tsp.FromMatrix(2, two(1, 1))).Box(); got != (tsp.Box{}) {
		t.Errorf("a matrix has the box %v", got)
	}
}

func TestPicture(t *testing.T) {
	plane := []float64{0, 0, 10, 0, 10, 30, -5, 10}
	if got := square().Picture(); !slices.Equal(got, plane) {
		t.Errorf("plane: %v", got)
	}
	space := must(tsp.FromCoords(tsp.Man3D, 3, []float64{1, 2, 3, 4, 5, 6}))
	if got := space.Picture(); !slices.Equal(got, []float64{1, 2, 4, 5}) {
		t.Errorf("space: %v", got)
	}
	globe := must(tsp.FromPoints(tsp.Haversine, []tsp.Point{{59, 10}, {61, 20}}))
	got := globe.Picture()
	if math.Abs(got[0]-5) > 1e-12 || got[1] != 59 || math.Abs(got[2]-10) > 1e-12 || got[3] != 61 || !globe.Geographic() {
		t.Errorf("at 60 degrees north a degree of longitude is half as wide: %v", got)
	}
	weights := must(tsp.FromMatrix(2, two(1, 1)))
	if got := weights.Picture(); got != nil {
		t.Errorf("a matrix has the picture %v", got)
	}
	if err := weights.SetDisplay([]float64{1, 2, 3, 4}); err != nil || !slices.Equal(weights.Picture(), []float64{1, 2, 3, 4}) {
		t.Errorf("display %v, %v", weights.Picture(), err)
	}
}

// A service hashes many small instances, so a small one must not allocate much.
func TestHashTakesMemoryBySize(t *testing.T) {
	in := square()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 {
		in.Hash()
	}
	runtime.ReadMemStats(&after)
	if bytes := (after.TotalAlloc - before.TotalAlloc) / 100; bytes > 4096 {
		t.Errorf("%d bytes to hash %d cities", bytes, in.N())
	}
}

func TestHashKnowsTheDistancesOnly(t *testing.T) {
	want := square().Hash()
	named := withIDs(t, 9, 8, 7, 6)
	named.Name, named.Comment = "a name", "a comment"
	if err := named.SetLabels([]string{"a", "b", "c", "d"}); err != nil {
		t.Fatal(err)
	}
	if got := named.Hash(); got != want {
		t.Errorf("names changed the hash to %s", got)
	}
	if !strings.HasPrefix(want, "sha256:") || len(want) != len("sha256:")+64 {
		t.Errorf("hash %q", want)
	}
}

func TestHashesTellInstancesApart(t *testing.T) {
	coords := func(m tsp.Metric, p ...tsp.Point) *tsp.Instance { return must(tsp.FromPoints(m, p)) }
	distance := func(d int64) func(int, int) int64 { return func(int, int) int64 { return d } }
	seen := map[string]string{}
	for name, in := range map[string]*tsp.Instance{
		"square":         square(),
		"one city moved": coords(tsp.Euc2D, tsp.Point{0, 0}, tsp.Point{10, 0}, tsp.Point{10, 30}, tsp.Point{-5, 10.001}),
		"order":          coords(tsp.Euc2D, tsp.Point{10, 0}, tsp.Point{0, 0}, tsp.Point{10, 30}, tsp.Point{-5, 10}),
		"one city less":  coords(tsp.Euc2D, tsp.Point{0, 0}, tsp.Point{10, 0}, tsp.Point{10, 30}),
		"metric":         coords(tsp.Ceil2D, tsp.Point{0, 0}, tsp.Point{10, 0}, tsp.Point{10, 30}, tsp.Point{-5, 10}),
		"path":           must(square().Path(-1, -1)),
		"path from":      must(square().Path(0, -1)),
		"path to":        must(square().Path(-1, 0)),
		"fixed":          must(square().FixEdges([][2]int32{{0, 2}})),
		"fixed else":     must(square().FixEdges([][2]int32{{0, 3}})),
		"matrix":         must(tsp.FromMatrix(2, two(5, 6))),
		"transposed":     must(tsp.FromMatrix(2, two(6, 5))),
		"scaled":         must(tsp.FromMatrix(2, two(0.5, 0.6))),
		"function":       must(tsp.FromFunc(2, true, 1, distance(5))),
		"other function": must(tsp.FromFunc(2, true, 1, distance(6))),
		"other scale":    must(tsp.FromFunc(2, true, 10, distance(5))),
		"asymmetric":     must(tsp.FromFunc(2, false, 1, distance(5))),
	} {
		h := in.Hash()
		if other, ok := seen[h]; ok {
			t.Errorf("%q and %q have the same hash", name, other)
		}
		seen[h] = name
	}
}

func TestHashReadsLongInstancesToTheEnd(t *testing.T) {
	const n = 10_000 // coordinates for more than one buffer
	points := make([]tsp.Point, n)
	before := must(tsp.FromPoints(tsp.Euc2D, points)).Hash()
	points[n-1][1] = 1
	if must(tsp.FromPoints(tsp.Euc2D, points)).Hash() == before {
		t.Error("the last coordinate does not count")
	}
	values := make([]float64, 200*200)
	before = must(tsp.FromMatrix(200, values)).Hash()
	values[len(values)-2] = 1
	if must(tsp.FromMatrix(200, values)).Hash() == before {
		t.Error("the last weight does not count")
	}
}

func TestAClosedInstanceHasTheHashOfItsPath(t *testing.T) {
	path := must(square().Path(0, 2))
	if got := path.Closed().Instance.Hash(); got != path.Hash() {
		t.Errorf("hash %s, want %s", got, path.Hash())
	}
}
