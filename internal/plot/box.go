package plot

import "math"

// box is a range of coordinates, in the world or in pixels.
type box struct{ minX, maxX, minY, maxY float64 }

func (b box) grown(by float64) box {
	return box{b.minX - by, b.maxX + by, b.minY - by, b.maxY + by}
}

func (b box) widened(by float64) box { return box{b.minX - by, b.maxX + by, b.minY, b.maxY} }

// side returns the longer side.
func (b box) side() float64 { return max(b.maxX-b.minX, b.maxY-b.minY) }

// around returns the smallest box that contains both boxes.
func (b box) around(o box) box {
	return box{min(b.minX, o.minX), max(b.maxX, o.maxX), min(b.minY, o.minY), max(b.maxY, o.maxY)}
}

func (b box) contains(o box) bool {
	return o.minX >= b.minX && o.maxX <= b.maxX && o.minY >= b.minY && o.maxY <= b.maxY
}

// slide returns the distance by which an x range must move to lie in the box.
func (b box) slide(from, to float64) float64 {
	return max(b.minX-from, 0) + min(b.maxX-to, 0)
}

func (b box) overlaps(o box) bool {
	return b.minX < o.maxX && o.minX < b.maxX && b.minY < o.maxY && o.minY < b.maxY
}

// distance returns the distance from p to the nearest point of the box.
func (b box) distance(p point) float64 {
	x, y := float64(p.x), float64(p.y)
	return math.Hypot(max(b.minX-x, 0, x-b.maxX), max(b.minY-y, 0, y-b.maxY))
}

// within returns the length of the part of a segment that lies in the box.
func (b box) within(p, q point) float64 {
	from, to := b.share(p, q)
	return max(to-from, 0) * math.Hypot(float64(q.x-p.x), float64(q.y-p.y))
}

// crossed reports whether a line passes through the box.
func (b box) crossed(line []point) bool {
	for i := 1; i < len(line); i++ {
		if b.within(line[i-1], line[i]) > 0 {
			return true
		}
	}
	return false
}

// share returns the part of a segment that lies in the box, by clipping the segment at every side.
// from and to are 0 at p and 1 at q. If no part lies in the box, from is at least to.
func (b box) share(p, q point) (from, to float64) {
	from, to = 0, 1
	cut := func(start, step, lo, hi float64) {
		switch {
		case step != 0:
			t, u := (lo-start)/step, (hi-start)/step
			from, to = max(from, min(t, u)), min(to, max(t, u))
		case start < lo || start > hi:
			to = from
		}
	}
	cut(float64(p.x), float64(q.x-p.x), b.minX, b.maxX)
	cut(float64(p.y), float64(q.y-p.y), b.minY, b.maxY)
	return from, to
}

// clip returns the part of a segment that lies in the box, or nil.
func (b box) clip(p, q point) []point {
	from, to := b.share(p, q)
	if from >= to {
		return nil
	}
	line := []point{p, q}
	if from > 0 {
		line[0] = partway(p, q, from)
	}
	if to < 1 {
		line[1] = partway(p, q, to)
	}
	return line
}

// partway returns the point at t in [0, 1] between p and q.
func partway(p, q point, t float64) point {
	return at(float64(p.x)+float64(t*float64(q.x-p.x)), float64(p.y)+float64(t*float64(q.y-p.y)))
}

func (b box) has(p point) bool { return b.distance(p) == 0 }
