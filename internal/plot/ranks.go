package plot

import (
	"cmp"
	"fmt"
	"io"
	"math"
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
func (r Ranks) SVG(w io.Writer) error { return writeSVG(w, r.sheet) }

// PNG writes the diagram as PNG.
func (r Ranks) PNG(w io.Writer) error { return writePNG(w, r.sheet) }

func (r Ranks) sheet() (sheet, error) {
	if err := r.check(); err != nil {
		return sheet{}, err
	}
	l := r.layout()
	paint := func(on canvas) { r.paint(on, l) }
	return sheet{l.width, l.height, cmp.Or(r.Title, "mean ranks"), r.Theme, paint}, nil
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
	return cmp.Or(checkNotNegative("difference", r.Difference), checkWidth(r.Width))
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
	l.order = ascending(r.Ranks)
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

// groups returns the first and last index in order of each maximal run of algorithms whose ranks
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

func (r Ranks) paint(on canvas, l rankLayout) {
	p := r.Theme.palette()
	if l.ruler > 0 {
		l.paintRuler(on, r.Difference, p)
	}
	l.paintAxis(on, len(r.Ranks), p)
	for i, g := range l.groups {
		y := l.bars + 0.6*l.size*float64(i)
		from, to := l.across(r.Ranks[l.order[g[0]]])-0.25*l.size, l.across(r.Ranks[l.order[g[1]]])+0.25*l.size
		on.line([]point{at(from, y), at(to, y)}, pen{colour: p.ink, width: 6 * l.scale})
	}
	for place, i := range l.order {
		l.paintName(on, r, place, i)
	}
}

// paintRuler shows the critical difference above the axis. If the difference is longer than the
// axis, the ruler ends where the axis ends.
func (l rankLayout) paintRuler(on canvas, difference float64, p palette) {
	end := min(l.across(1+difference), l.right)
	thin := pen{colour: p.ink, width: 2 * l.scale}
	on.line([]point{at(l.left, l.ruler), at(end, l.ruler)}, thin)
	for _, x := range []float64{l.left, end} {
		on.line([]point{at(x, l.ruler-0.25*l.size), at(x, l.ruler+0.25*l.size)}, thin)
	}
	text := fmt.Sprintf("critical difference %.2f", difference)
	on.text(at(l.left, l.ruler-0.55*l.size), text, lettering{size: l.size, colour: p.ink})
}

func (l rankLayout) paintAxis(on canvas, ranks int, p palette) {
	line := pen{colour: p.muted, width: 1.5 * l.scale}
	on.line([]point{at(l.left, l.axis), at(l.right, l.axis)}, line)
	widest := 1.5 * textWidth(fmt.Sprint(ranks), l.size)
	every := max(int(math.Ceil(widest*float64(ranks-1)/(l.right-l.left))), 1)
	for rank := 1; rank <= ranks; rank += every {
		x := l.across(float64(rank))
		on.line([]point{at(x, l.axis-0.3*l.size), at(x, l.axis)}, line)
		on.text(at(x, l.axis-0.5*l.size), fmt.Sprint(rank), lettering{size: l.size, colour: p.muted, align: middle})
	}
}

// paintName draws a line from a rank down to its name. The names of the better half are on the
// left. The best and the worst algorithm have the shortest lines.
func (l rankLayout) paintName(on canvas, r Ranks, place, i int) {
	look := r.Theme.palette().plain(i)
	half := (len(l.order) + 1) / 2
	row, side, edge, outward := place, right, l.left, -0.5*l.size
	if place >= half {
		row, side, edge, outward = len(l.order)-1-place, left, l.right, 0.5*l.size
	}
	x, y := l.across(r.Ranks[i]), l.names+1.5*l.size*float64(row)
	on.line([]point{at(x, l.axis), at(x, y), at(edge+outward/2, y)}, pen{colour: look.colour, width: 2 * l.scale})
	on.dots([]point{at(x, l.axis)}, 5*l.scale, look.colour)
	paintText(on, at(edge+outward, y+0.34*l.size), fmt.Sprintf("%s %.2f", r.Names[i], r.Ranks[i]),
		lettering{size: l.size, colour: look.colour, align: side}, l.left-l.margin-0.5*l.size)
}
