package local

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// A walk that accepts an immigrant scans all moves from the immigrant and has no home yet. Walks
// with better solutions are unchanged.
func TestAnImmigrantBeginsAnew(t *testing.T) {
	in, err := maxcut.New("path", 4, []maxcut.Edge{{From: 0, To: 1, Weight: 1}, {From: 1, To: 2, Weight: 1}, {From: 2, To: 3, Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	// The starts cut one edge, no edge and no edge.
	starts := []maxcut.Sides{{0, 1, 1, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}}
	l := Landscape[maxcut.Sides]{
		Random: func(r *rng.Stream) maxcut.Sides { return maxcut.Random(in.N(), r) },
		Around: func(_ maxcut.Sides, walk int) ([]moves.Neighbourhood[maxcut.Sides], error) {
			f, err := maxcut.NewFlips(in, starts[walk])
			return []moves.Neighbourhood[maxcut.Sides]{f}, err
		},
		Check: in.Check,
	}
	p := ILSDefaults()
	p.Walks = len(starts)
	s, err := New(l, p, 1, Threads[maxcut.Sides]{Count: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range s.walks {
		m := w.strategy.(*kicker[maxcut.Sides])
		m.seen, m.next, m.has, m.vain, w.done = 3, 2, true, 4, true
	}
	if taken, err := s.Immigrate(maxcut.Sides{0, 1, 0, 1}); !taken || err != nil {
		t.Fatalf("taken %v, error %v", taken, err)
	}
	for i, w := range s.walks {
		m, chosen := w.strategy.(*kicker[maxcut.Sides]), i == 1
		if began := m.seen == 0 && m.next == 0 && !m.has && m.vain == 0 && !w.done; began != chosen {
			t.Errorf("walk %d began anew: %v, expected %v", i, began, chosen)
		}
		if there := w.At.Cost() == -3; there != chosen {
			t.Errorf("walk %d costs %v", i, w.At.Cost())
		}
	}
}
