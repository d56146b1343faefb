package plot

import "math"

// A spot is a possible position of a label.
type spot struct {
	text    string
	at      point // position on the baseline
	align   align
	box     box
	dislike float64 // penalty compared with the best position
	leader  []point // line from the dot, if the label is not next to it
}

// sides lists the spots around a dot, in units of its size: first the sides, which are preferred,
// then the corners.
var sides = []struct {
	x, y    float64
	align   align
	dislike float64
}{
	{1, 0, left, 0}, {-1, 0, right, 0.2}, {0, -1, middle, 0.4}, {0, 1, middle, 0.5},
	{0.7, -0.7, left, 0.8}, {0.7, 0.7, left, 0.9}, {-0.7, -0.7, right, 1}, {-0.7, 0.7, right, 1.1},
}

// Vertical measures of text, relative to its size and to the middle of the lower-case letters: the
// extent above and below the middle, and the distance down to the baseline.
const (
	rise     = 0.45
	drop     = 0.55
	baseline = 0.32
)

// spots returns the possible positions of a label next to a dot.
func (p *labelPlan) spots(d disc, text string) []spot {
	width := textWidth(text, p.size)
	var spots []spot
	for _, s := range sides {
		x := float64(d.at.x) + s.x*(d.radius+0.45*p.size)
		y := float64(d.at.y) + s.y*(d.radius+0.9*p.size)
		from := x - width*[...]float64{left: 0, middle: 0.5, right: 1}[s.align]
		if s.align == middle {
			by := p.frame.slide(from, from+width)
			x, from = x+by, from+by
		}
		spots = append(spots, spot{
			text: text, at: at(x, y+baseline*p.size), align: s.align, dislike: s.dislike,
			box: box{from, from + width, y - rise*p.size, y + drop*p.size},
		})
	}
	return spots
}

// farSpots returns positions around a dot that are not next to it.
func (p *labelPlan) farSpots(d disc, text string) []spot {
	width := textWidth(text, p.size)
	var spots []spot
	for _, ring := range []float64{1.8, 2.8, 4, 5.5, 7.5} {
		for i := range 16 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / 16)
			reach := d.radius + ring*p.size
			end := at(float64(d.at.x)+float64(reach*cos), float64(d.at.y)+float64(reach*sin))
			x, y := float64(end.x)+cos*(width/2+0.3*p.size), float64(end.y)+sin*0.7*p.size
			spots = append(spots, spot{
				text: text, at: at(x, y+baseline*p.size), align: middle, dislike: ring, leader: []point{d.at, end},
				box: box{x - width/2, x + width/2, y - rise*p.size, y + drop*p.size},
			})
		}
	}
	return spots
}
