package vec

import (
	"slices"
	"testing"
)

func TestPathSet(t *testing.T) {
	coords := []float64{0, 0, 3, 0, 3, 4}
	var p Path
	p.Set(uniform(9, 1), identity(9)) // to be overwritten
	p.Set(coords, []int32{2, 0, 1})
	for _, c := range []struct {
		name      string
		got, want []float32
	}{
		{"X", p.X, []float32{3, 0, 3, 3}},
		{"Y", p.Y, []float32{4, 0, 0, 4}},
		{"Edge", p.Edge, []float32{5, 3, 4}},
		{"Squared", p.Squared, []float32{25, 9, 16}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	if p.Set(coords, nil); len(p.X)+len(p.Y)+len(p.Edge)+len(p.Squared) != 0 {
		t.Errorf("the empty tour has %v", p)
	}
}
