package plot

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// Panels is a picture of several charts, in two columns if there is room.
type Panels struct {
	Charts []Chart // widths and themes are replaced by those of the panels
	Title  string
	Theme  Theme
	Width  int // picture width in pixels; 0 means 2400
}

// SVG writes the panels as SVG.
func (p Panels) SVG(w io.Writer) error { return writeSVG(w, p.sheet) }

// PNG writes the panels as PNG.
func (p Panels) PNG(w io.Writer) error { return writePNG(w, p.sheet) }

// twoColumns is the minimum width of a picture with two columns.
const twoColumns = 1000

func (p Panels) sheet() (sheet, error) {
	if err := checkWidth(p.Width); err != nil {
		return sheet{}, err
	}
	s := sheet{width: cmp.Or(p.Width, 2400), theme: p.Theme}
	s.title = cmp.Or(p.Title, fmt.Sprintf("%d charts", len(p.Charts)))
	columns := 1
	if s.width >= twoColumns {
		columns = 2
	}
	var paints []func(canvas)
	if p.Title != "" {
		var f frame
		f.format(s.width, false)
		s.height = int(f.margin + titleSize*f.scale)
		paints = append(paints, func(on canvas) { f.paintTitle(on, p.Title, 1.2*titleSize, p.Theme) })
	}
	for charts := range slices.Chunk(p.Charts, columns) {
		row, err := p.row(charts, s.width/columns, s.height)
		if err != nil {
			return sheet{}, err
		}
		s.height += row.height
		paints = append(paints, row.paint)
	}
	s.paint = func(on canvas) {
		for _, paint := range paints {
			paint(on)
		}
	}
	return s, nil
}

// row lays out charts side by side, each of the given width, below y.
func (p Panels) row(charts []Chart, width, y int) (row sheet, err error) {
	sheets := make([]sheet, len(charts))
	for i, c := range charts {
		c.Theme, c.Width = p.Theme, width
		if sheets[i], err = c.sheet(); err != nil {
			return sheet{}, err
		}
		row.height = max(row.height, sheets[i].height)
	}
	row.paint = func(on canvas) {
		for i, s := range sheets {
			s.paint(shifted{on, float32(i * width), float32(y)})
		}
	}
	return row, nil
}

// shifted is a part of a canvas with its origin at (x, y).
type shifted struct {
	on   canvas
	x, y float32
}

func (s shifted) moved(points []point) []point {
	moved := make([]point, len(points))
	for i, p := range points {
		moved[i] = point{p.x + s.x, p.y + s.y}
	}
	return moved
}

func (s shifted) line(points []point, p pen) { s.on.line(s.moved(points), p) }

func (s shifted) area(outline []point, c colour, opacity float64) {
	s.on.area(s.moved(outline), c, opacity)
}

func (s shifted) dots(centres []point, radius float64, c colour) {
	s.on.dots(s.moved(centres), radius, c)
}

func (s shifted) text(at point, text string, l lettering) {
	s.on.text(point{at.x + s.x, at.y + s.y}, text, l)
}
