package plot

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Places returns the positions of the dots in the SVG.
func TestPlacesAreWhereTheDotsAre(t *testing.T) {
	m := Map{XY: []float64{0, 0, 3, 1, 2, 5}, Tour: []int32{0, 1, 2}, Width: 400}
	xy, width, height, err := m.Places()
	if err != nil {
		t.Fatal(err)
	}
	var svg strings.Builder
	if err := m.SVG(&svg); err != nil {
		t.Fatal(err)
	}
	first := fmt.Sprintf("M%v %vh0", math.Round(xy[0]*10)/10, math.Round(xy[1]*10)/10)
	size := fmt.Sprintf(`width="%d" height="%d"`, width, height)
	for _, want := range []string{first, size} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("no %s in %s", want, svg.String())
		}
	}
}

func TestPlacesOfABadMap(t *testing.T) {
	if _, _, _, err := (Map{XY: []float64{1}}).Places(); err == nil {
		t.Error("no error for half a place")
	}
}
