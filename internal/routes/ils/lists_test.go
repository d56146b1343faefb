package ils

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/routes/board"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// Neighbours are near in space, unless their windows are far apart.
func TestListsOfWindows(t *testing.T) {
	d := vrp.Data{Name: "line", Depots: []vrp.Depot{{}}, Fleet: []vrp.Type{{Count: 9, Capacity: []int32{9}, PerDistance: 1}}}
	for i := range 101 {
		d.Points = append(d.Points, tsp.Point{float64(i), 0})
		if i > 0 {
			early := int32(i%2) * 10_000 // odd stops are served late
			d.Stops = append(d.Stops, vrp.Stop{ID: int64(i), Place: int32(i), Window: vrp.Window{Open: early, Close: early + 100}})
		}
	}
	d.Distance, _ = tsp.FromPoints(tsp.Euc2D, d.Points)
	in, err := vrp.New(d)
	if err != nil {
		t.Fatal(err)
	}
	l, err := listsOf(t.Context(), in, board.Cities(in), 1)
	if err != nil {
		t.Fatal(err)
	}
	for s := range int32(100) {
		list, dist := l.Of(s), l.Dist[l.First[s]:l.First[s+1]]
		if len(list) != neighbours || !slices.IsSorted(dist) || slices.Contains(list, s) {
			t.Fatalf("stop %d: %v, %v", s, list, dist)
		}
		for _, other := range list {
			if other%2 != s%2 {
				t.Fatalf("stop %d has the neighbour %d, which is served at another time", s, other)
			}
		}
	}
}
