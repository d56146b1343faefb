package plot

import "math"

// mapLayout is the layout of a map, in pixels.
type mapLayout struct {
	width, height int
	scale         float64 // of text and margins, 1 on a picture of 1600 x 1600
	margin        float64
	header        float64 // height of title and note with the space below them
	view          view
}

// A view converts world coordinates to pixels, with y pointing downwards. It
// divides by the size of a pixel, because the inverse may overflow.
type view struct {
	midX, midY float64 // of the world
	pixel      float64 // size of a pixel in the world
	cx, cy     float64 // the middle of the world on the picture
	w, h       float64 // of the box around the cities, in pixels
}

// maxAspect bounds how elongated a picture is. Cities on a line are centred in
// it.
const maxAspect = 4

func (m Map) layout() mapLayout {
	world := bounds(m.XY)
	aspect := world.aspect()
	var l mapLayout
	l.width, l.scale = m.pictureWidth(aspect)
	l.margin = math.Round(64 * l.scale)
	l.header = m.headerHeight(l.scale)
	w := float64(l.width) - 2*l.margin
	h := w / aspect
	l.height = int(math.Round(h + l.header + 2*l.margin))
	l.view = world.in(w, h)
	l.view.cx, l.view.cy = l.margin+w/2, l.margin+l.header+h/2
	return l
}

// pictureWidth returns the requested width, or the width of a picture whose
// long side has the default length, and the scale of its text.
func (m Map) pictureWidth(aspect float64) (int, float64) {
	width := float64(m.Width)
	if m.Width == 0 {
		width = 1600 * min(aspect, 1)
		if len(m.XY)/2 >= many {
			width *= 1.5
		}
	}
	area := width * width / aspect
	scale := min(max(math.Sqrt(area)/1600, 0.3), 4)
	return int(width), min(scale, width/640)
}

// headerHeight is proportional to the number of lines.
func (m Map) headerHeight(scale float64) float64 {
	h := 0.0
	if m.Title != "" {
		h += 44
	}
	if m.Note != "" {
		h += 30
	}
	if h > 0 {
		h += 36
	}
	return math.Round(h * scale)
}

// bounds returns the bounding box. Without cities it is a point at the origin.
func bounds(xy []float64) box {
	if len(xy) == 0 {
		return box{}
	}
	b := box{xy[0], xy[0], xy[1], xy[1]}
	for i := 0; i < len(xy); i += 2 {
		b.minX, b.maxX = min(b.minX, xy[i]), max(b.maxX, xy[i])
		b.minY, b.maxY = min(b.minY, xy[i+1]), max(b.maxY, xy[i+1])
	}
	return b
}

// aspect is width over height, limited to reasonable values.
func (b box) aspect() float64 {
	_, w := centre(b.minX, b.maxX)
	_, h := centre(b.minY, b.maxY)
	switch {
	case w == 0 && h == 0:
		return 1
	case w/maxAspect >= h:
		return maxAspect
	case h/maxAspect >= w:
		return 1.0 / maxAspect
	}
	return w / h
}

// in fits the box into w x h pixels.
func (b box) in(w, h float64) view {
	var v view
	var reachX, reachY float64
	v.midX, reachX = centre(b.minX, b.maxX)
	v.midY, reachY = centre(b.minY, b.maxY)
	v.pixel = max(reachX/(w/2), reachY/(h/2))
	if v.pixel == 0 {
		v.pixel = 1
	}
	v.w, v.h = reachX/v.pixel*2, reachY/v.pixel*2
	return v
}

// centre returns the middle of a range and half its length. It works with
// halves, because the difference of the largest numbers is infinite.
func centre(lo, hi float64) (mid, reach float64) {
	mid = lo/2 + hi/2
	return mid, max(hi-mid, mid-lo)
}

func (v view) project(xy []float64) []point {
	points := make([]point, len(xy)/2)
	for i := range points {
		points[i].x = float32(v.cx + (xy[2*i]-v.midX)/v.pixel)
		points[i].y = float32(v.cy - (xy[2*i+1]-v.midY)/v.pixel)
	}
	return points
}
