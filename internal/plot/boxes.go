package plot

import (
	"cmp"
	"fmt"
	"io"
	"math"
)

// Boxes is a picture of samples in rows. Each row shows the values as dots and a box plot around
// them.
type Boxes struct {
	Rows       []Row
	Title      string // for screen readers only
	XLabel     string
	XUnit      string  // text after the axis numbers
	Floor      float64 // if positive, the axis is logarithmic, as in a Chart; if 0, it is linear
	FloorLabel string
	Theme      Theme
	Width      int // in pixels; 0 means 740
}

// A Row is a sample. A row without values shows only its name.
type Row struct {
	Name                 string
	Values               []float64
	Low, High            float64 // ends of the whiskers
	Lower, Median, Upper float64 // box
}

// SVG writes the boxes as SVG.
func (b Boxes) SVG(w io.Writer) error { return writeSVG(w, b.sheet) }

// PNG writes the boxes as PNG.
func (b Boxes) PNG(w io.Writer) error { return writePNG(w, b.sheet) }

func (b Boxes) sheet() (sheet, error) {
	if err := b.check(); err != nil {
		return sheet{}, err
	}
	f := b.frame()
	paint := func(on canvas) { b.paint(on, f) }
	return sheet{f.width, f.height, cmp.Or(b.Title, "boxes"), b.Theme, paint}, nil
}

func (b Boxes) check() error {
	if err := checkNotNegative("floor", b.Floor); err != nil {
		return err
	}
	for _, r := range b.Rows {
		for _, v := range append([]float64{r.Low, r.Lower, r.Median, r.Upper, r.High}, r.Values...) {
			if !finite(v) {
				return fmt.Errorf("plot: row %q: value is %v, want a finite number", r.Name, v)
			}
		}
	}
	return checkWidth(b.Width)
}

// plain returns the caption of the picture.
func (b Boxes) plain() caption {
	return caption{x: b.XLabel, theme: b.Theme, width: b.Width, column: true}
}

// Bounds on the row height, in multiples of the text size. The height depends on the available
// space.
const (
	minRow = 1.8
	maxRow = 3.2
)

// frame returns a frame with values on the x axis and rows on the y axis.
func (b Boxes) frame() frame {
	f := b.plain().frame()
	size := labelSize * f.scale
	count := float64(max(len(b.Rows), 1))
	rows := count * min(max((f.bottom-f.top)/count, minRow*size), maxRow*size)
	f.height += int(math.Ceil(f.top + rows - f.bottom))
	f.bottom = f.top + rows
	names := 0.0
	for _, r := range b.Rows {
		names = max(names, textWidth(r.Name, size))
	}
	f.left = f.margin + min(names, float64(f.width)/3) + 14*f.scale
	f.right = max(float64(f.width)-f.margin-size, f.left+1)
	f.x = b.roomyAxis(f.right-f.left, size)
	f.y = axis{lo: float64(max(len(b.Rows), 1)), hi: 0}
	return f
}

// roomyAxis returns an axis with as many ticks as fit without crowding their labels.
func (b Boxes) roomyAxis(width, size float64) axis {
	most := int(width / (4.5 * size))
	a := b.valueAxis(most)
	for ; most > 1 && a.crowded(width, size); most-- {
		a = b.valueAxis(most - 1)
	}
	return a
}

// valueAxis returns the axis of a chart with the same values.
func (b Boxes) valueAxis(most int) axis {
	c := Chart{Floor: b.Floor, FloorLabel: b.FloorLabel, YUnit: b.XUnit}
	for _, r := range b.Rows {
		c.Series = append(c.Series, Series{Y: r.Values})
	}
	_, values := c.ranges()
	return c.valueAxis(values, most)
}

func (b Boxes) paint(on canvas, f frame) {
	f.paintAxes(on, b.plain())
	for i, r := range b.Rows {
		b.paintRow(on, f, i, r)
	}
}

func (b Boxes) paintRow(on canvas, f frame, i int, r Row) {
	p := b.Theme.palette()
	look := p.patterned(i)
	size := labelSize * f.scale
	middle := float64(i) + 0.5
	paintText(on, at(f.left-14*f.scale, float64(f.place(f.x.lo, middle).y)+0.34*size), r.Name,
		lettering{size: size, colour: look.colour, align: right}, f.left-f.margin-14*f.scale)
	if len(r.Values) == 0 {
		return
	}
	f.paintBox(on, middle, r, look.colour)
	for _, v := range r.Values {
		paintMark(on, f.place(v, middle), 4*f.scale, look, p.paper)
	}
}

// paintBox draws the whiskers, box and median of a row.
func (f frame) paintBox(on canvas, middle float64, r Row, hue colour) {
	const half = 0.32 // half the box height, in rows
	thin, thick := pen{colour: hue, width: 1.5 * f.scale}, pen{colour: hue, width: 4 * f.scale}
	box := []point{f.place(r.Lower, middle-half), f.place(r.Upper, middle-half), f.place(r.Upper, middle+half), f.place(r.Lower, middle+half)}
	on.area(box, hue, 0.16)
	on.line(append(box, box[0]), thin)
	for _, whisker := range [][2]float64{{r.Low, r.Lower}, {r.Upper, r.High}} {
		on.line([]point{f.place(whisker[0], middle), f.place(whisker[1], middle)}, thin)
	}
	for _, end := range []float64{r.Low, r.High} {
		on.line([]point{f.place(end, middle-half/2), f.place(end, middle+half/2)}, thin)
	}
	on.line([]point{f.place(r.Median, middle-half), f.place(r.Median, middle+half)}, thick)
}
