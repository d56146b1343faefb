package output

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

func TestExtremesAndForbiddenEdges(t *testing.T) {
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
