package places

import (
	"math"
	"testing"
)

func TestBounds(t *testing.T) {
	points := [][2]float64{{3, -4}, {-1, 2}, {0, 7}}
	b := BoundsOf(len(points), func(i int) (x, y float64) { return points[i][0], points[i][1] })
	if b != (Bounds{-1, -4, 3, 7}) {
		t.Errorf("bounds %v", b)
	}
	if c := b.Centre(); c != [2]float64{1, 1.5} {
		t.Errorf("centre %v", c)
	}
}

// The sum of the corners would be infinite.
func TestCentreOfLargeCoordinates(t *testing.T) {
	if c := (Bounds{math.MaxFloat64, 0, math.MaxFloat64, 2}).Centre(); c != [2]float64{math.MaxFloat64, 1} {
		t.Errorf("centre %v", c)
	}
}
