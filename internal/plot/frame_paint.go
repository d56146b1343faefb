package plot

func (f frame) paintHeader(on canvas, c Curves) {
	p := c.Theme.palette()
	room := float64(f.width) - 2*f.margin
	if c.Title != "" {
		s, size := fit(c.Title, titleSize*f.scale, room)
		on.text(at(f.margin, f.margin+0.75*titleSize*f.scale), s, lettering{size: size, colour: p.ink})
	}
	for _, e := range f.legend {
		f.paintEntry(on, e, p)
	}
	if c.YLabel != "" {
		s, size := fit(c.YLabel, labelSize*f.scale, room)
		on.text(at(f.margin, f.top-20*f.scale), s, lettering{size: size, colour: p.muted})
	}
}

func (f frame) paintEntry(on canvas, e entry, p palette) {
	y := e.y - 0.32*labelSize*f.scale
	swatch := []point{at(e.x+2*f.scale, y), at(e.x+32*f.scale, y)}
	on.line(swatch, pen{colour: p.serial(e.index), width: 5 * f.scale})
	on.text(at(e.x+46*f.scale, e.y), e.name, lettering{size: labelSize * f.scale, colour: p.ink})
}

// paintAxes draws the grid, the base line and the labels.
func (f frame) paintAxes(on canvas, c Curves) {
	p := c.Theme.palette()
	letters := lettering{size: labelSize * f.scale, colour: p.muted}
	f.paintY(on, p, letters)
	f.paintX(on, p, letters)
	if c.XLabel != "" {
		letters.align = right
		s, size := fit(c.XLabel, letters.size, f.right-f.left)
		letters.size = size
		on.text(at(f.right, float64(f.height)-f.margin+0.2*labelSize*f.scale), s, letters)
	}
}

func (f frame) paintY(on canvas, p palette, letters lettering) {
	letters.align = right
	for _, t := range f.y.ticks {
		y := f.place(f.x.lo, t.at).y
		on.line([]point{{float32(f.left), y}, {float32(f.right), y}}, pen{colour: p.faint, width: f.scale})
		on.text(at(f.left-14*f.scale, float64(y)+0.34*letters.size), t.label, letters)
	}
}

func (f frame) paintX(on canvas, p palette, letters lettering) {
	letters.align = middle
	bottom := float32(f.bottom)
	for _, t := range f.x.ticks {
		x := f.place(t.at, f.y.lo).x
		on.line([]point{{x, float32(f.top)}, {x, bottom}}, pen{colour: p.faint, width: f.scale})
		on.text(at(float64(x), f.bottom+1.35*letters.size), t.label, letters)
	}
	on.line([]point{{float32(f.left), bottom}, {float32(f.right), bottom}}, pen{colour: p.muted, width: 1.5 * f.scale})
}

// paintReference writes below its line at the left, because the curves start
// above the line and cross it later if at all.
func (f frame) paintReference(on canvas, c Curves) {
	p := c.Theme.palette()
	y := f.place(f.x.lo, c.Reference).y
	line := []point{{float32(f.left), y}, {float32(f.right), y}}
	on.line(line, pen{colour: p.ink, width: 1.6 * f.scale, dash: []float64{8 * f.scale, 8 * f.scale}})
	letters := lettering{size: labelSize * f.scale, colour: p.ink}
	on.text(at(f.left+8*f.scale, float64(y)+1.3*letters.size), "best known "+Number(c.Reference), letters)
}
