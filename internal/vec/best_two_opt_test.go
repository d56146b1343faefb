package vec

import (
	"math/rand/v2"
	"testing"
)

func naiveBest(p *Path) (delta float32, i, j int) {
	i, j = -1, -1
	n := len(p.Edge)
	for a := range n {
		for b := a + 2; b < n; b++ {
			if a == 0 && b == n-1 {
				continue
			}
			if d := naiveDelta(p, a, b); d < delta {
				delta, i, j = d, a, b
			}
		}
	}
	return delta, i, j
}

func TestBestTwoOpt(t *testing.T) {
	for _, place := range places {
		for n := range 40 {
			random := rand.New(rand.NewPCG(uint64(n), 4))
			coords := make([]float64, 2*n)
			for i := range coords {
				coords[i] = place.next(random)
			}
			p := pathOf(coords, identity(n))
			delta, i, j := naiveBest(p)
			if d, a, b := BestTwoOpt(p.X, p.Y, p.Edge); d != delta || a != i || b != j {
				t.Errorf("%s, n = %d: got %v at (%d, %d), want %v at (%d, %d)", place.name, n, d, a, b, delta, i, j)
			}
			if d, a, b := BestTwoOptFiltered(p.X, p.Y, p.Edge, p.Squared); d != delta || a != i || b != j {
				t.Errorf("%s, n = %d, filtered: got %v at (%d, %d), want %v at (%d, %d)", place.name, n, d, a, b, delta, i, j)
			}
		}
	}
}

func TestBestTwoOptUncrossesASquare(t *testing.T) {
	p := pathOf([]float64{0, 0, 3, 3, 3, 0, 0, 3}, identity(4))
	delta, i, j := BestTwoOpt(p.X, p.Y, p.Edge)
	if delta > -2.48 || delta < -2.49 || i != 0 || j != 2 {
		t.Errorf("got %v at (%d, %d), want 6 - 2·√18 at (0, 2)", delta, i, j)
	}
}

// Fewer than four cities have no move, whatever the slices hold.
func TestBestTwoOptOfFewCities(t *testing.T) {
	for n := range 4 {
		p := pathOf(uniform(n, 1), identity(n))
		if delta, i, j := BestTwoOpt(p.X, p.Y, p.Edge); delta != 0 || i != -1 || j != -1 {
			t.Errorf("n = %d: got %v at (%d, %d)", n, delta, i, j)
		}
		if delta, i, j := BestTwoOptFiltered(p.X, p.Y, p.Edge, p.Squared); delta != 0 || i != -1 || j != -1 {
			t.Errorf("n = %d, filtered: got %v at (%d, %d)", n, delta, i, j)
		}
	}
}
