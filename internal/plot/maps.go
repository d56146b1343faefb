package plot

import (
	"cmp"
	"fmt"
	"io"
)

// Maps is a picture of maps side by side, such as before and after a change. All show the same
// paths, and a common key names them.
type Maps struct {
	Maps  []Map // widths and themes are replaced by those of the picture
	Title string
	Note  string // small text under the title
	Theme Theme
	Width int // picture width in pixels; 0 means 1600 for one map, and 1200 for each of several
}

// SVG writes the maps as SVG.
func (all Maps) SVG(w io.Writer) error { return writeSVG(w, all.sheet) }

// PNG writes the maps as PNG.
func (all Maps) PNG(w io.Writer) error { return writePNG(w, all.sheet) }

func (all Maps) sheet() (sheet, error) {
	if err := checkWidth(all.Width); err != nil {
		return sheet{}, err
	}
	s := sheet{width: cmp.Or(all.Width, max(1600, 1200*len(all.Maps))), title: all.Title, theme: all.Theme}
	part := s.width / len(all.Maps)
	maps, err := all.sheets(part)
	if err != nil {
		return sheet{}, err
	}
	h := all.head(s.width, part)
	for _, m := range maps {
		s.height = max(s.height, h.height+m.height)
	}
	s.paint = func(on canvas) {
		h.paint(on, all)
		for i, m := range maps {
			m.paint(shifted{on, float32(i * part), float32(h.height)})
		}
	}
	return s, nil
}

// sheets returns the maps, in the given width.
func (all Maps) sheets(width int) (shown []sheet, err error) {
	for i, m := range all.Maps {
		m.Width, m.Theme = width, all.Theme
		one, err := m.sheet()
		if err != nil {
			return nil, fmt.Errorf("map %d: %w", i+1, err)
		}
		shown = append(shown, one)
	}
	return shown, nil
}

// A mapsHead is the layout of the title, the note and the key, in pixels.
type mapsHead struct {
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

// head lays out the header of a picture whose maps have the given width.
func (all Maps) head(width, part int) mapsHead {
	first := all.Maps[0]
	first.Width = part
	l := first.layout()
	h := mapsHead{scale: 1.25 * l.scale, margin: l.margin, room: float64(width) - 2*l.margin}
	h.letters = lettering{size: 26 * h.scale, colour: all.Theme.palette().muted}
	h.bottom = h.margin + 84*h.scale
	x := h.margin
	for i, path := range first.Paths {
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
func (h mapsHead) bar() float64 { return 66 * h.scale }

func (h mapsHead) paint(on canvas, all Maps) {
	ink := all.Theme.palette()
	paintText(on, at(h.margin, h.margin+36*h.scale), all.Title, lettering{size: 44 * h.scale, colour: ink.ink}, h.room)
	paintText(on, at(h.margin, h.bottom), all.Note, h.letters, h.room)
	for row, entries := range h.rows {
		y := h.bottom + float64(row+1)*40*h.scale
		for _, e := range entries {
			s := ink.patterned(e.path)
			line := pen{colour: s.colour, width: 6 * h.scale}
			if all.Theme == Mono {
				line.dash = s.scaled(h.scale)
			}
			on.line([]point{at(e.x, y-9*h.scale), at(e.x+h.bar()-14*h.scale, y-9*h.scale)}, line)
			on.text(at(e.x+h.bar(), y), all.Maps[0].Paths[e.path].Name, h.letters)
		}
	}
}
