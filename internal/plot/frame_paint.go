package plot

func (f frame) paintHeader(on canvas, c caption) {
	p := c.theme.palette()
	room := float64(f.width) - 2*f.margin
	if c.title != "" {
		s, size := fit(c.title, titleSize*f.scale, room)
		on.text(at(f.margin, f.margin+0.75*titleSize*f.scale), s, lettering{size: size, colour: p.ink})
	}
	if c.y != "" {
		s, size := fit(c.y, labelSize*f.scale, room)
		on.text(at(f.margin, f.top-20*f.scale), s, lettering{size: size, colour: p.muted})
	}
}

// paintAxes draws the grid, the base line and the labels.
func (f frame) paintAxes(on canvas, c caption) {
	p := c.theme.palette()
	letters := lettering{size: labelSize * f.scale, colour: p.muted}
	f.paintY(on, p, letters)
	f.paintX(on, p, letters)
	if c.x != "" {
		letters.align = right
		s, size := fit(c.x, letters.size, f.right-f.left)
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
