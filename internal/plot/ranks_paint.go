package plot

import (
	"fmt"
	"math"
)

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
	name, size := fit(fmt.Sprintf("%s %.2f", r.Names[i], r.Ranks[i]), l.size, l.left-l.margin-0.5*l.size)
	on.text(at(edge+outward, y+0.34*l.size), name, lettering{size: size, colour: look.colour, align: side})
}
