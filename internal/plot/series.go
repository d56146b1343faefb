package plot

func (f frame) paintSeries(on canvas, s Series, look style) {
	if len(s.X) == 0 {
		return
	}
	route := f.staircase(s.X, s.Y)
	on.line(route, pen{colour: look.colour, width: 3 * f.scale, dash: look.scaled(f.scale)})
	if end := route[len(route)-1]; look.mark == round {
		on.dots([]point{end}, 5.5*f.scale, look.colour)
	} else {
		on.area(look.mark.outline(end, 5.5*f.scale), look.colour, 1)
	}
}

// paintBand fills the area between the low and the high values.
func (f frame) paintBand(on canvas, s Series, look style) {
	if len(s.Low) == 0 {
		return
	}
	outline, back := f.staircase(s.X, s.Low), f.staircase(s.X, s.High)
	for i := len(back) - 1; i >= 0; i-- {
		outline = append(outline, back[i])
	}
	on.area(outline, look.colour, 0.16)
}

func (f frame) paintPoints(on canvas, s Series, look style) {
	for i := range s.X {
		paintMark(on, f.place(s.X[i], s.Y[i]), 6*f.scale, look, f.paper)
	}
}
