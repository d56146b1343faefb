package plot

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

// Ranks is a critical-difference diagram [DEM06 §3.2.2]: it shows the mean ranks of several
// algorithms on an axis, and bars that join the algorithms whose ranks do not differ significantly.
type Ranks struct {
	Names      []string
	Ranks      []float64 // mean ranks, from 1 to the number of names
	Difference float64   // critical difference; 0 for no bars
	Title      string    // for screen readers only
	Theme      Theme
	Width      int // in pixels; 0 means 740
}

// SVG writes the diagram as SVG.
func (r Ranks) SVG(w io.Writer) error {
	s, err := r.sheet()
	if err != nil {
		return err
	}
	return s.svg(w)
}

// PNG writes the diagram as PNG.
func (r Ranks) PNG(w io.Writer) error {
	s, err := r.sheet()
	if err != nil {
		return err
	}
	return s.png(w)
}

func (r Ranks) sheet() (sheet, error) {
	if err := r.check(); err != nil {
		return sheet{}, err
	}
	l := r.layout()
	s := sheet{width: l.width, height: l.height, title: r.Title, theme: r.Theme}
	if s.title == "" {
		s.title = "mean ranks"
	}
	s.paint = func(on canvas) { r.paint(on, l) }
	return s, nil
}

func (r Ranks) check() error {
	if len(r.Names) != len(r.Ranks) || len(r.Names) < 2 {
		return fmt.Errorf("plot: %d names and %d ranks, want at least 2 of each", len(r.Names), len(r.Ranks))
	}
	for i, rank := range r.Ranks {
		if !(rank >= 1 && rank <= float64(len(r.Ranks))) {
			return fmt.Errorf("plot: rank of %q is %v, want 1 to %d", r.Names[i], rank, len(r.Ranks))
		}
	}
	if !(r.Difference >= 0) || !finite(r.Difference) {
		return fmt.Errorf("plot: difference is %v, want a number of at least 0", r.Difference)
	}
	return checkWidth(r.Width)
}

// A rankLayout is the layout of the diagram: the axis, then the bars, then the names. The better
// half of the names is on the left.
type rankLayout struct {
	frame
	size   float64 // text size
	order  []int   // indices from best to worst
	groups [][2]int
	ruler  float64 // y of the bar that shows the difference; 0 without the bar
	axis   float64 // y of the axis
	bars   float64 // y of the first bar
	names  float64
}

func (r Ranks) layout() rankLayout {
	var l rankLayout
	l.format(r.Width, true)
	l.size = labelSize * l.scale
	l.order = make([]int, len(r.Ranks))
	for i := range l.order {
		l.order[i] = i
	}
	slices.SortStableFunc(l.order, func(a, b int) int { return cmp.Compare(r.Ranks[a], r.Ranks[b]) })
	l.groups = r.groups(l.order)
	room := 0.0
	for _, name := range r.Names {
		room = max(room, textWidth(name+" 9.99", l.size))
	}
	room = min(room+2*l.size, float64(l.width)/3)
	l.left, l.right = l.margin+room, float64(l.width)-l.margin-room
	l.x = axis{lo: 1, hi: float64(len(r.Ranks))}
	l.stackRows(r)
	return l
}

func (l *rankLayout) stackRows(r Ranks) {
	y := l.margin
	if r.Difference > 0 {
		l.ruler = y + 1.5*l.size
		y = l.ruler + 0.5*l.size
	}
	l.axis = y + 1.6*l.size
	l.bars = l.axis + 0.8*l.size
	l.names = l.bars + 0.6*l.size*float64(len(l.groups)) + 0.9*l.size
	half := (len(r.Names) + 1) / 2
	l.height = int(math.Ceil(l.names + 1.5*l.size*float64(half-1) + 0.6*l.size + l.margin))
}

// groups returns the first and last element of each maximal run in the given order whose ranks
// differ by at most the critical difference.
func (r Ranks) groups(order []int) [][2]int {
	var groups [][2]int
	end := 0
	for first := range order {
		last := first
		for last+1 < len(order) && r.Ranks[order[last+1]]-r.Ranks[order[first]] <= r.Difference {
			last++
		}
		if last > first && last > end && r.Difference > 0 {
			groups = append(groups, [2]int{first, last})
			end = last
		}
	}
	return groups
}

// across returns the x position of a rank on the axis.
func (l rankLayout) across(rank float64) float64 {
	return l.left + float64(l.x.of(rank)*(l.right-l.left))
}
