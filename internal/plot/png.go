package plot

import (
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// raster is the PNG canvas. A line or a set of dots is first collected in the
// mask, as coverage, and then painted in one colour.
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
	if p.dash > 0 {
		for _, d := range dashes(points, float32(p.dash)) {
			r.mask.segment(d[0], d[1], float32(p.width))
		}
	} else {
		for i := 1; i < len(points); i++ {
			r.mask.segment(points[i-1], points[i], float32(p.width))
		}
	}
	r.mask.lay(r.img, p.colour.rgba())
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

// halo draws the text several times around itself, in two rings. One ring would
// leave gaps between itself and the letters.
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

// encode prefers speed. The default level takes several times as long on the
// picture of a million cities and saves little, because such a picture is
// noise.
func (r *raster) encode(w io.Writer) error {
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	return e.Encode(w, r.img)
}

// dashes cuts every segment of a line into dashes as long as the gaps.
func dashes(points []point, length float32) [][2]point {
	var cut [][2]point
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		total := hypot(b.x-a.x, b.y-a.y)
		along := func(t float32) point { return point{a.x + (b.x-a.x)*t/total, a.y + (b.y-a.y)*t/total} }
		for t := float32(0); t < total; t += 2 * length {
			cut = append(cut, [2]point{along(t), along(min(t+length, total))})
		}
	}
	return cut
}
