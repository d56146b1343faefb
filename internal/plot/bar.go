package plot

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// paintBar draws the scale bar at the lower left.
func (m Map) paintBar(c canvas, l mapLayout) {
	if !m.Details.Has(Scale) || l.world.side() == 0 {
		return
	}
	p := m.Theme.palette()
	room := min(260*l.scale, (float64(l.width)-2*l.margin)/2)
	long, text := m.bar(room * l.view.pixel)
	from, y := l.margin, float64(l.height)-0.75*l.margin
	to, tick := from+long/l.view.pixel, 6*l.scale
	line := pen{colour: p.muted, width: 2.4 * l.scale}
	c.line([]point{at(from, y-tick), at(from, y+tick)}, line)
	c.line([]point{at(to, y-tick), at(to, y+tick)}, line)
	c.line([]point{at(from, y), at(to, y)}, line)
	c.text(at(to+14*l.scale, y+baseline*22*l.scale), text, lettering{size: 22 * l.scale, colour: p.muted})
}

// bar returns the longest round length that is at most room, in the units of x, and its label.
func (m Map) bar(room float64) (long float64, text string) {
	unit, size := m.Unit, m.perUnit() // units per step of 1 in x
	if metres, ok := humanize.Metres(unit); ok && metres >= 0.3 {
		unit, size = longUnit(room*size*metres, m.System), size*metres
		metres, _ = humanize.Metres(unit)
		size /= metres
	}
	amount := roundBelow(room * size)
	text = humanize.Number(amount)
	if unit != "" {
		text += " " + unit
	}
	return amount / size, text
}

func (m Map) perUnit() float64 {
	if m.PerUnit > 0 {
		return m.PerUnit
	}
	return 1
}

// longUnit returns the unit for lengths of about the given number of metres.
func longUnit(metres float64, system humanize.System) string {
	mile, _ := humanize.Metres("mi")
	switch {
	case system == humanize.Imperial && metres < mile/2:
		return "ft"
	case system == humanize.Imperial:
		return "mi"
	case metres < 1000:
		return "m"
	}
	return "km"
}

// roundBelow returns the largest 1, 2 or 5 times a power of ten that is at most v.
func roundBelow(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{5, 2} {
		if m*power <= v*(1+1e-9) {
			return m * power
		}
	}
	return power
}
