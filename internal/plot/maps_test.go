package plot

import (
	"strings"
	"testing"
)

// boards returns maps with the same two paths in different orders.
func boards() Maps {
	xy := []float64{0, 0, 30, 0, 10, 0, 20, 5, 21, 5}
	left := Map{XY: xy, Title: "before", Paths: []Path{{"T1", [][]int32{{0, 1, 2}}}, {"T2", [][]int32{{3}, {4, 3}}}}}
	right := left
	right.Title, right.Paths = "after", []Path{{"T1", [][]int32{{0, 2, 1}}}, {"T2", [][]int32{{3, 4}}}}
	return Maps{Maps: []Map{left, right}, Title: "board", Note: "30 mm saved"}
}

// A picture shows all maps below a header with a key, and each path has its colour on both maps.
func TestMaps(t *testing.T) {
	for _, theme := range []Theme{Light, Dark, Mono} {
		p := boards()
		p.Theme = theme
		s, _ := svgOf(t, p)
		for _, text := range []string{"board", "30 mm saved", "before", "after", "T1", "T2"} {
			if strings.Count(s.words(), text) != 1 {
				t.Errorf("theme %v: %q appears %d times", theme, text, strings.Count(s.words(), text))
			}
		}
		strokes := map[string]int{}
		for _, p := range s.Paths {
			if !p.isDots() {
				strokes[p.Stroke+p.Dash]++
			}
		}
		if want := theme.palette().serial(0).hex(); theme != Mono && strokes[want] < 3 {
			t.Errorf("theme %v: %v, want three lines in %s: in the key and on both maps", theme, strokes, want)
		}
	}
}

func TestTextsOfMapsDoNotOverlap(t *testing.T) {
	for _, width := range []int{0, 400, 1600} {
		p := boards()
		p.Width = width
		if width == 1600 {
			p.Maps = p.Maps[:1]
		}
		for i := range 40 {
			name := "tool " + strings.Repeat("x", i%7)
			for k := range p.Maps {
				p.Maps[k].Paths = append(p.Maps[k].Paths, Path{Name: name})
			}
		}
		checkTexts(t, p)
	}
}

func TestMapsRefuse(t *testing.T) {
	wrong := boards()
	wrong.Maps[1].Paths[1].Lines[0][0] = 9
	for want, p := range map[string]Maps{
		"plot: width 3, want": {Maps: []Map{{}}, Width: 3},
		`map 2: plot: path "T2" visits city 9, want a city from 0 to less than 5`: wrong,
	} {
		if _, err := p.sheet(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
