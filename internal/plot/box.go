package plot

import "math"

// box is a range of coordinates, of the world or in pixels.
type box struct{ minX, maxX, minY, maxY float64 }

func (b box) grown(by float64) box {
	return box{b.minX - by, b.maxX + by, b.minY - by, b.maxY + by}
}

func (b box) contains(o box) bool {
	return o.minX >= b.minX && o.maxX <= b.maxX && o.minY >= b.minY && o.maxY <= b.maxY
}

// slide is how far a range of x must move to lie in the box.
func (b box) slide(from, to float64) float64 {
	return max(b.minX-from, 0) + min(b.maxX-to, 0)
}

func (b box) overlaps(o box) bool {
	return b.minX < o.maxX && o.minX < b.maxX && b.minY < o.maxY && o.minY < b.maxY
}

// distance is the distance from p to the nearest point of the box.
func (b box) distance(p point) float64 {
	x, y := float64(p.x), float64(p.y)
	return math.Hypot(max(b.minX-x, 0, x-b.maxX), max(b.minY-y, 0, y-b.maxY))
}

// within is the length of the part of a segment that is in the box, found by
// clipping at every side.
func (b box) within(p, q point) float64 {
	dx, dy := float64(q.x-p.x), float64(q.y-p.y)
	from, to := 0.0, 1.0
	cut := func(start, step, lo, hi float64) {
		switch {
		case step != 0:
			t, u := (lo-start)/step, (hi-start)/step
			from, to = max(from, min(t, u)), min(to, max(t, u))
		case start < lo || start > hi:
			to = from
		}
	}
	cut(float64(p.x), dx, b.minX, b.maxX)
	cut(float64(p.y), dy, b.minY, b.maxY)
	return max(to-from, 0) * math.Hypot(dx, dy)
}
