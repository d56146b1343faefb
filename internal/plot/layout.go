package plot

import (
	"cmp"
	"math"
)

// mapLayout is the layout of a map, in pixels.
type mapLayout struct {
	width, height int
	scale         float64 // scale of text and margins, 1 on a picture of 1600 x 1600
	margin        float64
	header        float64 // height of the title and note, including the space below
	footer        float64 // height of the scale bar, including the space above
	world         box     // part of the world in the frame
	outside       []int32 // cities outside the frame, ascending
	view          view
}

// A view converts world coordinates to pixels, with y pointing downwards. It divides by the pixel
// size, because the inverse of the pixel size may overflow.
type view struct {
	stretch    float64 // factor for x, applied first
	midX, midY float64 // middle of the world
	pixel      float64 // pixel size in world units
	cx, cy     float64 // position of the middle of the world on the picture
	w, h       float64 // size of the box around the cities, in pixels
}

// maxAspect is the maximum ratio of the sides of a picture. Cities on a line are centred in the
// picture.
const maxAspect = 4

func (m Map) layout() mapLayout {
	var l mapLayout
	l.shown(m)
	aspect := l.world.aspect()
	l.width, l.scale = m.pictureWidth(aspect)
	l.margin = math.Round(64 * l.scale)
	l.header = m.headerHeight(l)
	if m.Details.Has(Scale) {
		l.footer = math.Round(44 * l.scale)
	}
	w := float64(l.width) - 2*l.margin
	h := w / aspect
	l.height = int(math.Round(h + l.header + 2*l.margin + l.footer))
	l.view.fit(l.world, w, h)
	l.view.cx, l.view.cy = l.margin+w/2, l.margin+l.header+h/2
	return l
}

// pictureWidth returns the picture width and the text scale. The width is the requested one, or the
// one that gives the long side its default length.
func (m Map) pictureWidth(aspect float64) (int, float64) {
	width := float64(m.Width)
	if m.Width == 0 {
		width = 1600 * min(aspect, 1)
		if len(m.XY)/2 >= many {
			width *= 1.5
		}
	}
	area := width * width / aspect
	scale := min(max(math.Sqrt(area)/1600, 0.45), 4)
	return int(width), min(scale, width/640)
}

// headerHeight returns the height of the header, which depends on the lines that it contains.
func (m Map) headerHeight(l mapLayout) float64 {
	h := 0.0
	if m.Title != "" {
		h += 44
	}
	if m.note(l) != "" {
		h += 30
	}
	if h > 0 {
		h += 36
	}
	return math.Round(h * l.scale)
}

// bounds returns the bounding box, or a point at the origin if there are no cities.
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

// aspect returns the ratio of width to height, limited to reasonable values.
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

// fit scales a box of the world to fit into w x h pixels.
func (v *view) fit(b box, w, h float64) {
	var reachX, reachY float64
	v.midX, reachX = centre(b.minX, b.maxX)
	v.midY, reachY = centre(b.minY, b.maxY)
	v.pixel = cmp.Or(max(reachX/(w/2), reachY/(h/2)), 1)
	v.w, v.h = reachX/v.pixel*2, reachY/v.pixel*2
}

// centre returns the middle of a range and half its length. It adds halves, because the sum or the
// difference of two very large numbers may overflow.
func centre(lo, hi float64) (mid, reach float64) {
	mid = lo/2 + hi/2
	return mid, max(hi-mid, mid-lo)
}

func (v view) project(xy []float64) []point {
	points := make([]point, len(xy)/2)
	for i := range points {
		x, y := v.offset(xy[2*i], xy[2*i+1])
		points[i] = at(v.cx+x, v.cy+y)
	}
	return points
}

// offset returns the position of a place relative to the middle, in pixels.
func (v view) offset(x, y float64) (right, down float64) {
	return (float64(x*v.stretch) - v.midX) / v.pixel, (v.midY - y) / v.pixel
}

// project converts coordinates to positions in the picture. Cities outside the frame keep their
// direction from its middle, but are moved close enough for a float32 to resolve their positions
// well.
func (l mapLayout) project(xy []float64) []point {
	points := l.view.project(xy)
	for _, city := range l.outside {
		x, y := l.view.offset(xy[2*city], xy[2*city+1])
		by := min(1, 1e5/max(math.Abs(x), math.Abs(y)))
		points[city] = at(l.view.cx+x*by, l.view.cy+y*by)
	}
	return points
}

// page returns the area for lines and labels.
func (l mapLayout) page() box {
	edge := 0.4 * l.margin
	b := box{edge, float64(l.width) - edge, edge, float64(l.height) - l.footer - edge}
	if l.header > 0 {
		b.minY = l.margin + l.header - 34*l.scale
	}
	return b
}
