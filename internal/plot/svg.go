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
type vector struct {
	out   bytes.Buffer
	names map[colour]string // CSS variables that replace colours
}

// fontFamily starts with the font of the PNG, because the layout uses its metrics. The other fonts
// have similar widths, and most machines have one of them.
const fontFamily = "Go, Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif"

func newVector(s sheet) *vector {
	v := &vector{names: s.theme.variables()}
	fmt.Fprintf(&v.out, `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d"`,
		s.width, s.height)
	fmt.Fprintf(&v.out, ` font-family="%s" fill="none" stroke-linecap="round" stroke-linejoin="round">`, fontFamily)
	fmt.Fprintf(&v.out, "\n<title>%s</title>\n", escape(s.title))
	fmt.Fprintf(&v.out, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", v.paint(s.theme.palette().paper))
	return v
}

func (v *vector) line(points []point, p pen) {
	if len(points) < 2 {
		return
	}
	if p.coarse {
		points = thin(points, 0.5)
	}
	fmt.Fprintf(&v.out, `<path stroke="%s" stroke-width="%.3g"`, v.paint(p.colour), p.width)
	if len(p.dash) > 0 {
		dash := fmt.Sprintf("%.3g", p.dash)
		fmt.Fprintf(&v.out, ` stroke-dasharray="%s"`, dash[1:len(dash)-1])
	}
	v.out.WriteString(` d="`)
	v.polyline(points)
	v.out.WriteString("\"/>\n")
}

func (v *vector) area(outline []point, c colour, opacity float64) {
	if len(outline) < 3 {
		return
	}
	fmt.Fprintf(&v.out, `<path fill="%s" fill-opacity="%.3g" d="`, v.paint(c), opacity)
	v.polyline(outline)
	v.out.WriteString("z\"/>\n")
}

// paint returns the attribute value for a colour.
func (v *vector) paint(c colour) string {
	if name, ok := v.names[c]; ok {
		return "var(--" + name + "," + c.hex() + ")"
	}
	return c.hex()
}

// polyline writes a path with relative steps, which take half the bytes of absolute positions. The
// steps are differences of rounded positions, so rounding errors do not accumulate.
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

// dots draws every dot as a line of zero length with round ends, which is the shortest SVG for many
// discs.
func (v *vector) dots(centres []point, radius float64, c colour) {
	if len(centres) == 0 {
		return
	}
	fmt.Fprintf(&v.out, `<path stroke="%s" stroke-width="%.3g" d="`, v.paint(c), 2*radius)
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
		at.x, at.y, l.size, anchor, v.paint(l.colour))
	if l.halo != (colour{}) {
		fmt.Fprintf(&v.out, ` stroke="%s" stroke-width="%.3g" paint-order="stroke"`, v.paint(l.halo), 2*haloWidth*l.size)
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
