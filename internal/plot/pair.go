package plot

import (
	"cmp"
	"fmt"
	"io"
)

// Pair is a picture of two maps side by side, such as before and after a change. Both show the same
// paths, and a common key names them.
type Pair struct {
	Left, Right Map // widths and themes are replaced by those of the pair
	Title       string
	Note        string // small text under the title
	Theme       Theme
	Width       int // picture width in pixels; 0 means 2400
}

// SVG writes the pair as SVG.
func (p Pair) SVG(w io.Writer) error { return writeSVG(w, p.sheet) }

// PNG writes the pair as PNG.
func (p Pair) PNG(w io.Writer) error { return writePNG(w, p.sheet) }

func (p Pair) sheet() (sheet, error) {
	if err := checkWidth(p.Width); err != nil {
		return sheet{}, err
	}
	s := sheet{width: cmp.Or(p.Width, 2400), title: p.Title, theme: p.Theme}
	p.Left.Width, p.Right.Width = s.width/2, s.width/2
	h := p.head(s.width)
	var halves [2]sheet
	for i, m := range []Map{p.Left, p.Right} {
		var err error
		m.Theme = p.Theme
		if halves[i], err = m.sheet(); err != nil {
			return sheet{}, fmt.Errorf("map %d: %w", i+1, err)
		}
		s.height = max(s.height, h.height+halves[i].height)
	}
	s.paint = func(on canvas) {
		h.paint(on, p)
		for i, half := range halves {
			half.paint(shifted{on, float32(i * (s.width / 2)), float32(h.height)})
		}
	}
	return s, nil
}

// A pairHead is the layout of the title, the note and the key, in pixels.
type pairHead struct {
	height       int
	scale        float64
	margin, room float64 // left margin, and the width between the margins
	bottom       float64 // baseline of the note
	letters      lettering
	rows         [][]entry // of the key
}

// An entry of the key is a short line in a colour, with a name.
type entry struct {
	path int
	x    float64
}

// head lays out the header of a picture.
func (p Pair) head(width int) pairHead {
	l := p.Left.layout()
	h := pairHead{scale: 1.25 * l.scale, margin: l.margin, room: float64(width) - 2*l.margin}
	h.letters = lettering{size: 26 * h.scale, colour: p.Theme.palette().muted}
	h.bottom = h.margin + 84*h.scale
	x := h.margin
	for i, path := range p.Left.Paths {
		wide := h.bar() + textWidth(path.Name, h.letters.size) + 40*h.scale
		if len(h.rows) == 0 || x+wide > h.margin+h.room {
			h.rows, x = append(h.rows, nil), h.margin
		}
		last := len(h.rows) - 1
		h.rows[last] = append(h.rows[last], entry{i, x})
		x += wide
	}
	h.height = int(h.bottom + 40*h.scale*float64(len(h.rows)) + 10*h.scale)
	return h
}

// bar returns the width of the line of an entry, including the gap after it.
func (h pairHead) bar() float64 { return 66 * h.scale }

func (h pairHead) paint(on canvas, p Pair) {
	ink := p.Theme.palette()
	paintText(on, at(h.margin, h.margin+36*h.scale), p.Title, lettering{size: 44 * h.scale, colour: ink.ink}, h.room)
	paintText(on, at(h.margin, h.bottom), p.Note, h.letters, h.room)
	for row, entries := range h.rows {
		y := h.bottom + float64(row+1)*40*h.scale
		for _, e := range entries {
			s := ink.patterned(e.path)
			line := pen{colour: s.colour, width: 6 * h.scale}
			if p.Theme == Mono {
				line.dash = s.scaled(h.scale)
			}
			on.line([]point{at(e.x, y-9*h.scale), at(e.x+h.bar()-14*h.scale, y-9*h.scale)}, line)
			on.text(at(e.x+h.bar(), y), p.Left.Paths[e.path].Name, h.letters)
		}
	}
}
