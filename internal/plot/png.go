package plot

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	rasterise "golang.org/x/image/vector"
)

// raster is the PNG canvas. The mask first collects the coverage of a line or a set of dots, which
// is then painted in one colour.
type raster struct {
	img  *image.RGBA
	mask *mask
}

func newRaster(s sheet) *raster {
	img := image.NewRGBA(image.Rect(0, 0, s.width, s.height))
	paper := s.theme.palette().paper.rgba()
	draw.Draw(img, img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	return &raster{img: img, mask: newMask(s.width, s.height)}
}

func (r *raster) line(points []point, p pen) {
	if len(p.dash) > 0 {
		for _, d := range dashes(points, p.dash) {
			r.mask.segment(d[0], d[1], float32(p.width))
		}
	} else {
		for i := 1; i < len(points); i++ {
			r.mask.segment(points[i-1], points[i], float32(p.width))
		}
	}
	r.mask.lay(r.img, p.colour.rgba())
}

// area fills an outline with the x/image rasteriser, because the mask supports only lines and
// discs. The rasteriser covers only the pixels around the area, because it clears every pixel that
// it covers.
func (r *raster) area(outline []point, c colour, opacity float64) {
	if len(outline) < 3 {
		return
	}
	part := pixelsAround(outline).Intersect(r.img.Bounds())
	if part.Empty() {
		return
	}
	left, top := float32(part.Min.X), float32(part.Min.Y)
	fill := rasterise.NewRasterizer(part.Dx(), part.Dy())
	fill.MoveTo(outline[0].x-left, outline[0].y-top)
	for _, p := range outline[1:] {
		fill.LineTo(p.x-left, p.y-top)
	}
	fill.ClosePath()
	hue := c.rgba()
	fill.Draw(r.img, part, image.NewUniform(color.NRGBA{hue.R, hue.G, hue.B, uint8(255 * opacity)}), image.Point{})
}

// pixelsAround returns the pixels that an area may touch.
func pixelsAround(outline []point) image.Rectangle {
	lo, hi := outline[0], outline[0]
	for _, p := range outline[1:] {
		lo, hi = point{min(lo.x, p.x), min(lo.y, p.y)}, point{max(hi.x, p.x), max(hi.y, p.y)}
	}
	return image.Rect(int(lo.x)-1, int(lo.y)-1, int(hi.x)+2, int(hi.y)+2)
}

func (r *raster) dots(centres []point, radius float64, c colour) {
	for _, p := range centres {
		r.mask.disc(p, float32(radius))
	}
	r.mask.lay(r.img, c.rgba())
}

func (r *raster) text(at point, s string, l lettering) {
	d := font.Drawer{Dst: r.img, Src: image.NewUniform(l.colour.rgba()), Face: face(l.size)}
	start := fixed.Point26_6{X: fixed.Int26_6(at.x * 64), Y: fixed.Int26_6(at.y * 64)}
	switch width := d.MeasureString(s); l.align {
	case middle:
		start.X -= width / 2
	case right:
		start.X -= width
	}
	if l.halo != (colour{}) {
		r.halo(s, start, l)
	}
	d.Dot = start
	d.DrawString(s)
}

// halo draws the text several times in two rings around its position. A single ring would leave
// gaps between the ring and the letters.
func (r *raster) halo(s string, start fixed.Point26_6, l lettering) {
	d := font.Drawer{Dst: r.img, Src: image.NewUniform(l.halo.rgba()), Face: face(l.size)}
	const prints = 16
	for i := range 2 * prints {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / prints)
		reach := 64 * haloWidth * l.size * float64(1+i/prints) / 2
		d.Dot = start.Add(fixed.Point26_6{X: fixed.Int26_6(reach * cos), Y: fixed.Int26_6(reach * sin)})
		d.DrawString(s)
	}
}

// encode writes the picture as PNG with the fastest compression level. The default level takes
// several times as long for a picture of a million cities and saves little, because such a picture
// is noise.
func (r *raster) encode(w io.Writer) error {
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	return e.Encode(w, r.img)
}

// dashes cuts a line into dashes. Dashes continue around corners, so they also appear on a curve of
// many short segments.
func dashes(points []point, pattern []float64) [][2]point {
	const least = 0.01 // minimum length of a dash or gap; a shorter one would be lost in rounding
	var cut [][2]point
	turn, rest := 0, float32(pattern[0])
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		total := hypot(b.x-a.x, b.y-a.y)
		along := func(t float32) point { return point{a.x + (b.x-a.x)*t/total, a.y + (b.y-a.y)*t/total} }
		for t := float32(0); t < total; {
			end := min(t+max(rest, least), total)
			if turn%2 == 0 {
				cut = append(cut, [2]point{along(t), along(end)})
			}
			if rest -= end - t; rest < least {
				turn = (turn + 1) % len(pattern)
				rest = float32(pattern[turn])
			}
			t = end
		}
	}
	return cut
}
