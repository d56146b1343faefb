package tsp_test

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// square returns an instance of four cities, one of them far from the others.
func square() *tsp.Instance {
	return must(tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {10, 0}, {10, 30}, {-5, 10}}))
}

func TestIDs(t *testing.T) {
	in := square()
	if id := in.ID(2); id != 3 {
		t.Errorf("city 2 is called %d without ids", id)
	}
	in = withIDs(7, -2, 100, 0)
	for i, id := range []int64{7, -2, 100, 0} {
		if c, ok := in.City(id); in.ID(int32(i)) != id || c != int32(i) || !ok {
			t.Errorf("city %d, id %d: ID %d, City %d", i, id, in.ID(int32(i)), c)
		}
	}
	for _, id := range []int64{1, 4, 101, math.MaxInt64} {
		if c, ok := in.City(id); ok {
			t.Errorf("id %d is city %d", id, c)
		}
	}
}

func TestWithoutIDsCitiesCountFromOne(t *testing.T) {
	for _, in := range []*tsp.Instance{square(), withIDs(1, 2, 3, 4), must(withIDs(4, 3, 2, 1).With(tsp.Details{}))} {
		for id, want := range map[int64]bool{0: false, 1: true, 4: true, 5: false, -1: false, 1 << 32: false, 1<<32 + 1: false} {
			if i, ok := in.City(id); ok != want || want && int64(i) != id-1 {
				t.Errorf("id %d: city %d, %v, want %v", id, i, ok, want)
			}
		}
	}
}

func withIDs(ids ...int64) *tsp.Instance { return must(square().With(tsp.Details{IDs: ids})) }

type rows int

func (rows) Titles() []string       { return nil }
func (r rows) Len() int             { return int(r) }
func (rows) Text(int32, int) string { return "" }

// Details that do not fit are rejected, and the instance is unchanged.
func TestDetailsRejected(t *testing.T) {
	in := withIDs(4, 3, 2, 1)
	for want, d := range map[string]tsp.Details{
		"duplicate id 5":        {IDs: []int64{1, 5, 3, 5}},
		"3 ids for 4 cities":    {IDs: []int64{1, 2, 3}},
		"0 ids for 4 cities":    {IDs: []int64{}},
		"2 labels for 4":        {Labels: []string{"A", "B"}},
		`duplicate id "a"`:      {Codes: []string{"a", "b", "a", "c"}},
		"1 codes for 4":         {Codes: []string{"a"}},
		"4 display coordinates": {Display: make([]float64, 4)},
		"7 latitudes":           {Locations: make([]float64, 7)},
		"city 2: latitude 91":   {Locations: []float64{0, 0, 91, 0, 0, 0, 0, 0}},
		"5 rows for 4 cities":   {Columns: rows(5)},
	} {
		if _, err := in.With(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", d, err, want)
		}
	}
	if c, ok := in.City(4); in.ID(1) != 3 || in.Details().Labels != nil || c != 0 || !ok {
		t.Errorf("rejected details stuck: id %d, labels %v", in.ID(1), in.Details().Labels)
	}
}

// With replaces all details. The unit implied by the metric remains.
func TestWith(t *testing.T) {
	globe := must(tsp.FromPoints(tsp.Haversine, []tsp.Point{{52, 13}, {53, 14}}))
	first := must(globe.With(tsp.Details{Name: "tour", IDs: []int64{7, 9}, Labels: []string{"a", "b"}, Columns: rows(2)}))
	d := first.Details()
	d.Labels = []string{"c", "d"}
	second := must(first.With(d))
	if c, ok := second.City(9); c != 1 || !ok || second.Name() != "tour" || second.NameOf(0) != "c" || first.NameOf(0) != "a" {
		t.Errorf("%+v after %+v", second.Details(), first.Details())
	}
	if got := must(second.With(tsp.Details{Name: "x"})); got.ID(0) != 1 || got.NameOf(0) != "1" || got.Details().Unit != "m" {
		t.Errorf("details that were not given: %+v", got.Details())
	}
	if c, ok := second.City(7); c != 0 || !ok {
		t.Errorf("id 7 is city %d, %v", c, ok)
	}
	if km := must(globe.With(tsp.Details{Unit: "km"})); km.Details().Unit != "km" {
		t.Errorf("unit %q", km.Details().Unit)
	}
}

func TestFindByLabelOrID(t *testing.T) {
	in := must(square().With(tsp.Details{IDs: []int64{10, 20, 30, 40}, Labels: []string{"Bern", "20", "10", "Genève"}}))
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

// Hashing a small instance must allocate little memory, because a service hashes many small
// instances.
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
	named := must(square().With(tsp.Details{
		Name: "a name", Comment: "a comment", IDs: []int64{9, 8, 7, 6}, Labels: []string{"a", "b", "c", "d"},
	}))
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
	const n = 10_000 // enough coordinates for more than one buffer
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
