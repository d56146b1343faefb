package plot

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
)

// vector is the SVG canvas.
type vector struct{ out bytes.Buffer }

// fontFamily starts with the font of the PNG, whose metrics the layout uses.
// The others have similar widths and are found on most machines.
const fontFamily = "Go, Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif"

func newVector(s sheet) *vector {
	v := &vector{}
	fmt.Fprintf(&v.out, `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d"`,
		s.width, s.height)
	fmt.Fprintf(&v.out, ` font-family="%s" fill="none" stroke-linecap="round" stroke-linejoin="round">`, fontFamily)
	fmt.Fprintf(&v.out, "\n<title>%s</title>\n", escape(s.title))
	fmt.Fprintf(&v.out, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", s.theme.palette().paper.hex())
	return v
}

func (v *vector) line(points []point, p pen) {
	if len(points) < 2 {
		return
	}
	if p.coarse {
		points = thin(points, 0.5)
	}
	fmt.Fprintf(&v.out, `<path stroke="%s" stroke-width="%.3g"`, p.colour.hex(), p.width)
	if p.dash > 0 {
		fmt.Fprintf(&v.out, ` stroke-dasharray="%.3g"`, p.dash)
	}
	v.out.WriteString(` d="`)
	v.polyline(points)
	v.out.WriteString("\"/>\n")
}

// polyline writes a path with relative steps, which takes half the bytes of
// absolute positions. The steps are differences of rounded positions, so that
// rounding errors do not accumulate.
func (v *vector) polyline(points []point) {
	b := v.out.AvailableBuffer()
	at := tenthsOf(points[0])
	b = at.append(append(b, 'M'))
	b = append(b, 'l')
	for i, p := range points[1:] {
		if i > 0 {
			b = append(b, ' ')
		}
		next := tenthsOf(p)
		b = next.minus(at).append(b)
		at = next
	}
	v.out.Write(b)
}

// dots draws every dot as a line of zero length with round ends, the shortest
// SVG for many discs.
func (v *vector) dots(centres []point, radius float64, c colour) {
	if len(centres) == 0 {
		return
	}
	fmt.Fprintf(&v.out, `<path stroke="%s" stroke-width="%.3g" d="`, c.hex(), 2*radius)
	b := v.out.AvailableBuffer()
	var at tenths
	for i, p := range centres {
		next, command := tenthsOf(p), byte('m')
		if i == 0 {
			command = 'M'
		}
		b = append(next.minus(at).append(append(b, command)), "h0"...)
		at = next
	}
	v.out.Write(b)
	v.out.WriteString("\"/>\n")
}

func (v *vector) text(at point, s string, l lettering) {
	anchor := [...]string{left: "start", middle: "middle", right: "end"}[l.align]
	fmt.Fprintf(&v.out, `<text x="%.1f" y="%.1f" font-size="%.3g" text-anchor="%s" fill="%s"`,
		at.x, at.y, l.size, anchor, l.colour.hex())
	if l.halo != (colour{}) {
		fmt.Fprintf(&v.out, ` stroke="%s" stroke-width="%.3g" paint-order="stroke"`, l.halo.hex(), 2*haloWidth*l.size)
	}
	fmt.Fprintf(&v.out, ">%s</text>\n", escape(s))
}

func (v *vector) encode(w io.Writer) error {
	v.out.WriteString("</svg>\n")
	_, err := w.Write(v.out.Bytes())
	return err
}

func escape(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a bytes.Buffer does not fail
	return b.String()
}

// tenths is a position in tenths of a pixel.
type tenths struct{ x, y int32 }

func tenthsOf(p point) tenths {
	return tenths{int32(math.Round(float64(p.x) * 10)), int32(math.Round(float64(p.y) * 10))}
}

func (t tenths) minus(u tenths) tenths { return tenths{t.x - u.x, t.y - u.y} }

func (t tenths) append(b []byte) []byte {
	b = append(appendTenth(b, t.x), ' ')
	return appendTenth(b, t.y)
}

func appendTenth(b []byte, v int32) []byte {
	if v%10 == 0 {
		return strconv.AppendInt(b, int64(v/10), 10)
	}
	return strconv.AppendFloat(b, float64(v)/10, 'f', 1, 64)
}
