package plot

import (
	"fmt"
	"io"
)

// Panels is a picture of several charts, in two columns if there is room.
type Panels struct {
	Charts []Chart // widths and themes are replaced by those of the panels
	Title  string
	Theme  Theme
	Width  int // picture width in pixels; 0 means 2400
}

// SVG writes the panels as SVG.
func (p Panels) SVG(w io.Writer) error {
	s, err := p.sheet()
	if err != nil {
		return err
	}
	return s.svg(w)
}

// PNG writes the panels as PNG.
func (p Panels) PNG(w io.Writer) error {
	s, err := p.sheet()
	if err != nil {
		return err
	}
	return s.png(w)
}

// twoColumns is the minimum width of a picture with two columns.
const twoColumns = 1000

func (p Panels) sheet() (sheet, error) {
	if err := checkWidth(p.Width); err != nil {
		return sheet{}, err
	}
	s := sheet{width: p.Width, title: p.Title, theme: p.Theme}
	if s.width == 0 {
		s.width = 2400
	}
	if s.title == "" {
		s.title = fmt.Sprintf("%d charts", len(p.Charts))
	}
	columns := 1
	if s.width >= twoColumns {
		columns = 2
	}
	title := p.header(s.width)
	s.height = int(title.height)
	paints := []func(canvas){title.paint}
	for from := 0; from < len(p.Charts); from += columns {
		row := 0
		for i, c := range p.Charts[from:min(from+columns, len(p.Charts))] {
			c.Theme, c.Width = p.Theme, s.width/columns
			chart, err := c.sheet()
			if err != nil {
				return sheet{}, err
			}
			x, y := float32(i*c.Width), float32(s.height)
			paints = append(paints, func(on canvas) { chart.paint(shifted{on, x, y}) })
			row = max(row, chart.height)
		}
		s.height += row
	}
	s.paint = func(on canvas) {
		for _, paint := range paints {
			paint(on)
		}
	}
	return s, nil
}

// A titleRow is the title above all panels.
type titleRow struct {
	height float64
	paint  func(canvas)
}

func (p Panels) header(width int) titleRow {
	if p.Title == "" {
		return titleRow{0, func(canvas) {}}
	}
	var f frame
	f.format(width, false)
	return titleRow{f.margin + titleSize*f.scale, func(on canvas) {
		s, size := fit(p.Title, 1.2*titleSize*f.scale, float64(width)-2*f.margin)
		on.text(at(f.margin, f.margin+0.75*titleSize*f.scale), s, lettering{size: size, colour: p.Theme.palette().ink})
	}}
}

// shifted is a part of a canvas with a separate origin.
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
