package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// In the example of [DEM06 §3.2.2, Figure 1], the bars join the classifiers whose ranks differ by
// at most 1.25.
func TestRanksJoinWhatIsNear(t *testing.T) {
	r := Ranks{Names: []string{"C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"}, Ranks: []float64{3.143, 2, 2.893, 1.964}, Difference: 1.25}
	l := r.layout()
	if !slices.Equal(l.order, []int{3, 1, 2, 0}) || !slices.Equal(l.groups, [][2]int{{0, 3}}) {
		t.Errorf("order %v, groups %v", l.order, l.groups)
	}
	r.Difference = 1
	if l := r.layout(); !slices.Equal(l.groups, [][2]int{{0, 2}, {2, 3}}) {
		t.Errorf("groups %v", l.groups)
	}
	r.Difference = 0
	if l := r.layout(); len(l.groups) != 0 {
		t.Errorf("groups %v without a difference", l.groups)
	}
	s, _ := svgOf(t, r)
	for _, want := range []string{"C4.5+m+cf 1.96", "C4.5 3.14"} {
		if !strings.Contains(s.words(), want) {
			t.Errorf("no %q in %s", want, s.words())
		}
	}
	if strings.Contains(s.words(), "critical") {
		t.Error("a difference of nothing is shown")
	}
}

// For any number of names, no name overlaps another or leaves the picture.
func TestRankNamesDoNotOverlap(t *testing.T) {
	for _, n := range []int{2, 3, 12, 30} {
		r := Ranks{Difference: 2}
		for i := range n {
			r.Names = append(r.Names, fmt.Sprintf("contestant number %d", i))
			r.Ranks = append(r.Ranks, 1+float64(n-1)*float64(i)/float64(n-1))
		}
		l, p := r.layout(), &painting{}
		r.paint(p, l)
		for i, a := range p.texts {
			if a.left < 0 || a.right > float64(l.width) || a.top < 0 || a.bottom > float64(l.height) {
				t.Errorf("%d names: %+v is outside", n, a)
			}
			for _, b := range p.texts[:i] {
				if a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
					t.Errorf("%d names: %+v and %+v overlap", n, a, b)
				}
			}
		}
	}
}

func TestRanksRefuse(t *testing.T) {
	two := []string{"a", "b"}
	for want, r := range map[string]Ranks{
		"1 names and 1 ranks": {Names: two[:1], Ranks: []float64{1}},
		`rank of "b" is 3`:    {Names: two, Ranks: []float64{1, 3}},
		`rank of "a" is NaN`:  {Names: two, Ranks: []float64{math.NaN(), 1}},
		"difference is -1":    {Names: two, Ranks: []float64{1, 2}, Difference: -1},
	} {
		if _, err := r.sheet(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
