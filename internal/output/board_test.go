package output

import (
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

const twoTools = "M48\nMETRIC\nT1C0.3\nT2C1.0\n%\nT1\nX0.0Y0.0\nX30.0Y40.0\nX30.0Y50.0\nT2\nX1.0Y1.0\nM30\n"

func TestBoard(t *testing.T) {
	file, err := drill.Parse(strings.NewReader(twoTools), "b.drl")
	if err != nil {
		t.Fatal(err)
	}
	b := drill.Board{File: file, Name: "board"}
	trips, err := b.Trips()
	if err != nil {
		t.Fatal(err)
	}
	all, ok := Picture{Width: 300}.Board(b, trips, 0)
	if !ok || all.Note != "4 holes · 2 tools" || all.Tour != nil || all.Title != "board" || all.Width != 300 || !all.Crop {
		t.Errorf("all tools: %v, %+v", ok, all)
	}
	if want := []float64{0.3, 0.3, 0.3, 1}; !slices.Equal(all.Holes, want) || all.Details&plot.Holes == 0 {
		t.Errorf("the holes have the diameters %v, expected %v, and details %v", all.Holes, want, all.Details)
	}
	nothing := func(plot.Details) plot.Details { return 0 }
	one, ok := Picture{Title: "first", Whole: true, Details: nothing}.Board(b, trips, 1)
	if want := "T1 0.3 mm · 3 holes · travel 60 mm"; !ok || one.Note != want || one.Title != "first" || one.Crop || one.Details != 0 {
		t.Errorf("tool 1: %v, %+v, expected the note %q", ok, one, want)
	}
	if want := []int32{0, 1, 2}; !slices.Equal(one.Tour, want) || !slices.Equal(one.XY, []float64{0, 0, 30, 40, 30, 50}) {
		t.Errorf("tool 1 visits %v of %v", one.Tour, one.XY)
	}
	if _, ok := (Picture{}).Board(b, trips, 3); ok {
		t.Error("a tool without holes is drawn")
	}
}

// A picture of a sorted board has the paths of all tools on both boards, and the travel.
func TestSortingPicture(t *testing.T) {
	board := func(text string) drill.Board {
		file, err := drill.Parse(strings.NewReader(text), "b.drl")
		if err != nil {
			t.Fatal(err)
		}
		return drill.Board{File: file, Name: "board"}
	}
	sorted := strings.Replace(twoTools, "X0.0Y0.0\nX30.0Y40.0\nX30.0Y50.0", "X30.0Y50.0\nX30.0Y40.0\nX0.0Y0.0", 1)
	pair, err := Picture{}.Sorting(board(twoTools), board(sorted))
	if err != nil || pair.Note != "2 tools, 4 holes · travel 60 mm instead of 60 mm · 0.0 % saved" || pair.Title != "board" {
		t.Errorf("%v, %+v", err, pair)
	}
	for i, m := range pair.Maps {
		if len(m.Paths) != 2 || m.Paths[0].Name != "T1 0.3 mm" || !slices.Equal(m.Paths[0].Lines[0], []int32{0, 1, 2}) || !slices.Equal(m.Paths[1].Lines[0], []int32{3}) {
			t.Errorf("map %d: %+v", i, m.Paths)
		}
	}
	if !slices.Equal(pair.Maps[1].XY[:6], []float64{30, 50, 30, 40, 0, 0}) {
		t.Errorf("%v", pair.Maps[1].XY)
	}
}
